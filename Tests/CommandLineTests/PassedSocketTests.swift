// Tests of gestured on a socket that systemd passes; a script plays systemd.

import Foundation
import Testing

@Suite struct PassedSocketTests {
    private let folder: TemporaryFolder
    private var path: String { folder.url.path + "/passed" }

    init() throws { folder = try TemporaryFolder() }

    /// gestured with a bound socket as its descriptor 3, as systemd starts it.
    ///
    /// - Parameter kind: `STREAM`, `DGRAM`, or `WAIT` for a stream whose first client comes before gestured.
    private func activated(_ kind: String, _ arguments: String...) throws -> RunningProgram {
        let script = """
            import os, select, socket, sys
            path, kind, *command = sys.argv[1:]
            bound = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM if kind == "DGRAM" else socket.SOCK_STREAM)
            bound.bind(path)
            if kind != "DGRAM": bound.listen(8)
            print("bound", file=sys.stderr, flush=True)
            if kind == "WAIT": select.select([bound], [], [])
            os.set_inheritable(os.dup2(bound.fileno(), 3), True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="gestured")
            os.execv(command[0], command)
            """
        let play = [Program.gestured.url.path, "--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop"]
        return try RunningProgram(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", script, path, kind] + play + arguments)
    }

    @Test("The daemon listens on systemd's socket and keeps its file; an earlier client is answered")
    func listens() throws {
        let daemon = try activated("WAIT")
        daemon.expect("bound\n")
        let client = try RunningProgram(.gesturectl, ["status", "--json"], environment: ["GESTURED_SOCKET": path])
        #expect(daemon.expect("ready:").contains("listening on \(path), which systemd has opened"))
        #expect(client.wait() == 0)
        #expect(daemon.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("A path on the command line takes precedence, and the unused passed socket is logged")
    func otherPath() throws {
        let own = folder.url.path + "/own"
        let daemon = try activated("STREAM", "--socket", own)
        let said = daemon.expect("ready:")
        #expect(said.contains("listening on \(own)\n"))
        #expect(said.contains("the socket that systemd passes is not used, because --socket \(own) is given"))
        #expect(daemon.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: path) && !FileManager.default.fileExists(atPath: own))
    }

    @Test("An unusable passed socket ends the daemon with status 78 and the line of the faulty unit")
    func unusable() throws {
        let daemon = try activated("DGRAM")
        #expect(daemon.expect("ListenDatagram=").contains("passes as gestured is not a stream socket"))
        #expect(daemon.wait() == 78)
    }
}
