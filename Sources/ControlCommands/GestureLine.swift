// One gesture as an aligned line for people.

import Touch
import GestureWire

/// Writes gestures as aligned lines, the same for `monitor` and `replay`.
struct GestureLine {
    /// Whether states are coloured.
    let isColourful: Bool

    /// Returns a gesture's line: time, surface, recognizer, state, location, fingers and measurement.
    func text(_ gesture: GestureNotification) -> String {
        let state = pad(gesture.state.rawValue, 10)
        // Without the capability `locations` nothing is known of places and fingers.
        let place =
            gesture.location.map { "\(Self.number($0.x, 1, 8)) \(Self.number($0.y, 1, 8))" }
            ?? String(repeating: " ", count: 16) + "-"
        return [
            Self.number(Double(gesture.time) / 1e6, 3, 12), pad(gesture.surface, 12), pad(gesture.recognizer, 18),
            isColourful ? colour(gesture.state) + state + "\u{1b}[0m" : state, place,
            gesture.location == nil ? "- " : "\(gesture.touches.count)f",
            words(gesture),
        ].joined(separator: "  ").trimmingTrailingBlanks
    }

    private func words(_ gesture: GestureNotification) -> String {
        switch gesture.measurement {
        case .tap(let taps): return taps == 1 ? "1 tap" : "\(taps) taps"
        case .longPress(let duration): return "\(Self.number(duration, 2)) s"
        case .swipe(let direction, _) where gesture.location == nil: return direction.rawValue
        case .pan where gesture.location == nil: return ""
        case .screenEdgePan(let edge, _, _, _) where gesture.location == nil: return "\(edge.rawValue) edge"
        case .transform(_, _, _, let scale, let rotation) where gesture.location == nil:
            return "scale \(Self.number(scale, 3))  rotation \(degrees(rotation, 1))"
        case .swipe(let direction, let velocity): return "\(direction.rawValue)  velocity \(pair(velocity, 0))"
        case .pan(let translation, let velocity, let projection):
            return way(translation, velocity) + end(gesture, projection)
        case .screenEdgePan(let edge, let translation, let velocity, let projection):
            return "\(edge.rawValue) edge  " + way(translation, velocity) + end(gesture, projection)
        case .pinch(let scale, let velocity):
            return "scale \(Self.number(scale, 3))  velocity \(Self.number(velocity, 2))/s"
        case .rotation(let rotation, let velocity):
            return "rotation \(degrees(rotation, 1))  velocity \(degrees(velocity, 0))/s"
        case .transform(let translation, let velocity, let projection, let scale, let rotation):
            return way(translation, velocity) + "  scale \(Self.number(scale, 3))  rotation \(degrees(rotation, 1))"
                + end(gesture, projection)
        case .stroke(let name, let score): return "\(name.printable)  score \(Self.number(score, 2))"
        case .custom(let members):
            return members.members.map { "\($0.name.printable) \(value($0.value))" }.joined(separator: "  ")
        case .none: return ""
        }
    }

    private func way(_ translation: WirePoint, _ velocity: WirePoint) -> String {
        "translation \(pair(translation, 1))  velocity \(pair(velocity, 0))"
    }

    private func end(_ gesture: GestureNotification, _ projection: WirePoint?) -> String {
        gesture.state == .ended ? projection.map { "  projection \(pair($0, 1))" } ?? "" : ""
    }

    private func degrees(_ radians: Double, _ decimals: Int) -> String {
        Self.number(radians * 180 / .pi, decimals) + "°"
    }

    private func value(_ value: CustomValue) -> String {
        switch value {
        case .number(let number): Self.number(number, 3)
        case .count(let count): String(count)
        case .text(let text): "\"\(text.printable)\""
        case .point(let point): pair(point, 1)
        }
    }

    private func colour(_ state: GestureState) -> String {
        switch state {
        case .recognized: "\u{1b}[1;32m"
        case .began: "\u{1b}[32m"
        case .changed: "\u{1b}[2m"
        case .ended: "\u{1b}[36m"
        case .cancelled: "\u{1b}[33m"
        case .failed: "\u{1b}[31m"
        }
    }

    private func pair(_ point: WirePoint, _ decimals: Int) -> String {
        "(\(Self.number(point.x, decimals)), \(Self.number(point.y, decimals)))"
    }

    /// A number with so many decimals, right-aligned in so many columns.
    static func number(_ value: Double, _ decimals: Int = 0, _ width: Int = 0) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "?" }
        let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int64((value.magnitude * factor).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(factor))
        let fraction = String(rest)
        let digits = decimals == 0 ? "" : "." + String(repeating: "0", count: decimals - fraction.count) + fraction
        let text = (value < 0 && scaled != 0 ? "-" : "") + String(whole) + digits
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func pad(_ text: String, _ width: Int) -> String {
        let text = text.printable
        return text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmingTrailingBlanks: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
