// Tests of a listening socket that another process has opened.

import Foundation
import Glibc
import Linux
import Testing

@testable import Server

/// A process that opens sockets for services.
private final class Opener {
    private let own: Descriptor
    var descriptor: Int32 { own.number }
    let path: String

    init(_ path: String) throws {
        self.path = path
        own = try Descriptor("socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        #expect(try #require(SocketAddress(path: path)).bind(descriptor) == 0)
        #expect(chmod(path, 0o604) == 0 && listen(descriptor, 16) == 0)
    }

    var status: stat {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        return status
    }
}

struct PassedSocketTests {
    @Test("its file stays unchanged, earlier clients are served by this server, and later ones by the next")
    func passed() throws {
        let server = try TestServer(starting: false)
        let opener = try Opener(server.path)
        let before = opener.status
        // No server runs yet, so this is not refused but waits.
        let early = try TestClient(server)
        #expect(early.lines().isEmpty)
        try server.start(passed: dup(opener.descriptor))
        server.settle()
        #expect(early.lines().first?.contains("hello") == true)
        #expect(server.messages(.notice) == ["listening on \(server.path), which systemd has opened"])
        server.stop()
        #expect(early.isDisconnected())
        let late = try TestClient(server)
        #expect(late.lines().isEmpty && !late.isDisconnected())
        let after = opener.status
        #expect(after.st_ino == before.st_ino && after.st_mode == before.st_mode && after.st_gid == before.st_gid)
        try server.start(passed: dup(opener.descriptor))
        server.settle()
        #expect(late.lines().first?.contains("hello") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.directory) == ["gestured.sock"])
    }

    @Test("the server never waits for a client on it, and passes it to no program")
    func flags() throws {
        let server = try TestServer(starting: false)
        let opener = try Opener(server.path)
        #expect(fcntl(opener.descriptor, F_GETFL) & O_NONBLOCK == 0, "or this tests nothing")
        #expect(fcntl(opener.descriptor, F_SETFL, O_ASYNC) == 0)
        let passed = dup(opener.descriptor)
        try server.start(passed: passed)
        #expect(fcntl(passed, F_GETFL) & (O_NONBLOCK | O_ASYNC) == O_NONBLOCK, "without the flags of another daemon")
        #expect(fcntl(passed, F_GETFD) & FD_CLOEXEC != 0)
        server.stop()
        #expect(fcntl(passed, F_GETFD) == -1, "closed with the server")
    }

    @Test("credentials that its unit requests with each message are harmless")
    func credentials() throws {
        let server = try TestServer(starting: false)
        let opener = try Opener(server.path)
        var yes: Int32 = 1
        for option in [SO_PASSCRED, SO_PASSSEC] {
            #expect(setsockopt(opener.descriptor, SOL_SOCKET, option, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0)
        }
        let early = try TestClient(server)
        try server.start(passed: dup(opener.descriptor))
        for client in [early, try TestClient(server)] {
            client.request("status")
            #expect(client.lines().last?.contains(#""id""#) == true)
        }
    }

    @Test("when another owner shuts it down, the server reports that once, and checks again once a second")
    func shutDown() throws {
        let server = try TestServer(starting: false)
        let opener = try Opener(server.path)
        try server.start(passed: dup(opener.descriptor))
        let client = try TestClient(server)
        server.server?.advance(to: 5_000_000)
        #expect(shutdown(opener.descriptor, Int32(SHUT_RDWR)) == 0)
        for second in 6...8 {
            server.settle("it must not spin")
            #expect(server.watched.count == 1, "only the client is")
            #expect(server.server?.nextDeadline == Int64(second) * 1_000_000)
            server.server?.advance(to: Int64(second) * 1_000_000)
        }
        #expect(server.messages(.warning).count == 1 && server.messages(.warning)[0].contains("shut down"))
        client.request("status")
        #expect(client.lines().last?.contains("uptime") == true, "accepted clients are served")
        server.settle()
        server.stop()
        #expect(server.watched.isEmpty)
    }

    @Test("a descriptor that cannot be used without waiting is an error, not a server, and is closed")
    func unusable() throws {
        let server = try TestServer(starting: false)
        // O_PATH: it names a file without having it open.
        let passed = open("/", 0o10_000_000 | O_CLOEXEC)
        let error = #expect(throws: SocketError.self) { try server.start(passed: passed) }
        #expect(error?.call == "fcntl" && error?.errorNumber == EBADF)
    }

    @Test("when others and root have filled every place, one is left for the daemon's own user")
    func ownUser() throws {
        var access = Access()
        access.privilegedUsers = [0, 990]
        let rules = try #require(try TestServer(access: access).server).parts.rules
        #expect(rules.room(for: 1000) == 64 && rules.room(for: 0) == 66 && rules.room(for: 990) == 67)
    }
}
