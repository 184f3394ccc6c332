// Rows of taps for tests, and a recognizer for them.

import Gestures
import TouchTesting

/// One, two or three taps.
enum TapRow {
    static let names = ["single", "double", "triple"]

    /// A recognizer of this many taps, named after their number.
    static func recognizer(_ count: Int) -> TapGestureRecognizer { RealisticSet.tap(names[count - 1], taps: count) }

    /// The finger that makes them, each 0.1 s long, 0.1 s after the one before.
    static func fingers(_ count: Int) -> [FingerStep] {
        (0..<count).flatMap { index -> [FingerStep] in
            let start = Double(index) * 0.2
            return [.down(0, 0, 0, at: start), .up(at: start + 0.1)]
        }
    }
}
