// Tests of the pinch: its begin, its scale and velocity, and fingers that come and go.

import Gestures
import Testing
import Touch
import TouchTesting

/// Two fingers this far apart, then the second one moving, 10 ms each.
private func steps(_ distances: [Double]) -> [FingerStep] {
    [.down(0, 0, 0, at: 0), .down(1, distances[0], 0, at: 0)]
        + distances.indices.dropFirst().map { .move(1, distances[$0], 0, at: Double($0) * 0.01) }
}

private func stage(_ distances: Double...) -> (Stage, PinchGestureRecognizer) {
    let pinch = PinchGestureRecognizer(name: "pinch")
    return (Stage(pinch).play(steps(distances)), pinch)
}

private func play(_ steps: [FingerStep]) -> Stage { Stage(PinchGestureRecognizer(name: "pinch")).play(steps) }

private func scales(_ stage: Stage) -> [Double] { stage.log.compactMap(\.measurement.scale) }

@Suite struct PinchTests {
    @Test("8 pt are not enough, 10 pt begin it, and 8 of them are not included", arguments: [1.0, -1])
    func begins(sign: Double) {
        #expect(stage(100, 100 + sign * 8).0.words == [])
        #expect(stage(100, 100 + sign * 9.999).0.words == [])
        let begun = stage(100, 100 + sign * 10).0
        #expect(begun.words == ["pinch began"])
        #expect(abs((scales(begun).first ?? 0) - (100 + sign * 10) / (100 + sign * 8)) < 1e-12)
    }

    @Test("100 to 110 pt is 1.018518519, and the later factor is relative to the same distance")
    func scale() {
        let scales = scales(stage(100, 110, 216, 54).0)
        #expect(abs(scales[0] - 1.018_518_519) < 1e-9 && scales[1] == 2 && scales[2] == 0.5)
    }

    @Test("Setting the scale to 1 starts over, and invalid scales are ignored")
    func rebase() {
        let (stage, pinch) = stage(100, 110, 216)
        for scale in [0, -1, Double.nan, .infinity] {
            pinch.scale = scale
            #expect(pinch.scale == 2)
        }
        pinch.scale = 1
        #expect(pinch.scale == 1)
        stage.play([.move(1, 270, 0, at: 0.03)])
        #expect(abs((scales(stage).last ?? 0) - 1.25) < 1e-12)
    }

    @Test("The first velocity is the scale's change over the time of the step; setting the scale keeps the speed")
    func velocity() {
        let (stage, pinch) = stage(100, 110)
        #expect(abs((stage.log[0].measurement.pinchVelocity ?? 0) - (110.0 / 108 - 1) / 0.01) < 1e-9)
        stage.play([.move(1, 120, 0, at: 0.02), .move(1, 130, 0, at: 0.03), .move(1, 140, 0, at: 0.04)])
        #expect(pinch.velocity > 0)
        let pointsPerSecond = pinch.velocity * 108
        pinch.scale = 1
        #expect(abs(pinch.velocity * 140 - pointsPerSecond) < 1e-9)
    }

    @Test("A third finger has no effect, before it begins or afterwards")
    func thirdFinger() {
        let early = play(
            steps([100, 106]) + [.down(2, 0, 500, at: 0.02), .move(2, 0, 600, at: 0.03), .move(1, 110, 0, at: 0.04)])
        #expect(early.words == ["pinch began"] && early.log.first?.touches == [1, 2])
        #expect(abs((scales(early).first ?? 0) - 110.0 / 108) < 1e-12)

        let (late, pinch) = stage(100, 110, 216)
        let velocity = pinch.velocity
        late.play([.down(2, 0, 500, at: 0.02)])
        #expect(pinch.scale == 2 && pinch.velocity == velocity && velocity > 0)
        late.play([.move(2, 0, 900, at: 0.03), .up(2, at: 0.04), .up(0, at: 0.05), .up(1, at: 0.05)])
        #expect(late.words == ["pinch began", "pinch changed", "pinch ended"])
    }

    @Test("When one lifts it stays changed without changing; when both have lifted it ends; a lost one cancels it")
    func oneLifts() {
        let (stage, pinch) = stage(100, 110, 216)
        stage.play([.up(0, at: 0.04), .move(1, 500, 0, at: 0.05)])
        #expect(pinch.state == .changed && stage.words.count == 2 && pinch.scale == 2)
        stage.play([.up(1, at: 0.06)])
        #expect(stage.words == ["pinch began", "pinch changed", "pinch ended"] && scales(stage).last == 2)
        let lost = play(steps([100, 110]) + [.cancel(0, at: 0.02), .up(1, at: 0.03)])
        #expect(lost.words == ["pinch began", "pinch cancelled"])
    }

    @Test("A finger that replaces one that lifted continues from the same scale", arguments: [0.04, 0.05])
    func replacement(landing: Double) {
        let (stage, pinch) = stage(100, 110, 216)
        stage.play([.up(0, at: 0.04), .down(2, 416, 0, at: landing)])
        #expect(landing == 0.04 || pinch.scale == 2 && stage.words.count == 2)
        stage.play([.move(2, 316, 0, at: 0.06)])
        #expect(scales(stage).last == 1 && stage.log.last?.touches == [2, 3])
        stage.play([.up(1, at: 0.07), .up(2, at: 0.08)])
        #expect(scales(stage).last == 1 && stage.words.last == "pinch ended")
    }

    @Test("Fingers in one place have no distance, and it is measured once they have")
    func samePlace() { #expect(scales(stage(0, 0.5, 10, 16, 0.2, 0, 8).0) == [1.25, 2, 1]) }

    @Test("A smaller hysteresis never subtracts more than the movement")
    func hysteresis() {
        let pinch = with(PinchGestureRecognizer(name: "pinch")) { $0.hysteresis = 5 }
        #expect(scales(Stage(pinch).play(steps([100, 105, 210]))) == [1, 2])
    }

    @Test("Two contacts that a panel splits do not begin a pinch by that: it is measured from there")
    func parted() {
        let stage = play([
            .down(0, 100, 100, at: 0), .down(1, 400, 100, at: 0.01),
            // The third was merged with the second, which was reported between both.
            .down(2, 460, 100, at: 0.02), .move(1, 370, 100, at: 0.02), .move(1, 379, 100, at: 0.03),
        ])
        #expect(stage.words == [])
        #expect(stage.play([.move(1, 380, 100, at: 0.04)]).words == ["pinch began"])
        // A third finger elsewhere splits nothing.
        let other = play([
            .down(0, 100, 100, at: 0), .down(1, 400, 100, at: 0.01), .down(2, 900, 100, at: 0.02),
            .move(1, 370, 100, at: 0.02),
        ])
        #expect(other.words == ["pinch began"])
    }
}
