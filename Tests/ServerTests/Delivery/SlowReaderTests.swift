// Tests of peers that do not read.

import GestureWire
import Glibc
import Testing

@testable import Server

struct SlowReaderTests {
    let server: TestServer
    let slow: TestClient
    let quick: TestClient

    init() throws {
        server = try TestServer()
        slow = try TestClient(server)
        try slow.subscribe()
        quick = try TestClient(server)
        try quick.subscribe()
    }

    private var slowPeer: Peer? {
        server.peers.first { $0.subscriptions.first?.sequence ?? 0 > 0 && !$0.outbox.isEmpty }
    }

    /// Publishes until the slow peer's socket takes no more.
    private func fill(_ next: (Int) -> GestureNotification) throws {
        for number in 1...100_000 {
            server.publish(next(number))
            #expect(try quick.gestures().count == 1)
            if slowPeer != nil { return }
        }
        Issue.record("the socket never filled up")
    }

    @Test("others receive everything at once, while changes for the slow client are merged and still add up")
    func merging() throws {
        server.publish(pan(.began, x: 1))
        #expect(try quick.gestures().count == 1)
        try fill { pan(.changed, x: 1 + Double($0)) }
        for x in 1...5000 {
            server.publish(pan(.changed, x: Double(1_000_000 + x)))
            #expect(try quick.gestures().last?.translation == Double(1_000_000 + x))
        }
        #expect(try #require(slowPeer).outbox.count <= 2, "one change waits, in addition to the half-sent one")
        server.publish(pan(.ended, x: 2_000_000))
        let received = try slow.gestures()
        #expect(received.first?.notification.state == .began)
        #expect(received.last?.notification.state == .ended)
        #expect(received.map(\.translation).last == 2_000_000)
        #expect(received.reduce(0) { $0 + $1.step } == 2_000_000)
        #expect(zip(received, received.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
        #expect(!slow.isDisconnected())
        server.publish(tap(9))
        #expect(try slow.gestures().count == 1, "it has caught up")
        #expect(server.messages(.warning).isEmpty)
    }

    @Test(
        "when only those are left and there is no room, the client gets the loss and a snapshot, then is disconnected")
    func overflow() throws {
        server.publish(pan(.began, x: 5, gesture: 0))
        #expect(try quick.gestures().count == 1)
        try fill { tap($0) }
        for number in 1...400 {
            server.publish(tap(number))
            #expect(try quick.gestures().count == 1)
        }
        let lagged = try slow.lagged()
        #expect(lagged.snapshot.subscription == 1 && lagged.snapshot.gestures.map(\.gesture) == [0])
        #expect((250...257).contains(lagged.dropped))
        #expect(slow.isDisconnected())
        #expect(server.peers.count == 1)
        let warning = try #require(server.messages(.warning).first)
        #expect(warning.contains("pid \(getpid()), uid \(getuid())"))
        #expect(!quick.isDisconnected())
    }

    @Test("peers that lag store no snapshots: each is written when the peer reads it")
    func lateSnapshots() throws {
        try fill { tap($0) }
        let peer = try #require(slowPeer)
        server.publish(pan(.began, x: 3, gesture: 200_000))
        for number in 1...300 where peer.missesLeft == nil { server.publish(tap(number)) }
        #expect(peer.missesLeft != nil && peer.outbox.lines == [.lagged(subscription: 1, dropped: 256)])
        server.publish(pan(.ended, x: 3, gesture: 200_000))
        let lagged = try slow.lagged()
        #expect(lagged.dropped == 256 && lagged.snapshot.gestures.isEmpty, "it is over by now")
    }

    @Test("a client that still reads nothing is disconnected")
    func neverReading() throws {
        try fill { tap($0) }
        for number in 1...1000 {
            server.publish(tap(number))
            #expect(try quick.gestures().count == 1)
        }
        #expect(server.peers.count == 1)
        #expect(server.messages(.warning).count == 2)
    }
}
