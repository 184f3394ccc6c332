// Tests of users' limits across several uids.

import GestureWire
import Glibc
import Linux
import Testing

@testable import Server

extension TestServer {
    /// Connects a client that the server treats as one of this owner, or of an unknown user.
    func client(of owner: UInt32?) throws -> TestClient {
        server?.findOwner = { _ in owner }
        return try TestClient(self)
    }
}

struct UsersTests {
    let server: TestServer

    init() throws {
        server = try TestServer(access: rules([.gestures]))
    }

    @Test("connections of subordinate uids share the limits of their owner, others are accepted")
    func owner() throws {
        let all = try (0..<16).map { _ in try server.client(of: 1000) }
        #expect(try server.client(of: 1000).lines().first?.contains("16 peers of uid 1000 are connected") == true)
        let other = try server.client(of: 1001)
        #expect(other.lines().first?.contains("hello") == true)
        #expect(all.allSatisfy { !$0.isDisconnected() })
        let peers = server.peers
        #expect(server.server?.connections(ofUserOf: try #require(peers.first).connection).count == 16)
        #expect(server.messages(.warning).count == 1)
        #expect(server.log.last { $0.level == .warning }?.owner == 1000)
    }

    @Test("users that are subordinate to root, as those of containers, do not take root's places")
    func subordinatesOfRoot() {
        server.server?.findOwner = { _ in 0 }
        var access = rules([.gestures])
        access.privilegedUsers = [0]
        server.server?.use(access, limits: Limits())
        #expect([0, 1_000_001].map { server.server?.parts.rules.owner(of: $0) } == [0, Server.unknownOwner])
    }

    @Test(
        "one place is left also if there are few places",
        arguments: [(8, 4, 7), (4, 2, 3), (2, 1, 2), (1, 1, 1), (64, 16, 32)])
    func fewPlaces(peers: Int, ofOne: Int, most: Int) throws {
        var limits = Limits()
        (limits.peers, limits.peersPerUser, limits.reservedPeers) = (peers, ofOne, 0)
        server.server?.use(rules([.gestures]), limits: limits)
        var all: [TestClient] = []
        for owner in [1000, nil] as [UInt32?] {
            for _ in 0..<64 { all.append(try server.client(of: owner)) }
        }
        #expect(server.server?.peerCount == most)
    }

    @Test("a user named in the configuration has limits of its own, and so have privileged users")
    func namedUsers() throws {
        server.server?.findOwner = { _ in nil }
        #expect(server.server?.parts.rules.owner(of: 5000) == Server.unknownOwner)
        var access = Access(grants: [AccessGrant(.user(5000), allow: [.gestures])])
        access.privilegedUsers = [7]
        server.server?.use(access, limits: Limits())
        #expect([5000, 7, 5001].map { server.server?.parts.rules.owner(of: $0) } == [5000, 7, Server.unknownOwner])
    }

    @Test("all connections of a user have at most 64 subscriptions, and others have theirs")
    func subscriptions() throws {
        let clients = try (0..<5).map { _ in try server.client(of: 1000) }
        for client in clients.prefix(4) {
            for _ in 0..<16 { try client.subscribe() }
        }
        clients[4].request("subscribe")
        #expect(clients[4].lines().last?.contains("the connections of this user have 64 subscriptions already") == true)
        clients[0].request("unsubscribe", #"{"subscription":3}"#)
        #expect(try clients[4].subscribe().subscription == 1)
        #expect(try server.client(of: 1001).subscribe().subscription == 1)
    }

    @Test("a connection has at most 64 globs, those of a user take at most 64 KiB, and others have theirs")
    func globs() throws {
        let globs = Array(repeating: "\"\(String(repeating: "[", count: 256))\"", count: 32).joined(separator: ",")
        let params = #"{"recognizers":[\#(globs)],"surfaces":[\#(globs)]}"#
        let clients = try (0..<5).map { _ in try server.client(of: 1000) }
        for client in clients.prefix(4) { try client.subscribe(params) }
        for client in clients { client.request("subscribe", #"{"recognizers":["tap"]}"#) }
        #expect(clients[0].lines().last?.contains("this connection would have more than 64 globs") == true)
        #expect(clients[4].lines().last?.contains("subscriptions would take more than 65536 bytes") == true)
        try server.client(of: 1001).subscribe(params)
        clients[0].request("unsubscribe", #"{"subscription":1}"#)
        try clients[4].subscribe(params)
    }

    @Test("each turn accepts one client, so that devices are read in between")
    func oneAtATime() throws {
        let listener = try #require(server.transport?.descriptor)
        var waiting: [Int32] = []
        for _ in 0..<5 {
            waiting.append(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            #expect(try #require(SocketAddress(path: server.path)).connect(try #require(waiting.last)) == 0)
        }
        for count in 1...5 {
            server.server?.ready(listener, readable: true, writable: false, hangup: false)
            #expect(server.server?.peerCount == count)
        }
        for descriptor in waiting { close(descriptor) }
    }
}
