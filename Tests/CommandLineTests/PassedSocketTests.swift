// Tests of gestured on a socket that systemd passes; a shell plays systemd.

import Foundation
import Glibc
import Testing

/// gestured with a descriptor 3, started as systemd starts a service with a socket.
private final class Activated {
    private let errors = Pipe()
    private var process: pid_t = 0
    private var isOver = false

    init(_ descriptor: Int32, name: String = "gestured", count: String = "1", _ arguments: [String] = []) throws {
        // Only the process itself knows its process number before it becomes gestured.
        let script = #"LISTEN_PID=$$ LISTEN_FDS="$1" LISTEN_FDNAMES="$2"; shift 2; export ${!LISTEN_*}; exec "$@""#
        let play = ["--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop"]
        let words = ["bash", "-c", script, "bash", count, name, Program.gestured.url.path] + play + arguments
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, descriptor, 3)
        // There is no second descriptor.
        posix_spawn_file_actions_addclose(&actions, 4)
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        #expect(posix_spawn(&process, "/bin/bash", &actions, nil, &pointers, environ) == 0)
        try errors.fileHandleForWriting.close()
    }

    deinit { if !isOver { _ = stop() } }

    func said(until words: String) -> String { RunningProgram.read(errors) { $0.contains(words) } }

    func stop() -> Int32 {
        kill(process, SIGTERM)
        return wait()
    }

    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isOver = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}

private func opened(_ path: String, _ type: __socket_type = SOCK_STREAM) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafeBytes(of: address) {
        bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
    }
    try #require(isBound && (type == SOCK_DGRAM || listen(descriptor, 8) == 0))
    return descriptor
}

@Suite struct PassedSocketTests {
    @Test("The daemon listens on systemd's socket and keeps its file; an earlier client is answered")
    func listens() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/passed"
        let socket = try opened(path)
        defer { close(socket) }
        let client = try RunningProgram(.gesturectl, ["status", "--json"], environment: ["GESTURED_SOCKET": path])
        let daemon = try Activated(socket)
        #expect(daemon.said(until: "ready:").contains("listening on \(path), which systemd has opened"))
        #expect(client.wait() == 0)
        #expect(daemon.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("A path on the command line takes precedence, and the unused passed socket is logged")
    func path() throws {
        let folder = try TemporaryFolder()
        let (passed, own) = (folder.url.path + "/passed", folder.url.path + "/own")
        let socket = try opened(passed)
        defer { close(socket) }
        let daemon = try Activated(socket, ["--socket", own])
        let said = daemon.said(until: "ready:")
        #expect(said.contains("listening on \(own)\n"))
        #expect(said.contains("the socket that systemd passes is not used, because --socket \(own) is given"))
        #expect(daemon.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: passed) && !FileManager.default.fileExists(atPath: own))
    }

    @Test("An unusable passed socket ends the daemon with status 78 and the line of the faulty unit")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let socket = try opened(folder.url.path + "/passed", SOCK_DGRAM)
        defer { close(socket) }
        let datagrams = try Activated(socket)
        #expect(datagrams.said(until: "ListenDatagram=").contains("passes as gestured is not a stream socket"))
        #expect(datagrams.wait() == 78)
        let missing = try Activated(socket, name: "gestured:gestured", count: "2")
        #expect(missing.said(until: "LISTEN_FDS=2").contains("1 of them are open"))
        #expect(missing.wait() == 78)
    }
}
