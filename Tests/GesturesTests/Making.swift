// Recognizers that tests make in one expression.

import Gestures
import TouchTesting

/// A recognizer with properties that are set in place.
func with<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ set: (Recognizer) -> Void) -> Recognizer {
    set(recognizer)
    return recognizer
}

/// Recognizers of one region, with the thresholds of the shipped configuration.
enum RealisticSet {
    static func tap(_ name: String, taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer(name: name, thresholds: .shipped)
        (tap.numberOfTapsRequired, tap.numberOfTouchesRequired) = (taps, fingers)
        return tap
    }

    static func pan(_ name: String, _ minimum: Int, _ maximum: Int = .max) -> PanGestureRecognizer {
        let pan = PanGestureRecognizer(name: name, thresholds: .shipped)
        (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (minimum, maximum)
        return pan
    }

    static func press(_ name: String, fingers: Int) -> LongPressGestureRecognizer {
        with(LongPressGestureRecognizer(name: name, thresholds: .shipped)) { $0.numberOfTouchesRequired = fingers }
    }

    static var pinch: PinchGestureRecognizer { PinchGestureRecognizer(name: "pinch", thresholds: .shipped) }
    static var turn: RotationGestureRecognizer { RotationGestureRecognizer(name: "turn", thresholds: .shipped) }

    /// A single tap that requires a double tap to fail, and that double tap.
    static var singleAndDouble: [TapGestureRecognizer] {
        let (single, double) = (tap("single"), tap("double", taps: 2))
        single.require(toFail: double)
        return [single, double]
    }

    /// Single and double tap, taps of two to five fingers.
    static var taps: [GestureRecognizer] {
        let (single, double) = (tap("tap"), tap("double tap", taps: 2))
        single.require(toFail: double)
        return [single, double] + (2...5).map { tap("tap of \($0)", fingers: $0) }
    }

    static var pans: [GestureRecognizer] { [pan("pan", 1, 1), pan("pan of 2", 2, 2), pan("pan of 3", 3)] }

    /// Recognizers that all exclude each other.
    static var all: [GestureRecognizer] { taps + pans + [pinch, turn, press("press of 2", fingers: 2)] }
}

/// A finger that taps `count` times, each 0.1 s long, 0.1 s after the one before.
func tapping(_ count: Int) -> [FingerStep] {
    (0..<count).flatMap { index -> [FingerStep] in
        let start = Double(index) * 0.2
        return [.down(0, 0, 0, at: start), .up(at: start + 0.1)]
    }
}
