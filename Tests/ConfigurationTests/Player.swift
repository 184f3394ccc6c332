// Surfaces and fingers of tests, with a log of gestures.

import Gestures
import Touch

/// A panel of 1000 by 500 points, with two pixels to the point.
let panel = Surface(
    name: "panel", size: Size(width: 1000, height: 500), deviceToSurface: .identity,
    pixels: Size(width: 2000, height: 1000))

/// A table without pixels.
let table = Surface(name: "table", size: Size(width: 3000, height: 2000), deviceToSurface: .identity)

/// Fingers for an engine, and a log of its gestures that did not fail.
final class Player: GestureObserver {
    let engine: GestureEngine
    private(set) var log: [String] = []
    private let fingers = TouchTable()

    init(_ engine: GestureEngine) {
        self.engine = engine
        engine.observer = self
    }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        if event.state != .failed { log.append("\(event.recognizer.name) \(event.state)") }
    }

    /// A finger that lands at `time`, moves along the places, 10 ms each, and lifts.
    func draw(_ places: (Double, Double)..., at time: Double, after: (Int) -> Void = { _ in }) {
        var now = Timestamp.zero.adding(seconds: time)
        var touch: Touch?
        for (index, place) in places.map({ Point(x: $0.0, y: $0.1) }).enumerated() {
            if let touch {
                fingers.move(touch, to: place, time: now)
            } else {
                touch = fingers.begin(at: place, time: now)
            }
            fingers.deliver(at: now, to: engine.process)
            after(index)
            now = now.adding(seconds: 0.01)
        }
        if let touch { fingers.end(touch, time: now) }
        fingers.deliver(at: now, to: engine.process)
    }

    func wait(until time: Double) { engine.advance(to: Timestamp.zero.adding(seconds: time)) }
}
