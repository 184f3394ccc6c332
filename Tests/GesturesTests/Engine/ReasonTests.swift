// Tests of the sentences that explain decisions.

import Gestures
import Testing
import Touch
import TouchTesting

/// The reason of a recognizer when it fails, or begins.
private func reason(_ recognizer: GestureRecognizer, _ steps: [FingerStep], rest: Double = 0) -> String? {
    final class Listener: DecisionObserver {
        var reason: String?
        func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
            switch decision.verdict {
            case .attempted(let why), .failed(.rule(let why)), .cancelled(.rule(let why)): reason = why?.description
            default: break
            }
        }
    }
    let (listener, stage) = (Listener(), Stage(recognizer))
    stage.engine.decisionObserver = listener
    stage.play(steps, rest: rest)
    return listener.reason
}

/// A recognizer, its fingers and the reason.
private struct Case: Sendable, CustomTestStringConvertible {
    let make: @Sendable () -> GestureRecognizer
    let steps: [FingerStep]
    let testDescription: String

    init(_ make: @autoclosure @escaping @Sendable () -> GestureRecognizer, _ steps: [FingerStep], _ words: String) {
        (self.make, self.steps, testDescription) = (make, steps, words)
    }
}

@Suite struct ReasonTests {
    @Test(
        "A measurement has its unit, the limit says how it was compared, and a count of one is singular",
        arguments: [
            (.tooMuch("moved", 12.42, allowed: 10, .points), "moved 12.4 pt, 10.0 allowed"),
            (.enough("held for", 0.5, needed: 0.5, .seconds), "held for 0.500 s, 0.500 needed"),
            (.because("a touch was lost"), "a touch was lost"),
            (.because("no other tap within", 0.35, .seconds), "no other tap within 0.350 s"),
            (.tooMuch("touched with", 2, allowed: 1, .fingers), "touched with 2 fingers, 1 allowed"),
            (.tooLittle("touched with", 1, needed: 2, .fingers), "touched with 1 finger, 2 needed"),
            (.tooLittle("turned", 0, needed: 3, .times), "turned 0 times, 3 needed"),
            (.tooLittle("turned", 1, needed: 3, .times), "turned 1 time, 3 needed"),
            (.enough("turned by", .pi / 15, needed: .pi / 18, .degrees), "turned by 12.0°, 10.0 needed"),
            (.tooLittle("score", 0.715, needed: 0.8, .none), "score 0.72, 0.80 needed"),
        ] as [(Reason, String)])
    func words(reason: Reason, words: String) { #expect(reason.description == words) }

    @Test("Invalid numbers do not trap", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e18])
    func nonsense(value: Double) {
        for unit: Reason.Unit in [.points, .seconds, .fingers, .times, .degrees, .none] {
            #expect(Reason.tooMuch("moved", value, allowed: value, unit).description.hasPrefix("moved "))
            #expect(Reason.because("moved", value, unit).description.hasPrefix("moved "))
        }
    }

    @Test("Numbers have the requested decimals, rounded, and no sign when they are zero")
    func fixed() {
        #expect(12.345.fixed(2) == "12.35" && 12.344.fixed(2) == "12.34" && 9.96.fixed(1) == "10.0")
        #expect((-0.05).fixed(1) == "-0.1" && (-0.04).fixed(1) == "0.0")
        #expect(0.999.fixed(1) == "1.0" && 7.5.fixed(0) == "8" && 0.05.fixed(3) == "0.050")
        #expect(Double.nan.fixed(1) == "nan" && Double.infinity.fixed(3) == "inf" && 1e300.fixed(3) == "1e+300")
    }

    private static let near: [FingerStep] = [.down(0, 100, 100, at: 0), .move(0, 103, 100, at: 0.1), .up(at: 0.2)]
    private static let two: [FingerStep] = [.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0)]
    private static let parted = two + [.move(1, 204, 100, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.2)]
    private static let away: [FingerStep] = two + [.move(1, 200, 160, at: 0.1)]

    @Test(
        "Every recognizer says why it failed, or began",
        arguments: [
            Case(RealisticSet.tap("tap"), two, "touched with 2 fingers, 1 allowed"),
            Case(
                RealisticSet.tap("tap"), [.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.1)],
                "moved 60.0 pt, 45.0 allowed"
            ),
            Case(RealisticSet.tap("tap"), [.down(0, 0, 0, at: 0)], "still down after 0.750 s"),
            Case(RealisticSet.tap("tap", taps: 2), near, "no other tap within 0.350 s"),
            Case(RealisticSet.tap("tap", fingers: 2), near, "touched with 1 finger, 2 needed"),
            Case(LongPressGestureRecognizer(), near, "held for 0.200 s, 0.500 needed"),
            Case(
                LongPressGestureRecognizer(), [.down(0, 0, 0, at: 0), .move(0, 12.4, 0, at: 0.1)],
                "moved 12.4 pt, 10.0 allowed"
            ),
            Case(PanGestureRecognizer(), near, "moved 3.0 pt, 10.0 needed"),
            Case(SwipeGestureRecognizer(), near, "moved 3.0 pt, 45.3 needed"),
            Case(SwipeGestureRecognizer(), [.down(0, 9, 0, at: 0)], "moved 0.0 pt, 50.0 needed"),
            Case(PinchGestureRecognizer(), near, "touched with 1 finger, 2 needed"),
            Case(PinchGestureRecognizer(), parted, "distance changed by 4.0 pt, 10.0 needed"),
            // Only the last pair of fingers counts.
            Case(
                PinchGestureRecognizer(),
                parted.prefix(3) + [
                    .up(1, at: 0.2), .down(1, 500, 100, at: 0.3), .up(0, at: 0.4), .up(1, at: 0.4),
                ], "distance changed by 0.0 pt, 10.0 needed"
            ),
            Case(RotationGestureRecognizer(), parted, "turned by 0.0°, 10.0 needed"),
            Case(TransformGestureRecognizer(), near, "moved 3.0 pt, 10.0 needed"),
            Case(PanGestureRecognizer(), [.down(0, 0, 0, at: 0), .cancel(at: 0.1)], "a touch was lost"),
            Case(PanGestureRecognizer(), away, "moved 30.0 pt, 10.0 needed"),
            Case(PinchGestureRecognizer(), away, "distance changed by 16.6 pt, 10.0 needed"),
            Case(RotationGestureRecognizer(), away, "turned by 31.0°, 10.0 needed"),
            Case(TransformGestureRecognizer(), away, "moved 30.0 pt, 10.0 needed"),
            Case(LongPressGestureRecognizer(), [.down(0, 0, 0, at: 0)], "held for 0.500 s, 0.500 needed"),
        ])
    private func reasons(_ example: Case) {
        let (steps, words) = (example.steps, example.testDescription)
        #expect(reason(example.make(), steps, rest: steps.count == 1 || words.hasPrefix("no other") ? 1 : 0) == words)
    }
}
