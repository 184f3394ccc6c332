// Tests of subscriptions with the coordinates of regions, and with the locations of fingers.

import GestureWire
import Testing

@testable import Server

/// A pan of two fingers in a region that lies at (90, 40) and is turned half around, at x in the surface's coordinates.
private func pan(_ state: GestureState, x: Double = 0, gesture: Int = 1) -> GestureNotification {
    var notification = ServerTests.pan(state, x: x, gesture: gesture, recognizer: "move")
    notification.touches = [1, 2]
    notification.locations = [WirePoint(x: 95 + x, y: 50), WirePoint(x: 105 + x, y: 50)]
    notification.toRegion = RegionMap(a: -1, b: 0, c: 0, d: -1, tx: 90, ty: 40)
    return notification
}

final class RegionCoordinatesTests: ServedClientTests {
    private static let surface =
        #""location":{"x":101.0,"y":50.0},"touches":[1,2],"#
    private static let surfacePath =
        #""translation":{"x":1.0,"y":0.0},"delta":{"x":1.0,"y":0.0},"velocity":{"x":0.0,"y":0.0}}}"#
    private static let region =
        #""location":{"x":-11.0,"y":-10.0},"touches":[1,2],"#
    private static let regionPath =
        #""translation":{"x":-1.0,"y":0.0},"delta":{"x":-1.0,"y":0.0},"velocity":{"x":0.0,"y":0.0}}}"#
    private static let surfaceFingers = #""locations":[{"x":96.0,"y":50.0},{"x":106.0,"y":50.0}],"#
    private static let regionFingers = #""locations":[{"x":-6.0,"y":-10.0},{"x":-16.0,"y":-10.0}],"#

