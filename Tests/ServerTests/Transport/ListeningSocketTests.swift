// Tests of the socket's file: creation, mode, group, removal, other daemons.

import Foundation
import Glibc
import Linux
import Testing

@testable import Server

private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

final class ListeningSocketTests {
    private let directory: String

    init() throws { directory = try temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    @Test(
        "the socket has mode 0660 with any umask, its missing directory is created, its file is removed with the server"
    )
    func lifetime() throws {
        let path = directory + "/run/gestured.sock"
        let socket = try ListeningSocket(path: path)
        #expect(mode(path) == 0o660)
        #expect(mode(directory + "/run") == 0o755)
        socket.close()
        #expect(mode(path) == nil)
    }

    @Test("the socket belongs to the group of the clients if that exists")
    func group() throws {
        let socket = try ListeningSocket(path: directory + "/s")
        defer { socket.close() }
        var status = stat()
        #expect(lstat(directory + "/s", &status) == 0)
        let isPermitted = getuid() == 0
        let group = getgrnam("gestures")?.pointee.gr_gid
        #expect(status.st_gid == (isPermitted ? group : nil) ?? getgid())
    }

    @Test("the socket of a dead daemon is replaced")
    func leftover() throws {
        let server = try TestServer(starting: false)
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(try #require(SocketAddress(path: server.path)).bind(dead) == 0)
        close(dead)
        #expect(mode(server.path) != nil)
        try server.start()
        #expect(try TestClient(server).lines().count == 1)
    }

    @Test("a second daemon is refused, and the first continues")
    func secondDaemon() throws {
        let first = try TestServer()
        let error = #expect(throws: SocketError.self) { try first.start() }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.path == first.path)
        #expect(error?.description.contains("already running") == true)
        first.settle()
        #expect(try TestClient(first).lines().count == 1)
    }

    @Test("a file that is not a socket is never removed")
    func occupied() throws {
        let server = try TestServer(starting: false)
        try Data().write(to: URL(fileURLWithPath: server.path))
        let error = #expect(throws: SocketError.self) { try server.start() }
        #expect(error?.code == .occupied)
        #expect(FileManager.default.fileExists(atPath: server.path))
    }

    @Test("a file that another daemon has put in its place stays")
    func foreignFile() throws {
        let first = try ListeningSocket(path: directory + "/s")
        unlink(directory + "/s")
        let second = try ListeningSocket(path: directory + "/s")
        first.close()
        #expect(mode(directory + "/s") != nil)
        second.close()
    }

    @Test(
        "an unusable path is refused with a message",
        arguments: ["", String(repeating: "x", count: 108), "/tmp/a\0b"])
    func unusablePath(path: String) {
        let error = #expect(throws: SocketError.self) { try ListeningSocket(path: path) }
        #expect(error?.code == .unusablePath)
        #expect(error?.description.contains("--socket") == true)
    }

    @Test("a missing directory of the directory is reported with the system call and its errno")
    func missingDirectory() throws {
        let error = #expect(throws: SocketError.self) { try ListeningSocket(path: directory + "/a/b/s") }
        #expect(error?.code == .directory)
        #expect(error?.call == "mkdir")
        #expect(error?.errorNumber == ENOENT)
    }
}
