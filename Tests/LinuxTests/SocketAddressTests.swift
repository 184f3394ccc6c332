// Addresses of Unix sockets.

import Glibc
import Linux
import Testing

struct SocketAddressTests {
    private static func datagramSocket() throws -> Descriptor {
        try Descriptor("socket", socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    }

    @Test("a socket's path must not be empty, too long or contain NUL", arguments: ["", "a\0b"])
    func unusable(path: String) {
        #expect(SocketAddress(path: path) == nil && SocketAddress(notation: path) == nil)
        let longest = String(repeating: "x", count: SocketAddress.longestPath)
        #expect(SocketAddress(path: longest) != nil && SocketAddress(notation: longest) != nil)
        #expect(SocketAddress(path: longest + "x") == nil && SocketAddress(notation: longest + "x") == nil)
    }

    @Test("a leading @ means the abstract name space only in systemd's notation")
    func abstract() throws {
        let name = "@gestured-test-\(getpid())"
        let receiver = try Self.datagramSocket()
        #expect(try #require(SocketAddress(notation: name)).bind(receiver.number) == 0)
        #expect(SocketAddress.path(of: receiver.number) == nil)
        let sender = try Self.datagramSocket()
        #expect(try #require(SocketAddress(path: name)).connect(sender.number) == ENOENT)
        #expect(try #require(SocketAddress(notation: name)).send([1, 2, 3], from: sender.number, flags: 0) == 0)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(recv(receiver.number, &bytes, bytes.count, 0) == 3 && bytes.starts(with: [1, 2, 3]))
    }

    @Test("a bound socket knows its path, and is reachable in either notation")
    func path() throws {
        let path = "/tmp/gestured-test-\(getpid()).socket"
        defer { unlink(path) }
        let receiver = try Self.datagramSocket()
        #expect(try #require(SocketAddress(path: path)).bind(receiver.number) == 0)
        #expect(SocketAddress.path(of: receiver.number) == path)
        let sender = try Self.datagramSocket()
        #expect(try #require(SocketAddress(notation: path)).send([1], from: sender.number, flags: 0) == 0)
        #expect(try #require(SocketAddress(path: path)).connect(sender.number) == 0)
        #expect(try #require(SocketAddress(path: path)).bind(sender.number) == EADDRINUSE)
    }
}
