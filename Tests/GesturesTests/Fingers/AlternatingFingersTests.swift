// Tests of fingers that tap in turn, where one lifts in the frame in which the next lands.

import Gestures
import Testing
import Touch
import TouchTesting

/// Two fingers this far apart in turn, each down for `holding` seconds; there are `gap` seconds between a lift and the
/// next landing.
private func drumming(
    _ count: Int, apart: Double = 5, holding: Double = 0.1, gap: Double = 0, liftsFirst: Bool = true
) -> [FingerStep] {
    var steps: [FingerStep] = []
    for number in 0..<count {
        let (start, x) = (Double(number) * holding, 500 + apart * Double(number % 2))
        let landing = FingerStep.down(number % 2, x, 300, at: start)
        if number > 0, gap == 0, !liftsFirst {
            steps.insert(landing, at: steps.count - 1)
        } else {
            steps.append(landing)
        }
        steps.append(.up(number % 2, at: Double(number + 1) * holding - (number + 1 < count ? gap : 0)))
    }
    return steps
}

private func words(_ recognizers: [GestureRecognizer], _ steps: [FingerStep]) -> [String] {
    Stage(recognizers).play(steps, rest: 1).words
}

@Suite struct AlternatingFingersTests {
    @Test("Each lift is a tap, wherever the next finger lands", arguments: [5.0, 40, 100, 300], [true, false])
    func taps(apart: Double, liftsFirst: Bool) {
        let tap = RealisticSet.tap("tap")
        let stage = Stage(tap).play(drumming(4, apart: apart, liftsFirst: liftsFirst))
        #expect(stage.log.map(\.time) == [0.1, 0.2, 0.3, 0.4])
        #expect(stage.log.map(\.touches) == [[1], [2], [3], [4]])
    }

    @Test("The result is the same as with a frame between", arguments: 1...6, [5.0, 100])
    func asWithFrameBetween(count: Int, apart: Double) {
        let sets: [() -> [GestureRecognizer]] = [
            {
                let (single, double) = (RealisticSet.tap("single"), RealisticSet.tap("double", taps: 2))
                single.require(toFail: double)
                return [single, double]
            }, { [RealisticSet.tap("double", taps: 2)] }, { [RealisticSet.tap("triple", taps: 3)] },
            { [RealisticSet.tap("tap"), RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch")] },
            { RealisticSet.all },
        ]
        for recognizers in sets {
            let expected = words(recognizers(), drumming(count, apart: apart, gap: 0.005))
            #expect(words(recognizers(), drumming(count, apart: apart)) == expected)
            #expect(words(recognizers().reversed(), drumming(count, apart: apart)) == expected)
        }
    }

    @Test("Presses and swipes of one finger follow each other, too")
    func pressesAndSwipes() {
        let press = RealisticSet.press("press", fingers: 1)
        #expect(
            words([press], drumming(3, holding: 0.7))
                == Array(repeating: ["press began", "press ended"], count: 3).flatMap { $0 })
        // The first lifts before it is a press.
        let short: [FingerStep] = [
            .down(0, 500, 300, at: 0), .up(0, at: 0.2), .down(1, 505, 300, at: 0.2), .move(1, 590, 300, at: 0.3),
            .up(1, at: 0.4),
        ]
        #expect(words([SwipeGestureRecognizer(name: "swipe")], short) == ["swipe ended"])
    }

    @Test("A finger that lands in the frame of another's tap may pan, and be a tap of two with a third")
    func whatComesNext() {
        let steps =
            drumming(2).dropLast() + [.move(1, 555, 300, at: 0.15), .move(1, 600, 300, at: 0.2), .up(1, at: 0.3)]
        #expect(
            words([RealisticSet.tap("tap"), RealisticSet.pan("pan", 1)], Array(steps)).prefix(2) == [
                "tap ended", "pan began",
            ])
        let two = drumming(2).dropLast() + [.down(2, 600, 300, at: 0.12), .up(1, at: 0.2), .up(2, at: 0.2)]
        #expect(
            words([RealisticSet.tap("tap"), RealisticSet.tap("two", fingers: 2)], Array(two)) == [
                "tap ended", "two ended",
            ])
    }

    @Test("A pan or a transform that has begun continues with the finger that lands")
    func goesOn() {
        for recognizer in [RealisticSet.pan("pan", 1, 1), TransformGestureRecognizer(name: "transform")] {
            let stage = Stage(recognizer).play([
                .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.1), .up(0, at: 0.2), .down(1, 133, 100, at: 0.2),
                .move(1, 143, 100, at: 0.3), .up(1, at: 0.4),
            ])
            #expect(stage.words == ["began", "changed", "ended"].map { "\(recognizer.name) \($0)" })
            if let pan = recognizer as? PanGestureRecognizer {
                #expect(stage.log.last?.measurement.translation?.x == 30, "\(pan.name)")
            }
        }
    }
}
