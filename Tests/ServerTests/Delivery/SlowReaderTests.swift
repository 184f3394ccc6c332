// Tests of peers that do not read.

import GestureWire
import Glibc
import Testing

@testable import Server

struct SlowReaderTests {
    let server: TestServer
    let slow: TestClient
    let slowPeer: Peer
    let quick: TestClient

    init() throws {
        server = try TestServer()
        slow = try TestClient(server)
        try slow.subscribe()
        slowPeer = try #require(server.peers.first)
        quick = try TestClient(server)
        try quick.subscribe()
    }

    /// Publishes something, which the other client receives at once.
    private func publish(_ notification: GestureNotification) throws {
        server.publish(notification)
        #expect(try quick.gestures().count == 1)
    }

    /// Publishes taps until the slow peer's socket takes no more.
    private func fill() throws {
        for number in 1...100_000 where slowPeer.outbox.isEmpty { try publish(tap(number)) }
        #expect(!slowPeer.outbox.isEmpty, "the socket never filled up")
    }

    @Test(
        "without room for a line that must not be dropped, the client gets the loss and a snapshot, then is disconnected"
    )
    func overflow() throws {
        try publish(pan(.began, x: 5, gesture: 0))
        try fill()
        for number in 1...400 { try publish(tap(number)) }
        let lagged = try slow.lagged()
        #expect(lagged.snapshot.subscription == 1 && lagged.snapshot.gestures.map(\.gesture) == [0])
        #expect((250...257).contains(lagged.dropped))
        #expect(slow.isDisconnected() && !quick.isDisconnected() && server.peers.count == 1)
        let warning = try #require(server.messages(.warning).first)
        #expect(warning.contains("pid \(getpid()), uid \(getuid())"))
    }

    @Test("peers that lag store no snapshots: each is written when the peer reads it")
    func lateSnapshots() throws {
        try fill()
        try publish(pan(.began, x: 3, gesture: 200_000))
        for number in 1...300 where slowPeer.missesLeft == nil { try publish(tap(number)) }
        #expect(slowPeer.missesLeft != nil && slowPeer.outbox.lines == [.lagged(subscription: 1, dropped: 256)])
        try publish(pan(.ended, x: 3, gesture: 200_000))
        let lagged = try slow.lagged()
        #expect(lagged.dropped == 256 && lagged.snapshot.gestures.isEmpty, "it is over by now")
    }

    @Test("a client that still reads nothing is disconnected")
    func neverReading() throws {
        try fill()
        for number in 1...1000 { try publish(tap(number)) }
        #expect(server.peers.count == 1 && server.messages(.warning).count == 2)
    }
}
