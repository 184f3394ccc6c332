// Touches as lines for people, in the columns of gestures.

import Diagnosis
import GestureWire
import Touch

enum TouchLine {
    /// A line for each touch of a frame: time, surface, number, phase, place, region, and what else the panel reports.
    static func texts(_ frame: TouchNotification) -> some Sequence<String> {
        let surface = frame.surface.printable.padded(12)
        return frame.touches.lazy.map { touch in
            let place = "\(GestureLine.number(touch.location.x, 1, 8)) \(GestureLine.number(touch.location.y, 1, 8))"
            var words = [
                GestureLine.number(Double(frame.time) / 1e6, 3, 12), surface, "touch \(touch.id)".padded(18),
                touch.phase.rawValue.padded(10), place, touch.region.printable,
            ]
            if touch.tapCount > 1 { words.append("\(touch.tapCount) taps") }
            if let force = touch.force { words.append("force \(GestureLine.number(force, 2))") }
            if let radius = touch.majorRadius { words.append("radius \(GestureLine.number(radius, 1))") }
            return words.joined(separator: "  ")
        }
    }
}
