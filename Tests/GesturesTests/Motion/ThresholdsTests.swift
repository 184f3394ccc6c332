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
        // Times, angles, and the distance between hands.
        let scaled = standard.scaled(by: 1.5)
        #expect(scaled.tapMaximumDuration == 0.75 && scaled.rotationHysteresis == standard.rotationHysteresis)
        #expect(scaled.sequenceDistance == standard.sequenceDistance)
        #expect(scaled.panHysteresis == 15 && scaled.tapAllowableMovement == 67.5 && scaled.edgeWidth == 30)
    }

    @Test(
        "The factor is 1 up to 16 inches, 1.5 from 55 inches on, and grows between",
        arguments: [(0, 1), (10.1, 1), (16, 1), (35.5, 1.25), (55, 1.5), (100, 1.5)] as [(Double, Double)])
    func factor(inches: Double, factor: Double) {
        #expect(abs(Thresholds.factor(forDiagonal: inches * 25.4) - factor) < 1e-12)
    }

    @Test("The factor never decreases as the panel grows, and is valid for any diagonal")
    func monotonous() {
        let factors = (0...300).map { Thresholds.factor(forDiagonal: Double($0) * 10) }
        #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.01 })
        for diagonal in [-1, -Double.infinity, .infinity, .greatestFiniteMagnitude] {
            #expect((1...1.5).contains(Thresholds.factor(forDiagonal: diagonal)))
        }
    }

    @Test("A recognizer takes its defaults from its profile")
    func reachRecognizers() {
        let profile = Thresholds.standard.scaled(by: 1.5)
        func play(_ recognizer: () -> GestureRecognizer, _ way: Double) -> [String] {
            Stage(recognizer()).play([
                .down(0, 1, 500, at: 0), .down(1, 101, 500, at: 0), .move(1, 101 + way, 500, at: 0.1),
            ]).words
        }
        let types: [(Thresholds) -> GestureRecognizer] = [
            { PinchGestureRecognizer(name: "it", thresholds: $0) },
            { TransformGestureRecognizer(name: "it", thresholds: $0) },
        ]
        for make in types {
            #expect(play({ make(.standard) }, 9.9) == [] && play({ make(.standard) }, 10) == ["it began"])
            #expect(play({ make(profile) }, 14.9) == [] && play({ make(profile) }, 15) == ["it began"])
        }
        // The centroid moves half as far as one of two fingers.
        #expect(play({ PanGestureRecognizer(name: "it", thresholds: profile) }, 29.9) == [])
        #expect(play({ PanGestureRecognizer(name: "it", thresholds: profile) }, 30) == ["it began"])
        #expect(ScreenEdgePanGestureRecognizer(thresholds: profile).edgeWidth == 30)
        #expect(TapGestureRecognizer(thresholds: profile).allowableMovement == 67.5)
        #expect(LongPressGestureRecognizer(thresholds: profile).allowableMovement == 15)
        #expect(SwipeGestureRecognizer(thresholds: profile).minimumPrimaryMovement == 75)
        #expect(RotationGestureRecognizer(thresholds: profile).hysteresis == Thresholds.standard.rotationHysteresis)
    }

    @Test("The profile's numbers that are not properties of a recognizer apply, too: 12 of 15 pt do not scale")
    func baselineShift() {
        let pinch = PinchGestureRecognizer(name: "pinch", thresholds: Thresholds.standard.scaled(by: 1.5))
        let stage = Stage(pinch).play([.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 115, 0, at: 0.01)])
        guard case .pinch(let scale, _) = stage.log.first?.measurement else {
            Issue.record("no pinch")
            return
        }
        #expect(abs(scale - 115.0 / 112) < 1e-12)
    }
}
