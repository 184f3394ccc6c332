// One gesture as an aligned line for people.

import Diagnosis
import GestureWire
import Touch

/// Writes gestures as aligned lines, the same for `monitor` and `replay`.
struct GestureLine {
    let isColourful: Bool
    /// Whether the locations of the fingers are at its end.
    var hasFingers = false

    /// Returns a gesture's line: time, surface, recognizer, state, location, fingers, measurement, and perhaps the
    /// locations of the fingers.
    func text(_ gesture: GestureNotification) -> String {
        let state = gesture.state.rawValue.padded(10)
        // Without the capability `locations` nothing is known of places and fingers.
        let place =
            gesture.location.map { "\(Self.number($0.x, 1, 8)) \(Self.number($0.y, 1, 8))" }
            ?? String(repeating: " ", count: 16) + "-"
        let columns = [
            Self.number(Double(gesture.time) / 1e6, 3, 12), gesture.surface.printable.padded(12),
            gesture.recognizer.printable.padded(18),
            isColourful ? colour(gesture.state) + state + "\u{1b}[0m" : state, place,
            gesture.location == nil ? "- " : "\(gesture.touches.count)f",
        ]
        let words = [MeasurementWords(of: gesture).text, hasFingers ? Self.text(gesture.locations) : ""].filter {
            !$0.isEmpty
        }
        return (columns + words).joined(separator: "  ").trimmingTrailingBlanks
    }

    private static func text(_ locations: [WirePoint]) -> String {
        locations.isEmpty ? "" : "fingers \(locations.map { pair($0, 1) }.joined(separator: " "))"
    }

    /// A place, a path or a velocity.
    fileprivate static func pair(_ point: WirePoint, _ decimals: Int) -> String {
        "(\(number(point.x, decimals)), \(number(point.y, decimals)))"
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

    /// A number with so many decimals, right-aligned in so many columns.
    static func number(_ value: Double, _ decimals: Int = 0, _ width: Int = 0) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "?" }
        let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int64((value.magnitude * factor).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(factor))
        let fraction = String(rest)
        let digits = decimals == 0 ? "" : "." + String(repeating: "0", count: decimals - fraction.count) + fraction
        let text = (value < 0 && scaled != 0 ? "-" : "") + String(whole) + digits
        return text.padded(width, right: true)
    }
}

private struct MeasurementWords: MeasurementVisitor {
    private let hasPlaces: Bool
    private let isEnded: Bool
    private var words: [String] = []
    /// The place at the end, which comes last.
    private var end: [String] = []

    init(of gesture: GestureNotification) {
        hasPlaces = gesture.location != nil
        isEnded = gesture.state == .ended
        gesture.measurement.describe(to: &self)
        guard case .custom(let custom) = gesture.measurement else { return }
        words = custom.members.map { "\($0.name.printable) \(text(of: $0.value))" }
    }

    var text: String { (words + end).joined(separator: "  ") }

    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue {
        switch value {
        case .count(let count): words.append("\(count) \("\(name)".dropLast(count == 1 ? 1 : 0))")
        case .text(let text): words.append(text.printable)
        case .word(let word, let noun, _): words.insert(noun.isEmpty ? word : "\(word) \(noun)", at: 0)
        case .number(let number, let quantity):
            words.append((quantity == .duration ? "" : "\(name) ") + text(of: number, quantity))
        case .point(let point, let isVelocity):
            if hasPlaces { words.append("\(name) \(GestureLine.pair(point, isVelocity ? 0 : 1))") }
        case .placeAtEnd(let place):
            if hasPlaces, isEnded, let place { end = ["\(name) \(GestureLine.pair(place, 1))"] }
        case .numberChange, .translationChange: break
        }
        return value
    }

    private func text(of number: Double, _ quantity: MeasuredQuantity) -> String {
        switch quantity {
        case .duration: GestureLine.number(number, 2) + " s"
        case .scale: GestureLine.number(number, 3)
        case .scaleVelocity: GestureLine.number(number, 2) + "/s"
        case .rotation: GestureLine.number(number * 180 / .pi, 1) + "°"
        case .rotationVelocity: GestureLine.number(number * 180 / .pi, 0) + "°/s"
        case .score: GestureLine.number(number, 2)
        }
    }

    private func text(of value: CustomValue) -> String {
        switch value {
        case .number(let number): GestureLine.number(number, 3)
        case .count(let count): String(count)
        case .text(let text): "\"\(text.printable)\""
        case .point(let point): GestureLine.pair(point, 1)
        }
    }
}

extension String {
    fileprivate var trimmingTrailingBlanks: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
