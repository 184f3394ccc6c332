// Tests of users that send more requests than their rate allows.

import GestureWire
import Glibc
import Testing

@testable import Server

private final class Clock {
    var now: Int64 = 1_000_000
}

struct RequestRatesTests {
    private let server: TestServer
    private let clock = Clock()

    init() throws {
        server = try TestServer(access: rules([.gestures, .attach]))
        let clock = clock
        server.server?.limitRequests { clock.now }
    }

    /// Sends small requests until one is not answered; returns how many were.
    private func exhaust(_ client: TestClient) -> Int {
        var answers = 0
        for number in 1...1000 {
            client.request("status")
            guard client.lines().count == 1 else { break }
            answers = number
        }
        return answers
    }

    @Test("The requests of a user that has sent too many wait, are answered in order, and delay no other user")
    func waiting() throws {
        let busy = try server.client(of: 1000)
        let second = try server.client(of: 1000)
        let other = try server.client(of: 1001)
        for client in [busy, second, other] { _ = client.lines() }
        #expect((240...256).contains(exhaust(busy)))
        for client in [second, other] {
            for number in 1...3 { client.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"list"}"#) }
        }
        #expect(second.lines().isEmpty, "they wait")
        #expect(other.lines().count == 3)
        let third = try server.client(of: 1000)
        #expect(third.lines().first?.contains("hello") == true)
        third.request("status")
        #expect(third.lines().isEmpty, "to connect again does not help")
        #expect(server.messages(.warning).count == 1)

        let due = try #require(server.server?.nextDeadline)
        #expect(due > clock.now && due - clock.now <= 100_000)
        clock.now = due - 1
        server.server?.advance(to: due - 1)
        server.settle("nothing spins meanwhile")
        #expect(second.lines().isEmpty)
        let clients = [busy, second, third]
        var answers = [0, 0, 0]
        while let due = server.server?.nextDeadline {
            clock.now = due
            server.server?.advance(to: due)
            server.settle()
            for (index, client) in clients.enumerated() { answers[index] += client.lines().count }
        }
        #expect(answers == [1, 3, 1])
    }

    @Test("Of a user's clients that wait, the one whose last request is longest ago is next")
    func turns() throws {
        let busy = try server.client(of: 1000)
        let late = try server.client(of: 1000)
        for client in [busy, late] { _ = client.lines() }
        _ = exhaust(busy)
        for number in 1...100 { busy.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"status"}"#) }
        for number in 1...3 { late.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"status"}"#) }
        var order = ""
        while order.filter({ $0 == "L" }).count < 3, order.count < 50, let due = server.server?.nextDeadline {
            clock.now = max(due, clock.now)
            server.server?.advance(to: clock.now)
            server.settle()
            order += String(repeating: "B", count: busy.lines().count)
            order += String(repeating: "L", count: late.lines().count)
        }
        #expect(order.hasPrefix("LBLBL"), "\(order)")
    }

    @Test("A waiting client continues in time, also when another user's request is charged at that moment")
    func chargedMeanwhile() throws {
        let busy = try server.client(of: 1000)
        let other = try server.client(of: 1001)
        for client in [busy, other] { _ = client.lines() }
        _ = exhaust(busy)
        let due = try #require(server.server?.nextDeadline)
        clock.now = due
        other.request("status")
        #expect(other.lines().count == 1)
        #expect(try #require(server.server?.nextDeadline) <= due)
        server.server?.advance(to: due)
        server.settle()
        #expect(busy.lines().count == 1)
    }

    @Test("A large request costs as much as many small ones")
    func large() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        let padding = String(repeating: " ", count: 60_000)
        for number in 1...16 {
            client.send(#"{"jsonrpc":"2.0","id":\#(number),\#(padding)"method":"status"}"#)
            #expect(client.lines().count == 1)
        }
        #expect(exhaust(client) < 16)
    }

    @Test("Views that move with every picture never wait, and a flood of updates does")
    func updates() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        func update() { client.request("update", #"{"regions":[]}"#) }
        for _ in 0..<2000 {
            for _ in 0..<10 { update() }
            #expect(client.lines().count == 10)
            clock.now += 8333
        }
        var answers = 0
        for _ in 0..<5000 {
            update()
            let count = client.lines().count
            if count == 0 { break }
            answers += count
        }
        #expect((1000...4000).contains(answers))
        #expect(try #require(server.server?.nextDeadline) - clock.now < 10_000)
    }

    @Test("A user that comes to the screen or leaves it has the limits of another user from then on")
    func session() throws {
        let busy = try server.client(of: 1000)
        for _ in 1...2 { try busy.subscribe() }
        let second = try server.client(of: 1001)
        try second.subscribe()
        func order() -> [Int]? { server.server?.parts.connections.peersInTurn.map(\.connection) }
        #expect(order() == [2, 1], "users with fewer subscriptions are served first")
        _ = (busy.lines(), second.lines())
        _ = exhaust(busy)
        // The user at the screen owns its connections itself, and owes nothing.
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(1), at: 1)
        server.settle()
        #expect(busy.lines().count == 1)
        #expect(
            [getuid(), 1000].map { server.server?.parts.connections.subscriptionCount(of: $0) } == [3, 0])
        #expect(order() == [1, 2])
        server.server?.findOwner = { _ in 1000 }
        server.server?.use(sessionOf: nil, firstTouch: TouchMark(1), at: 1)
        for client in [busy, second] {
            client.request("status")
            #expect(client.lines().isEmpty, "both belong to the user that owes")
        }
    }

    @Test("Gestures are sent to clients whose requests wait, and disconnected ones are forgotten")
    func meanwhile() throws {
        var busy: TestClient? = try server.client(of: 1000)
        try busy?.subscribe()
        _ = try exhaust(#require(busy))
        server.publish(tap(1))
        #expect(try busy?.gestures().count == 1)
        busy = nil
        server.settle("nothing spins")
        #expect(server.server?.peerCount == 0 && server.server?.nextDeadline == nil)
    }

    @Test("Each turn carries out one request of a peer, so that devices are read in between")
    func oneAtATime() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        let peer = try #require(server.peers.first)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n"
        let bytes = Array((request + request + request).utf8)
        #expect(bytes.withUnsafeBytes { PeerStream(client.descriptor).send($0) } == .bytes(bytes.count))
        for count in 1...3 {
            server.server?.ready(peer.descriptor, readable: count == 1, writable: count > 1, hangup: false)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let length = recv(client.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            let answers = buffer.prefix(max(0, length)).count { $0 == UInt8(ascii: "\n") }
            #expect(answers == 1 && peer.hasBacklog == (count < 3))
        }
    }
}
