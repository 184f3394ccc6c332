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
            { RealisticSet.singleAndDouble }, { [RealisticSet.tap("double", taps: 2)] },
            { [RealisticSet.tap("triple", taps: 3)] },
            { [RealisticSet.tap("tap"), RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch")] },
            { RealisticSet.all },
        ]
        for recognizers in sets {
            let expected = words(recognizers(), drumming(count, apart: apart, gap: 0.005))
            #expect(words(recognizers(), drumming(count, apart: apart)) == expected)
            #expect(words(recognizers().reversed(), drumming(count, apart: apart)) == expected)
        }
    }

    @Test("A pan or a transform that has begun continues with the finger that lands")
    func goesOn() {
        for recognizer in [RealisticSet.pan("pan", 1, 1), TransformGestureRecognizer(name: "transform")] {
            let stage = Stage(recognizer).play([
                .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.1), .up(0, at: 0.2), .down(1, 133, 100, at: 0.2),
                .move(1, 143, 100, at: 0.3), .up(1, at: 0.4),
            ])
            #expect(stage.words == ["began", "changed", "ended"].map { "\(recognizer.name) \($0)" })
            #expect(recognizer.name != "pan" || stage.log.last?.measurement.translation?.x == 30)
        }
    }
}
