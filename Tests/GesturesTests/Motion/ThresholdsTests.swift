// Tests of thresholds: their scaling, and their effect on recognizers.

import Gestures
import Testing
import Touch
import TouchTesting

private let lengths: [any WritableKeyPath<Thresholds, Double> & Sendable] = [
    \.panHysteresis, \.edgeWidth, \.tapAllowableMovement, \.longPressAllowableMovement, \.swipeMinimumPrimaryMovement,
    \.swipeMaximumSecondaryMovement, \.swipeMaximumOppositeMovement, \.pinchHysteresis, \.pinchBaselineShift,
    \.strokeMinimumLength, \.tickleDistance,
]

@Suite struct ThresholdsTests {
    @Test("Every distance that a finger must or may move is multiplied, and nothing else")
    func scaled() {
        let standard = Thresholds.standard
        var expected = standard
        for length in lengths { expected[keyPath: length] *= 1.5 }
        #expect(standard.scaled(by: 1.5) == expected && standard.scaled(by: 1.5) != standard)
        #expect(standard.scaled(by: 1) == standard)
    }

    @Test(
        "The factor is 1 up to 16 inches, 1.5 from 55 inches on, and grows between",
        arguments: [(0, 1), (10.1, 1), (16, 1), (35.5, 1.25), (55, 1.5), (100, 1.5)] as [(Double, Double)])
    func factor(inches: Double, factor: Double) {
        #expect(abs(Thresholds.factor(forDiagonal: inches * 25.4) - factor) < 1e-12)
    }

    @Test(
        "A pinch or transform begins at the distance of its profile; a pan's centroid moves half as far as one finger",
        arguments: [(1, 9.95, false), (1, 10, true), (1.5, 14.95, false), (1.5, 15, true)] as [(Double, Double, Bool)])
    func begins(factor: Double, way: Double, begins: Bool) {
        let profile = Thresholds.standard.scaled(by: factor)
        for (recognizer, way) in [
            (PinchGestureRecognizer(name: "it", thresholds: profile), way),
            (TransformGestureRecognizer(name: "it", thresholds: profile), way),
            (PanGestureRecognizer(name: "it", thresholds: profile), 2 * way),
        ] {
            let stage = Stage(recognizer).play([
                .down(0, 1, 500, at: 0), .down(1, 101, 500, at: 0), .move(1, 101 + way, 500, at: 0.1),
            ])
            #expect(stage.words == (begins ? ["it began"] : []))
        }
    }

    @Test("A recognizer takes its defaults from its profile")
    func reachRecognizers() {
        let profile = Thresholds.standard.scaled(by: 1.5)
        #expect(ScreenEdgePanGestureRecognizer(thresholds: profile).edgeWidth == 30)
        #expect(TapGestureRecognizer(thresholds: profile).allowableMovement == 67.5)
        #expect(LongPressGestureRecognizer(thresholds: profile).allowableMovement == 15)
        #expect(SwipeGestureRecognizer(thresholds: profile).minimumPrimaryMovement == 75)
        #expect(RotationGestureRecognizer(thresholds: profile).hysteresis == Thresholds.standard.rotationHysteresis)
    }
}
