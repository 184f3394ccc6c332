// Tests of publishing: each subscription receives what its filters select.

import GestureWire
import Testing

@testable import Server

final class PublishingTests: ServedClientTests {
    @Test("a notification is sent at once, with its subscription and its own number")
    func direct() throws {
        try client.subscribe()
        server.publish(pan(.began, x: 1))
        #expect(
            client.lines() == [
                #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"move","#
                    + #""type":"pan","gesture":1,"state":"began","surface":"panel","region":"root","time":1.000000,"#
                    + #""location":{"x":101.0,"y":50.0},"touches":[1],"translation":{"x":1.0,"y":0.0},"#
                    + #""delta":{"x":1.0,"y":0.0},"velocity":{"x":0.0,"y":0.0}}}"#
            ])
        server.publish(pan(.changed, x: 3))
        server.publish(pan(.ended, x: 4))
        let gestures = try client.gestures()
        #expect(gestures.map(\.sequence) == [2, 3])
        #expect(gestures.map(\.step) == [2, 1])
    }

    @Test("globs and states select notifications, separately for each subscription")
    func filters() throws {
        try client.subscribe(#"{"recognizers":["mo*"]}"#)
        try client.subscribe(#"{"surfaces":["pad"],"states":["recognized","failed"]}"#)
        server.publish(pan(.began))
        server.publish(tap(2, surface: "pad"))
        server.publish(tap(3))
        server.publish(pan(.failed, gesture: 4, surface: "pad"))
        server.publish(pan(.ended))
        let gestures = try client.gestures()
        #expect(gestures.map(\.subscription) == [1, 2, 2, 1])
        #expect(gestures.map(\.sequence) == [1, 1, 2, 2])
        #expect(gestures.map(\.notification.gesture) == [1, 2, 4, 1])
        #expect(gestures.map(\.notification.state) == [.began, .recognized, .failed, .ended])
    }

    @Test("a snapshot has the gestures under way, and the next delta is relative to it")
    func snapshot() throws {
        server.publish(pan(.began, x: 1, gesture: 8))
        server.publish(pan(.began, gesture: 7, recognizer: "other"))
        server.publish(pan(.began, gesture: 9, surface: "pad"))
        server.publish(pan(.began, gesture: 10))
        server.publish(pan(.cancelled, gesture: 10))
        server.publish(pan(.changed, x: 5, gesture: 8))
        let snapshot = try client.subscribe(#"{"recognizers":["move"],"surfaces":["panel"]}"#)
        #expect(snapshot.subscription == 1)
        #expect(snapshot.surfaces == [server.surfaces[0]])
        #expect(snapshot.recognizers == [server.recognizers[1]])
        #expect(snapshot.gestures == [pan(.changed, x: 5, gesture: 8)])
        server.publish(pan(.ended, x: 7, gesture: 8))
        #expect(try client.gestures().map(\.step) == [2])
        #expect(try client.subscribe().gestures.map(\.gesture) == [7, 9])
    }
}
