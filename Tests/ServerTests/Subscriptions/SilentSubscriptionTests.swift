// Tests of subscriptions that are silent because another session is active.

import GestureWire
import Glibc
import Testing

@testable import Server

struct SilentSubscriptionTests {
    @Test("however often the session changes, nothing is kept of gestures whose end a subscription does not receive")
    func hiddenForEver() throws {
        let server = try TestServer(access: sessionRules(.attach, .touches, group: [.gestures]))
        server.enter()
        let client = try TestClient(server)
        let other = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        for (gesture, name) in [(-2, "move"), (-1, "zoom")] {
            var hidden = pan(.began, gesture: gesture, finger: 1)
            hidden.recognizer = name
            server.publish(hidden)
        }
        // One of them belongs to it from here on; the other one excludes it.
        client.request("attach", #"{"recognizers":[{"name":"move","type":"pan"}]}"#)
        for gesture in 1...1000 {
            let (first, second) = (gesture * 4, gesture * 4 + 1)
            server.publish(pan(.began, gesture: first, finger: 1))
            server.publish(pan(.began, gesture: second, finger: 1), to: .everybody(except: [1]))
            var own = pan(.began, gesture: first + 2, finger: 1)
            own.recognizer = "strange"
            server.publish(own, to: .connection(2))
            server.leave(firstTouch: 2)
            server.enter(firstTouch: 2)
            if gesture % 100 == 0 { try client.subscribe(#"{"touches":true}"#) }
            own.state = .ended
            server.publish(own, to: .connection(2))
            server.publish(pan(.ended, gesture: second, finger: 1), to: .everybody(except: [1]))
            server.publish(pan(.ended, gesture: first, finger: 1))
            _ = (client.lines(), other.lines())
        }
        server.publish(pan(.ended, gesture: -2, finger: 1))
        server.publish(pan(.ended, gesture: -1, finger: 1))
        let peer = try #require(server.server?.parts.connections.peers.first)
        #expect(peer.subscriptions.count == 11)
        #expect(peer.subscriptions.allSatisfy { $0.hiddenGestures.isEmpty } && peer.hiddenGestures.isEmpty)
        #expect(server.server?.parts.progress.gesturesBeforeSession == [])
    }

    @Test("a silent subscription can be ended, and does not come back")
    func unsubscribing() throws {
        let server = try TestServer(access: sessionRules(.gestures))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe()
        server.leave()
        client.request("unsubscribe", #"{"subscription":1}"#)
        #expect(try words(client) == ["capabilities ", "response(GestureWire.RequestIdentifier.integer(1))"])
        server.enter()
        #expect(try words(client) == ["capabilities gestures"])
    }

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
        let peer = try #require(server.server?.parts.connections.peers.first)
        server.server?.publish(touch(1, .began))
        server.publish(pan(.began, gesture: 1, finger: 1))
        var gesture = 1
        while peer.outbox.count < 20, gesture < 100_000 {
            gesture += 1
            server.publish(tap(gesture))
        }
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
        let peer = try #require(server.server?.parts.connections.peers.first)
        for gesture in 1...100_000 where peer.missesLeft == nil { server.publish(tap(gesture)) }
        #expect(peer.missesLeft != nil)
        server.leave(for: getuid() + 1, firstTouch: 2)
        server.publish(pan(.began, gesture: 200_000, finger: 2))
        server.enter(firstTouch: 3)
        guard case .lagged(let lagged)? = try client.messages().last else {
            Issue.record("the last line has the reason")
            return
        }
        #expect(lagged.snapshot.gestures.isEmpty && lagged.snapshot.touches == [])
    }
}