    /// The lines, without what stands before the places.
    private func tails(_ client: TestClient) -> [String] {
        client.lines().map { line in
            line.firstRange(of: #""location""#).map { String(line[$0.lowerBound...]) } ?? line
        }
    }

    @Test("subscriptions of all forms receive one gesture side by side, also with disguised numbers")
    func together() throws {
        let all = [
            "{}", #"{"coordinates":"region"}"#, #"{"locations":true}"#, #"{"coordinates":"region","locations":true}"#,
        ]
        let expected = [
            Self.surface + Self.surfacePath, Self.region + Self.regionPath,
            Self.surface + Self.surfaceFingers + Self.surfacePath,
            Self.region + Self.regionFingers + Self.regionPath,
        ]
        let second = try TestClient(server)
        for params in all {
            try client.subscribe(params)
            try second.subscribe(params)
        }
        server.publish(pan(.began, x: 1))
        #expect(tails(client) == expected && tails(second) == expected)
        let disguise = NumberDisguise(key: 7)
        server.server?.parts.delivery.disguise = disguise
        let peer = try #require(server.peers.last)
        peer.isDisguised = true
        for (x, gesture) in [(1.0, 2), (1, 3)] {
            server.publish(pan(.began, x: x, gesture: gesture))
            let ids = [1, 2].map { "\(disguise($0, of: .touch))" }.joined(separator: ",")
            #expect(tails(client) == expected)
            #expect(tails(second) == expected.map { $0.replacing("[1,2]", with: "[\(ids)]") })
        }
    }

    @Test(
        "connections without the capability `locations` receive neither location nor locations",
        arguments: [[.gestures], [.gestures, .attach, .control]] as [Set<Capability>])
    func withoutCapability(allowed: Set<Capability>) throws {
        let server = try TestServer(access: rules(allowed))
        let client = try TestClient(server)
        server.publish(pan(.began, gesture: 2))
        client.request("subscribe", #"{"coordinates":"region","locations":true,"maxRate":1}"#)
        server.publish(pan(.began, x: 1))
        for x in [2.0, 3] { server.publish(pan(.changed, x: x)) }
        server.server?.advance(to: 60_000_000)
        let lines = client.lines()
        // The greeting, the snapshot, and three notifications.
        #expect(lines.count == 5 && lines.allSatisfy { !$0.contains("location") && !$0.contains(#""x":"#) })
        #expect(lines.contains { $0.contains(#""gesture":2"#) }, "it is in the snapshot")
    }

    @Test("a snapshot has the places of its subscription's form, and its gestures go on from there")
    func snapshot() throws {
        server.publish(pan(.began, x: 1))
        server.publish(pan(.changed, x: 5))
        let plain = try client.subscribe().gestures[0]
        #expect(plain.location == WirePoint(x: 105, y: 50) && plain.locations == [])
        let whole = try client.subscribe(#"{"coordinates":"region","locations":true}"#).gestures[0]
        #expect(whole.location == WirePoint(x: -15, y: -10))
        #expect(whole.locations == [WirePoint(x: -10, y: -10), WirePoint(x: -20, y: -10)])
        #expect(whole.measurement == .pan(translation: WirePoint(x: -5, y: 0), velocity: .zero, projection: nil))
        server.publish(pan(.ended, x: 7))
        #expect(try client.gestures().map(\.step) == [2, -2])
    }

    @Test("places of touches are in the coordinates that each subscription asks for, in its snapshot and at the end")
    func touches() throws {
        func frame(_ phase: WireTouchPhase, _ x: Double) -> TouchNotification {
            let place = WirePoint(x: x, y: 50)
            var touch = WireTouch(id: 1, phase: phase, location: place, previousLocation: place, region: "card")
            touch.toRegion = RegionMap(a: 0, b: -2, c: 2, d: 0, tx: -100, ty: 50 - x)
            return TouchNotification(surface: "panel", time: 1_000_000, touches: [touch])
        }
        func places(_ notification: TouchNotification) -> [WirePoint] {
            notification.touches.flatMap { [$0.previousLocation, $0.location] }
        }
        try client.subscribe(#"{"touches":true}"#)
        try client.subscribe(#"{"touches":true,"coordinates":"region"}"#)
        server.publish(frame(.began, 10))
        server.publish(frame(.moved, 12))
        let late = try client.subscribe(#"{"touches":true,"coordinates":"region"}"#)
        #expect(late.touches?.map(places) == [[WirePoint(x: 0, y: 14), WirePoint(x: 0, y: 14)]])
        client.request("unsubscribe", #"{"subscription":3}"#)
        server.publish(frame(.ended, 15))
        let received = try client.messages().compactMap { message -> (Int, [WirePoint])? in
            if case .touch(let touch) = message { (touch.subscription, places(touch.notification)) } else { nil }
        }
        // The place before is that in the region as it lies now, as UIKit's.
        #expect(received.filter { $0.0 == 1 }.flatMap(\.1).map(\.x) == [12, 15])
        #expect(received.filter { $0.0 == 2 }.flatMap(\.1) == [WirePoint(x: 0, y: 11), WirePoint(x: 0, y: 5)])
    }

    @Test("a `changed` that `maxRate` delays has the places of its own time")
    func rate() throws {
        try client.subscribe(#"{"coordinates":"region","locations":true,"maxRate":10}"#)
        server.publish(pan(.began, x: 1))
        server.publish(pan(.changed, x: 2))
        var moved = pan(.changed, x: 6)
        moved.toRegion = RegionMap(a: 1, b: 0, c: 0, d: 1, tx: -50, ty: -50)
        server.publish(moved)
        #expect(try client.gestures().map(\.step) == [-1, -1])
        server.server?.advance(to: 60_000_000)
        let last = try #require(client.gestures().last)
        // From 2 to 6, in the region as it lies at 6.
        #expect(last.step == 4 && last.translation == 6)
        #expect(last.notification.location == WirePoint(x: 56, y: 0))
        #expect(last.notification.locations == [WirePoint(x: 51, y: 0), WirePoint(x: 61, y: 0)])
    }

    @Test("a gesture that is cancelled for a connection ends where its region was")
    func cancelled() throws {
        try client.subscribe(#"{"coordinates":"region","locations":true}"#)
        server.publish(pan(.began, x: 1))
        client.attach("move")
        let received = try client.gestures()
        #expect(received.map(\.notification.state) == [.began, .cancelled])
        #expect(Set(received.map(\.notification.location?.x)) == [-11])
        #expect(received.last?.notification.locations == received.first?.notification.locations)
    }
}
