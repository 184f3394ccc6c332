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
    let listener = Listener()
    let stage = Stage(recognizer)
    stage.engine.decisionObserver = listener
    stage.play(steps, rest: rest)
    return listener.reason
}

@Suite struct ReasonTests {
    @Test("A measurement has its unit, and the limit says how it was compared")
    func words() {
        #expect(Reason.tooMuch("moved", 12.42, allowed: 10, .points).description == "moved 12.4 pt, 10.0 allowed")
        #expect(Reason.tooLittle("moved", 3, needed: 10, .points).description == "moved 3.0 pt, 10.0 needed")
        #expect(Reason.enough("held for", 0.5, needed: 0.5, .seconds).description == "held for 0.500 s, 0.500 needed")
        #expect(Reason.because("a touch was lost").description == "a touch was lost")
        #expect(Reason.because("no other tap within", 0.35, .seconds).description == "no other tap within 0.350 s")
    }

    @Test("Fingers are counted, in the singular for one")
    func fingers() {
        #expect(
            Reason.tooMuch("touched with", 2, allowed: 1, .fingers).description == "touched with 2 fingers, 1 allowed")
        #expect(
            Reason.tooLittle("touched with", 1, needed: 2, .fingers).description == "touched with 1 finger, 2 needed")
    }

    @Test("A count is a whole number, in the singular for one")
    func times() {
        let turns = [0.0, 1, 2].map { Reason.tooLittle("turned", $0, needed: 3, .times).description }
        #expect(turns == ["turned 0 times, 3 needed", "turned 1 time, 3 needed", "turned 2 times, 3 needed"])
    }

    @Test("A reason can name its subject")
    func names() {
        let name = "left hook"
        #expect(
            Reason.enough("like \"\(name)\" by", 0.7, needed: 0.6, .none).description
                == "like \"left hook\" by 0.70, 0.60 needed")
    }

    @Test("Angles are in degrees, numbers without a unit are unchanged")
    func units() {
        let turn = Reason.enough("turned by", .pi / 15, needed: .pi / 18, .degrees)
        #expect(turn.description == "turned by 12.0°, 10.0 needed")
        #expect(Reason.tooLittle("score", 0.715, needed: 0.8, .none).description == "score 0.72, 0.80 needed")
    }

    @Test(
        "Decimals are rounded and never lost",
        arguments: [
            (0, "0.0"), (0.04, "0.0"), (0.05, "0.1"), (9.96, "10.0"), (-0.5, "-0.5"), (-12.34, "-12.3"),
            (1e6, "1000000.0"),
        ] as [(Double, String)])
    func decimals(value: Double, text: String) {
        #expect(Reason.tooMuch("moved", value, allowed: 1, .points).description == "moved \(text) pt, 1.0 allowed")
    }

    @Test("Invalid numbers do not trap", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e18])
    func nonsense(value: Double) {
        for unit: Reason.Unit in [.points, .seconds, .fingers, .times, .degrees, .none] {
            #expect(Reason.tooMuch("moved", value, allowed: value, unit).description.hasPrefix("moved "))
            #expect(Reason.because("moved", value, unit).description.hasPrefix("moved "))
        }
    }

    @Test("Numbers have the requested decimals, rounded, and no sign when they are zero")
    func fixed() {
        #expect(12.345.fixed(2) == "12.35" && 12.344.fixed(2) == "12.34")
        #expect((-0.05).fixed(1) == "-0.1" && (-0.04).fixed(1) == "0.0")
        #expect(0.999.fixed(1) == "1.0" && 7.5.fixed(0) == "8" && 0.05.fixed(3) == "0.050")
        #expect(Double.nan.fixed(1) == "nan" && Double.infinity.fixed(3) == "inf" && 1e300.fixed(3) == "1e+300")
    }

    @Test("Every recognizer says why it failed")
    func failures() {
        let near: [FingerStep] = [.down(0, 100, 100, at: 0), .move(0, 103, 100, at: 0.1), .up(at: 0.2)]
        let two: [FingerStep] = [.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0)]
        let tap = { RealisticSet.tap("tap") }
        #expect(reason(tap(), two) == "touched with 2 fingers, 1 allowed")
        #expect(reason(tap(), [.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.1)]) == "moved 60.0 pt, 45.0 allowed")
        #expect(reason(tap(), [.down(0, 0, 0, at: 0)], rest: 1) == "still down after 0.750 s")
        let twice = "no other tap within 0.350 s"
        #expect(reason(RealisticSet.tap("tap", taps: 2), near, rest: 1) == twice)
        #expect(reason(RealisticSet.tap("tap", fingers: 2), near) == "touched with 1 finger, 2 needed")
        #expect(reason(LongPressGestureRecognizer(), near) == "held for 0.200 s, 0.500 needed")
        let strayed: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 12.4, 0, at: 0.1)]
        #expect(reason(LongPressGestureRecognizer(), strayed) == "moved 12.4 pt, 10.0 allowed")
        #expect(reason(PanGestureRecognizer(), near) == "moved 3.0 pt, 10.0 needed")
        #expect(reason(SwipeGestureRecognizer(), near) == "moved 3.0 pt, 45.3 needed")
        #expect(reason(SwipeGestureRecognizer(), [.down(0, 9, 0, at: 0)], rest: 1) == "moved 0.0 pt, 50.0 needed")
        #expect(reason(PinchGestureRecognizer(), near) == "touched with 1 finger, 2 needed")
        let parted = two + [.move(1, 204, 100, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.2)]
        #expect(reason(PinchGestureRecognizer(), parted) == "distance changed by 4.0 pt, 10.0 needed")
        // Only the last pair of fingers counts.
        let other: [FingerStep] = [.up(1, at: 0.2), .down(1, 500, 100, at: 0.3), .up(0, at: 0.4), .up(1, at: 0.4)]
        let pair = reason(PinchGestureRecognizer(), Array(parted.prefix(3)) + other)
        #expect(pair == "distance changed by 0.0 pt, 10.0 needed")
        #expect(reason(RotationGestureRecognizer(), parted) == "turned by 0.0°, 10.0 needed")
        #expect(reason(RotationGestureRecognizer(), near) == "touched with 1 finger, 2 needed")
        #expect(reason(TransformGestureRecognizer(), near) == "moved 3.0 pt, 10.0 needed")
        #expect(reason(PanGestureRecognizer(), [.down(0, 0, 0, at: 0), .cancel(at: 0.1)]) == "a touch was lost")
    }

    @Test("Every recognizer says why it began")
    func begins() {
        let steps: [FingerStep] = [.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 100, 60, at: 0.1)]
        #expect(reason(PanGestureRecognizer(), steps) == "moved 30.0 pt, 10.0 needed")
        #expect(reason(PinchGestureRecognizer(), steps) == "distance changed by 16.6 pt, 10.0 needed")
        #expect(reason(RotationGestureRecognizer(), steps) == "turned by 31.0°, 10.0 needed")
        #expect(reason(TransformGestureRecognizer(), steps) == "moved 30.0 pt, 10.0 needed")
        #expect(
            reason(LongPressGestureRecognizer(), [.down(0, 0, 0, at: 0)], rest: 1) == "held for 0.500 s, 0.500 needed")
    }
}
