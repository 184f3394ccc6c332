// Tests of touch notifications.

import GestureWire
import Testing

@testable import Server

/// The changes of some touches in a frame: ids, phases and places.
private func frame(
    _ touches: (id: Int, phase: WireTouchPhase, x: Double)..., surface: String = "panel"
) -> TouchNotification {
    TouchNotification(
        surface: surface, time: 1_000_000,
        touches: touches.map {
            let place = WirePoint(x: $0.x, y: 0)
            return WireTouch(id: $0.id, phase: $0.phase, location: place, previousLocation: place, region: "root")
        })
}

final class TouchesTests: ServedClientTests {
    /// The notifications, as `subscription: id phase from to`.
    private func received(_ client: TestClient) throws -> [String] {
        try client.messages().compactMap { message in
            guard case .touch(let touches) = message else { return nil }
            let words = touches.notification.touches.map {
                "\($0.id) \($0.phase) \(Int($0.previousLocation.x)) \(Int($0.location.x))"
            }
            return "\(touches.subscription): " + words.joined(separator: ", ")
        }
    }

    @Test("touches are sent to subscriptions for them, of matching surfaces, without unknown ones")
    func filters() throws {
        try client.subscribe()
        try client.subscribe(#"{"touches":true,"surfaces":["pad"]}"#)
        try client.subscribe(#"{"touches":true,"recognizers":[]}"#)
        server.publish(frame((1, .began, 5)))
        server.publish(frame((1, .moved, 6), (2, .began, 1)))
        server.publish(frame((9, .moved, 1), (1, .ended, 7)))
        server.publish(frame((9, .ended, 1)))
        server.publish(frame((3, .began, 1), surface: "pad"))
        #expect(
            try received(client) == [
                "3: 1 began 5 5", "3: 1 moved 5 6, 2 began 1 1", "3: 1 ended 6 7", "2: 3 began 1 1", "3: 3 began 1 1",
            ])
    }

    @Test("without room moves are dropped for anything, then it overflows")
    func outbox() {
        func waiting(_ notification: TouchNotification) -> WaitingTouches {
            WaitingTouches(subscription: 1, notification: notification)
        }
        var outbox = Outbox(limit: 2)
        #expect(outbox.append(waiting(frame((1, .moved, 1)))) == .queued)
        #expect(outbox.append(waiting(frame((1, .moved, 1), surface: "pad"))) == .queued)
        let dropped = [frame((1, .moved, 1)), frame((1, .moved, 1), surface: "pad"), frame((2, .moved, 1))].map(waiting)
        #expect(outbox.append(notice: [1], subscription: 1) == .dropped([], [dropped[0]]))
        #expect(outbox.append(waiting(frame((2, .began, 1)))) == .dropped([], [dropped[1]]))
        #expect(outbox.append(waiting(frame((2, .moved, 1)))) == .dropped([], [dropped[2]]), "it is dropped itself")
        #expect(outbox.append(waiting(frame((2, .moved, 1), (3, .began, 1)))) == .overflow)
        #expect(outbox.lines == [.notice([1], subscription: 1), .touches(waiting(frame((2, .began, 1))))])
        #expect(outbox.merged == 3)
    }

    @Test("a removed surface takes its known touches with it")
    func surfaceGone() throws {
        try client.subscribe(#"{"touches":true}"#)
        server.publish(frame((1, .began, 0), surface: "pad"))
        server.surfaces.removeLast()
        server.server?.publishSurfaces()
        #expect(try client.subscribe(#"{"touches":true}"#).touches == [])
    }
}
