// Tests of clients that pass descriptors.

import GestureWire
import Glibc
import Linux
import Testing

@testable import Server

struct PassedDescriptorsTests {
    private let start = ContinuousClock.now
    /// Whether something took as long as a socket lingers.
    private var hasLingered: Bool { ContinuousClock.now - start >= LingeringSocket.time / 2 }

    /// A client that has only connected: the server has not seen it yet.
    private func connection(to server: TestServer) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(try #require(SocketAddress(path: server.path)).connect(descriptor) == 0)
        return descriptor
    }

    private func expectAnswer(_ client: TestClient) {
        client.request("status")
        #expect(client.lines().last?.contains(#""result""#) == true)
    }

    @Test(
        "a client that passes a socket that lingers is disconnected, and others are answered", arguments: [0, MSG_OOB])
    func reading(flags: Int) throws {
        let server = try TestServer()
        let closer = TestCloser(of: server)
        let (client, other) = (try TestClient(server), try TestClient(server))
        let socket = LingeringSocket()
        socket.pass(to: client.descriptor, flags: Int32(flags))
        #expect(Glibc.send(client.descriptor, "\n", 1, 0) == 1)
        server.settle()
        expectAnswer(other)
        #expect(client.isDisconnected())
        let who = "pid \(getpid()), uid \(getuid()), gid \(getgid())"
        #expect(server.messages(.warning) == ["peer (\(who)) passed descriptors, disconnected"])
        closer.closeAll(of: server)
        #expect(!hasLingered)
    }

    @Test(
        "a client that leaves a lingering socket unread, or is refused with one, delays no other", arguments: [64, 1])
    func closing(places: Int) throws {
        var limits = Limits()
        (limits.peers, limits.reservedPeers) = (places, 0)
        let server = try TestServer(limits: limits)
        let closer = TestCloser(of: server)
        let other = try TestClient(server)
        let socket = LingeringSocket()
        let client = try connection(to: server)
        if places > 1 { server.settle() }
        socket.pass(to: client)
        if places > 1 { close(client) }
        server.settle()
        expectAnswer(other)
        #expect(server.server?.peerCount == 1 && closer.waiting.count == 1)
        #expect(server.messages(.warning).contains { $0.contains("refused") } == (places == 1))
        closer.closeAll(of: server)
        #expect(!hasLingered)
        if places == 1 { close(client) }
    }

    @Test("at the end nothing lingers, neither of connected clients nor of those that wait to be accepted")
    func end() throws {
        let server = try TestServer()
        let closer = TestCloser(of: server)
        let sockets = [LingeringSocket(), LingeringSocket()]
        let client = try connection(to: server)
        server.settle()
        let late = try connection(to: server)
        defer { for descriptor in [client, late] { close(descriptor) } }
        sockets[0].pass(to: client)
        sockets[1].pass(to: late)
        server.stop()
        #expect(closer.waiting.count == 2, "the client's and the listening socket")
        closer.closeAll(of: server)
        #expect(!hasLingered)
    }

    @Test(
        "until its descriptor is closed, a client takes a place, and one of its user's",
        arguments: [true, false])
    func places(isOfUser: Bool) throws {
        var limits = Limits()
        limits.reservedPeers = 0
        if isOfUser { limits.peersPerUser = 2 } else { limits.peers = 2 }
        let server = try TestServer(limits: limits)
        let closer = TestCloser(of: server)
        let first = try TestClient(server)
        let client = try connection(to: server)
        server.settle()
        pass([0], with: "\n", to: client)
        close(client)
        server.settle()
        #expect(try TestClient(server).lines().first?.contains("2 peers") == true)
        closer.closeAll(of: server)
        #expect(try TestClient(server).lines().first?.contains("hello") == true)
        #expect(!first.isDisconnected())
    }

    @Test("a user's refused clients that are not closed yet do not keep others out, however many")
    func crowd() throws {
        var limits = Limits()
        limits.peersPerUser = 2
        let server = try TestServer(limits: limits)
        let closer = TestCloser(of: server)
        var clients = try (0..<2).map { _ in try TestClient(server) }
        for _ in 0..<200 {
            let other = try connection(to: server)
            pass([0], with: "\n", to: other)
            server.settle()
            close(other)
        }
        #expect(closer.waiting.count == 200)
        clients.removeLast()
        server.settle()
        #expect(try TestClient(server).lines().first?.contains("hello") == true)
    }

    @Test("the number of refused clients that are not closed yet is limited; the next ones wait")
    func refusedOnes() throws {
        var limits = Limits()
        (limits.peers, limits.reservedPeers, limits.refusedPeers) = (3, 0, 3)
        let server = try TestServer(limits: limits)
        let closer = TestCloser(of: server)
        var clients = try (0..<3).map { _ in try TestClient(server) }
        let others = try (0..<8).map { _ in try connection(to: server) }
        for other in others { pass([0], with: "\n", to: other) }
        server.settle("it must not spin")
        #expect(closer.waiting.count == 3 && server.server?.parts.transports.isPaused == true)
        closer.closeAll(of: server)
        server.settle()
        #expect(closer.waiting.count == 3)
        closer.closeAll(of: server)
        server.settle()
        closer.closeAll(of: server)
        clients.removeLast()
        server.settle()
        #expect(try TestClient(server).lines().first?.contains("hello") == true)
        for other in others { close(other) }
    }
}
