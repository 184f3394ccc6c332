// Tests of thresholds at their exact values, anywhere on a panel, in spite of rounding.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct BoundaryTests {
    /// Points in a device unit: 16300 of them are 254 mm.
    private let unit = 1.0 / 16300 * (254.0 / (25.4 / 163))

    /// The number of places all over the panel from which a movement by `units` has no result.
    private func misses(
        _ recognizer: GestureRecognizer, units: Int, at time: Double, lift: Double, isPair: Bool = false
    ) -> Int {
        stride(from: 0, to: 15000, by: 37).count { place in
            let start = place + (isPair ? 1000 : 0)
            var steps: [FingerStep] = isPair ? [.down(0, unit * Double(place), 10, at: 0)] : []
            steps += [
                .down(1, unit * Double(start), 10, at: 0), .move(1, unit * Double(start + units), 10, at: time),
                .up(1, at: lift),
            ]
            if isPair { steps.append(.up(0, at: lift)) }
            return Stage(recognizer).play(steps, rest: 1).log.isEmpty
        }
    }

    @Test("Exactly the required distance is enough, and exactly the allowed distance is not too much")
    func exact() {
        #expect(misses(PanGestureRecognizer(), units: 100, at: 0.1, lift: 0.2) == 0)
        #expect(misses(TapGestureRecognizer(), units: 450, at: 0.1, lift: 0.2) == 0)
        #expect(misses(LongPressGestureRecognizer(), units: 100, at: 0.1, lift: 0.9) == 0)
        #expect(misses(SwipeGestureRecognizer(), units: 453, at: 0.1, lift: 0.2) == 0)
        #expect(misses(PinchGestureRecognizer(), units: 100, at: 0.1, lift: 0.2, isPair: true) == 0)
        #expect(misses(PinchGestureRecognizer(), units: -100, at: 0.1, lift: 0.2, isPair: true) == 0)
    }
}
