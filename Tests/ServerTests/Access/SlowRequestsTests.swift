// Tests of requests that use up the time of their user.

import GestureWire
import Glibc
import Testing

@testable import Server

/// A clock that advances with each reading.
private final class Clock {
    var now: Int64 = 1_000_000
    var step: Int64 = 0

    func look() -> Int64 {
        now += step
        return now
    }
}

struct SlowRequestsTests {
    private let server: TestServer
    private let clock = Clock()

    init() throws {
        var access = Access(grants: [AccessGrant(.group(getgid()), allow: [.gestures, .attach])])
        access.privilegedUsers = []
        server = try TestServer(access: access)
        let clock = clock
        server.server?.limitTime { clock.look() }
    }

    @Test("the requests of a user without time left wait, are answered in order, and delay no other")
    func waiting() throws {
        let slow = try server.client(of: 1000)
        let second = try server.client(of: 1000)
        let other = try server.client(of: 1001)
        for client in [slow, second, other] { _ = client.lines() }
        clock.step = 20_000
        for _ in 0..<3 { slow.request("list", #"{"what":"surfaces"}"#) }
        #expect(slow.lines().count == 3)
        clock.step = 0
        for client in [slow, second, other] {
            for number in 1...3 { client.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"list"}"#) }
        }
        #expect(slow.lines().isEmpty && second.lines().isEmpty, "they wait")
        #expect(other.lines().count == 3)
        let third = try server.client(of: 1000)
        #expect(third.lines().first?.contains("hello") == true)
        third.request("status")
        #expect(third.lines().isEmpty, "to connect again does not help")
        #expect(server.messages(.warning).count == 1)

        let due = try #require(server.server?.nextDeadline)
        // From the first charge on: 20 ms each except for the free part, and 50 ms of that may be used at once.
        #expect(due == 1_040_000 + (3 * (20_000 - 100) - 50_000) * 500)
        clock.now = due - 1
        server.server?.advance(to: due - 1)
        server.settle("nothing spins meanwhile")
        #expect(slow.lines().isEmpty)
        clock.now = due
        server.server?.advance(to: due)
        server.settle()
        for client in [slow, second] {
            let answers = client.lines()
            #expect(answers.count == 3)
            for number in 1...3 { #expect(answers[number - 1].contains(#""id":\#(number),"#)) }
        }
        #expect(third.lines().count == 1)
        #expect(server.server?.nextDeadline == nil)
    }

    @Test("a waiting client continues in time, also when another user's request is charged at that moment")
    func chargedMeanwhile() throws {
        let slow = try server.client(of: 1000)
        let other = try server.client(of: 1001)
        for client in [slow, other] { _ = client.lines() }
        clock.step = 20_000
        for _ in 0..<3 { slow.request("list", #"{"what":"surfaces"}"#) }
        clock.step = 0
        #expect(slow.lines().count == 3)
        slow.request("status")
        #expect(slow.lines().isEmpty)
        let due = try #require(server.server?.nextDeadline)
        clock.now = due
        other.request("status")
        #expect(other.lines().count == 1)
        #expect(try #require(server.server?.nextDeadline) <= due)
        server.server?.advance(to: due)
        server.settle()
        #expect(slow.lines().count == 1)
        #expect(server.server?.nextDeadline == nil)
    }

    /// However long its requests take.
    private func expectNoWait(of client: TestClient) {
        _ = client.lines()
        clock.step = 1_000_000
        for _ in 0..<100 { client.request("list") }
        #expect(client.lines().count == 100)
    }

    @Test("only processor time is charged: other programs on the processor cost a user nothing")
    func preempted() throws {
        let clock = clock
        server.server?.limitTime(by: { clock.look() }, measuredBy: { 0 })
        let client = try server.client(of: 1000)
        expectNoWait(of: client)
    }

    @Test("Short updates may take 3 % of the time, so that views can move with every picture; above it they wait")
    func updates() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        func update() { client.request("update", #"{"regions":[]}"#) }
        clock.step = 400
        var answers = 0
        for _ in 0..<600 {
            update()
            answers += client.lines().count
            clock.now += 16_667
        }
        #expect(answers == 600)
        for _ in 0..<60 { update() }
        clock.step = 0
        update()
        #expect(client.lines().count < 61, "it waits")
        let due = try #require(server.server?.nextDeadline)
        #expect(due - clock.now < 500_000)
        clock.now = due
        server.server?.advance(to: due)
        server.settle()
        #expect(server.server?.nextDeadline == nil && client.lines().count >= 1)
    }

    @Test("Long updates are charged as other requests are")
    func longUpdates() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        clock.step = 20_000
        for _ in 0..<3 { client.request("update", #"{"regions":[]}"#) }
        clock.step = 0
        client.request("status")
        #expect(client.lines().count == 3, "it waits")
        #expect(try #require(server.server?.nextDeadline) - clock.now > 1_000_000)
    }

    @Test("What a request causes for everybody is not charged")
    func uncharged() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        server.control.meetingDemand = { [unowned server, clock] in server.server?.withoutCharge { clock.now += 60_000 }
        }
        for _ in 1...15 { client.request("subscribe") }
        client.request("status")
        #expect(client.lines().count == 16)
    }

    @Test("work that a request causes is done before it is charged")
    func demand() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        server.control.meetingDemand = { [clock] in clock.now += 60_000 }
        for _ in 1...3 { client.request("subscribe") }
        #expect(client.lines().count == 3)
        client.request("status")
        #expect(client.lines().isEmpty, "it waits")
    }

    @Test("a user that comes to the screen or leaves it has the limits of another user from then on")
    func session() throws {
        let slow = try server.client(of: 1000)
        for _ in 1...2 { try slow.subscribe() }
        let second = try server.client(of: 1001)
        try second.subscribe()
        func order() -> [Int]? { server.server?.parts.connections.peersInTurn.map(\.connection) }
        #expect(order() == [2, 1], "users with fewer subscriptions are served first")
        clock.step = 60_000
        for _ in 1...3 { slow.request("status") }
        clock.step = 0
        _ = (slow.lines(), second.lines())
        slow.request("status")
        #expect(slow.lines().isEmpty, "it waits")
        // The user at the screen owns its connections itself, and owes nothing.
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(1), at: 1)
        server.settle()
        #expect(slow.lines().count == 1)
        #expect(
            server.server?.parts.connections.subscriptionCount(of: getuid()) == 3
                && server.server?.parts.connections.subscriptionCount(of: 1000) == 0)
        #expect(order() == [1, 2])
        server.server?.findOwner = { _ in 1000 }
        server.server?.use(sessionOf: nil, firstTouch: TouchMark(1), at: 1)
        for client in [slow, second] {
            client.request("status")
            #expect(client.lines().isEmpty, "both belong to the user that owes")
        }
    }

    @Test(
        "of a user's connections with too expensive recognizers the costliest is disconnected with that reason, and requests wait"
    )
    func ownRecognizers() throws {
        let greedy = try server.client(of: 1000)
        let second = try server.client(of: 1000)
        let other = try server.client(of: 1001)
        for client in [greedy, second, other] { _ = client.lines() }
        var frames = 0
        func letFrameCost(_ time: Int64, of connection: Int) {
            server.server?.charge(connection) {
                clock.now += time
                frames += 1
            }
        }
        for _ in 1...100 {
            letFrameCost(1000, of: 1)
            clock.now += 3000
            letFrameCost(10, of: 2)
        }
        for _ in 1...4 { letFrameCost(2000, of: 3) }
        for client in [greedy, second, other] { #expect(client.lines().isEmpty) }
        for _ in 1...12 {
            letFrameCost(10, of: 2)
            letFrameCost(5000, of: 1)
            letFrameCost(10, of: 2)
        }
        #expect(second.lines().isEmpty, "the other one of the same user has taken little")
        #expect(try #require(greedy.lines().first).contains("-32000"))
        #expect(server.server?.nextDeadline ?? .max <= clock.now)
        server.server?.advance(to: clock.now)
        server.settle()
        #expect(server.control.news.contains("1 ended") && !server.control.news.contains("3 ended"))
        #expect(server.server?.parts.connections.peers.map(\.connection) == [2, 3])
        other.request("status")
        #expect(other.lines().count == 1)
        second.request("status")
        #expect(second.lines().isEmpty, "it waits")
        let due = try #require(server.server?.nextDeadline)
        clock.now = due
        server.server?.advance(to: due)
        server.settle()
        #expect(second.lines().count == 1)
        letFrameCost(10, of: 9)
        #expect(frames == 241, "also of a connection that has just gone")
    }

    @Test("of a user's connections the one that is too expensive now is disconnected, not an older one")
    func longAgo() throws {
        let steady = try server.client(of: 1000)
        let greedy = try server.client(of: 1000)
        for client in [steady, greedy] { _ = client.lines() }
        for _ in 1...1000 {
            server.server?.charge(1) { clock.now += 1005 }
            clock.now += 3000
        }
        for _ in 1...8 { server.server?.charge(2) { clock.now += 5000 } }
        #expect(try #require(greedy.lines().first).contains("-32000"))
        #expect(steady.lines().isEmpty)
    }

    @Test("a client that leaves while its recognizers work is charged: other clients of its user wait")
    func gone() throws {
        for connection in 1...5 {
            var client: TestClient? = try server.client(of: 1000)
            _ = client?.lines()
            server.server?.charge(connection) {
                clock.now += 8000
                client = nil
                server.settle()
            }
        }
        let client = try server.client(of: 1000)
        _ = client.lines()
        client.request("status")
        #expect(client.lines().isEmpty, "it waits")
    }

    @Test("the recognizers of privileged users may take any time")
    func privilegedRecognizers() throws {
        server.server?.use(Access(), limits: Limits())
        let client = try TestClient(server)
        _ = client.lines()
        for _ in 1...100 { server.server?.charge(1) { clock.now += 1_000_000 } }
        client.request("list")
        #expect(client.lines().count == 1)
    }

    @Test("gestures are sent to clients whose requests wait, and disconnected ones are forgotten")
    func meanwhile() throws {
        var slow: TestClient? = try server.client(of: 1000)
        try slow?.subscribe()
        clock.step = 60_000
        for _ in 1...3 { slow?.request("list") }
        clock.step = 0
        server.publish(tap(1))
        #expect(try slow?.gestures().count == 1)
        slow = nil
        server.settle("nothing spins")
        #expect(server.server?.peerCount == 0)
        let due = try #require(server.server?.nextDeadline)
        server.server?.advance(to: due)
        #expect(server.server?.nextDeadline == nil)
    }

    @Test("privileged users never wait")
    func privileged() throws {
        server.server?.use(Access(), limits: Limits())
        let client = try TestClient(server)
        expectNoWait(of: client)
    }

    @Test("each turn carries out one request of a peer, so that devices are read in between")
    func oneAtATime() throws {
        let client = try server.client(of: 1000)
        _ = client.lines()
        let peer = try #require(server.server?.parts.connections.peers.first)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n"
        let bytes = Array((request + request + request).utf8)
        #expect(bytes.withUnsafeBytes { PeerStream(client.descriptor).send($0) } == .bytes(bytes.count))
        for count in 1...3 {
            var answers = 0
            server.server?.ready(peer.descriptor, readable: count == 1, writable: count > 1, hangup: false)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            if case .bytes(let length) = buffer.withUnsafeMutableBytes({
                PeerStream(client.descriptor).receive(into: $0)
            }) {
                answers = buffer[..<length].count { $0 == UInt8(ascii: "\n") }
            }
            #expect(answers == 1 && peer.hasBacklog == (count < 3))
        }
    }
}
