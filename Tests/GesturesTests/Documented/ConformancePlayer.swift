// Player of a conformance fixture's events as frames.

import Gestures
import Testing
import Touch
import TouchTesting

/// Plays the events of a case to a stage.
///
/// Events of one time and type, and of different fingers, make one frame, as their engine's simulator sent them; others
/// make a frame each.
final class ConformancePlayer {
    let stage: Stage
    /// The place of the file's origin on the stage, which keeps negative places on it.
    let origin: Vector
    /// Seconds per unit of time of the file.
    let second: Double
    /// Called for events that are neither of fingers nor of time.
    var other: (JSON) -> Void = { Issue.record("nobody knows the event \($0)") }
    /// Called after each frame and each wait, with the number of its last event.
    var afterEvent: (Int) -> Void = { _ in }
    private var fingers: [Int: Touch] = [:]
    private var time = 0.0

    init(_ stage: Stage, origin: Vector = .zero, second: Double = 1) {
        (self.stage, self.origin, self.second) = (stage, origin, second)
    }

    func play(_ events: JSON) {
        let events = events.list
        for (index, event) in events.enumerated() {
            time = event["t"].number.map { $0 * second } ?? time
            switch event["type"].text {
            case "wait", "timeout": stage.wait(until: time)
            case "down", "move", "up", "cancel":
                act(event)
                if index + 1 < events.count, isTogether(event, events[index + 1]) { continue }
                stage.deliver(at: time)
            default: other(event)
            }
            afterEvent(index)
        }
    }

    private func isTogether(_ event: JSON, _ next: JSON) -> Bool {
        event["t"] == next["t"] && event["type"] == next["type"] && event["id"] != next["id"]
    }

    private func act(_ event: JSON) {
        let (table, now, id) = (stage.table, Timestamp.seconds(time), Int(event["id"].number ?? 0))
        let place: Point? = event["x"].number.map { Point(x: $0 + origin.x, y: (event["y"].number ?? 0) + origin.y) }
        switch event["type"].text {
        case "down":
            // Several in one event lie side by side.
            for index in 0..<Int(event["count"].number ?? 1) {
                let place = (place ?? .zero) + Vector(x: Double(index) * 40, y: 0)
                fingers[id + index * 100] = table.begin(at: place, time: now)
            }
        case "move":
            guard let touch = fingers[id], let place else { return }
            // A move to the finger's own place: it moved and returned within the frame, or nothing would be sent.
            if place == touch.location { table.move(touch, to: place + Vector(x: 1, y: 0), time: now) }
            table.move(touch, to: place, time: now)
        case "up", "cancel":
            for finger in [id, id + 100] {
                guard let touch = fingers.removeValue(forKey: finger) else { continue }
                if finger == id, let place { table.move(touch, to: place, time: now) }
                if event["type"].text == "up" { table.end(touch, time: now) } else { table.cancel(touch, time: now) }
            }
        default: break
        }
    }
}
