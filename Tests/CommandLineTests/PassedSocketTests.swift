// Test of gestured on a socket that systemd passes; a script plays systemd.

import Foundation
import Testing

@Suite struct PassedSocketTests {
    @Test("A path on the command line takes precedence, and the unused passed socket is logged")
    func otherPath() throws {
        let folder = try TemporaryFolder()
        let (passed, own) = (folder.url.path + "/passed", folder.url.path + "/own")
        let script = """
            import os, socket, sys
            path, *command = sys.argv[1:]
            bound = socket.socket(socket.AF_UNIX)
            bound.bind(path)
            bound.listen(8)
            os.set_inheritable(os.dup2(bound.fileno(), 3), True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="gestured")
            os.execv(command[0], command)
            """
        let play = ["--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop", "--socket", own]
        let daemon = try RunningProgram(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", script, passed, Program.gestured.url.path] + play)
        let said = daemon.expect("ready:")
        #expect(said.contains("listening on \(own)\n"))
        #expect(said.contains("the socket that systemd passes is not used, because --socket \(own) is given"))
        #expect(daemon.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: passed) && !FileManager.default.fileExists(atPath: own))
    }
}
