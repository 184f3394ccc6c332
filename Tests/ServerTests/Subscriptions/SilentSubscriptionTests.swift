// Tests of subscriptions that are silent because another session is active.

import GestureWire
import Glibc
import Testing

@testable import Server

struct SilentSubscriptionTests {
    @Test("a `changed` that waits for its interval is not sent after the session has ended")
    func rates() throws {
        let server = try TestServer(access: sessionRules(.gestures))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe(#"{"maxRate":1,"states":["began","changed"]}"#)
        server.publish(pan(.began, gesture: 1, finger: 1))
        server.publish(pan(.changed, x: 1, gesture: 1, finger: 1))
        server.publish(pan(.changed, x: 2, gesture: 1, finger: 1))
        server.publish(pan(.ended, x: 2, gesture: 1, finger: 1))
        #expect(try words(client) == ["began 1", "changed 1"])
        server.leave()
        server.server?.advance(to: 60_000_000)
        #expect(try words(client) == ["capabilities "] && server.server?.nextDeadline == nil)
    }

    @Test(
        "a client that does not read gets the waiting lines in order, and the rest is bounded for any number of sessions"
    )
    func slow() throws {
        let server = try TestServer(access: sessionRules(.gestures, .touches))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        let peer = try #require(server.peers.first)
        server.server?.publish(touch(1, .began))
        server.publish(pan(.began, gesture: 1, finger: 1))
        let gesture = 1 + server.fill(peer, lines: 20) { server.publish(tap($0 + 1)) }
        server.leave(firstTouch: 2)
        server.enter(firstTouch: 2)
        server.leave(firstTouch: 2)
        let received = try words(client)
        #expect(
            received.suffix(5)
                == [
                    "cancelled 1", "touch cancelled 1", "capabilities ", "capabilities gestures touches",
                    "reloaded 1, 2 surfaces", "capabilities ",
                ].suffix(5))
        #expect(received.count == gesture + 7)
        for _ in 0..<100_000 where !peer.isClosed && peer.missesLeft == nil {
            server.enter()
            server.leave()
            #expect(peer.outbox.count <= 256)
        }
        #expect(peer.missesLeft != nil && peer.outbox.count <= 258)
        _ = client.lines()
        #expect(client.isDisconnected())
    }

    @Test("the last lines of a client that did not read have nothing of another user's session")
    func lastLinesOfAnotherSession() throws {
        let server = try TestServer(access: sessionRules(.gestures, .touches))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        let peer = try #require(server.peers.first)
        for gesture in 1...100_000 where peer.missesLeft == nil { server.publish(tap(gesture)) }
        #expect(peer.missesLeft != nil)
        server.leave(for: getuid() + 1, firstTouch: 2)
        server.publish(pan(.began, gesture: 200_000, finger: 2))
        server.enter(firstTouch: 3)
        let lagged = try client.lagged()
        #expect(lagged.snapshot.gestures.isEmpty && lagged.snapshot.touches == [])
    }
}
