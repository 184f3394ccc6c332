// Tests of pans against UIKit's, without its stale velocity.

import Gestures
import Testing
import Touch
import TouchTesting

private func pan(_ minimum: Int = 1, _ maximum: Int = .max) -> PanGestureRecognizer {
    with(PanGestureRecognizer(name: "pan")) {
        ($0.minimumNumberOfTouches, $0.maximumNumberOfTouches) = (minimum, maximum)
    }
}

@Suite struct PanTests {
    @Test("A pan with room for one has only one of two fingers that land at once")
    func roomForOne() {
        let stage = Stage(RealisticSet.pan("pan", 1, 2)).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1), .down(1, 0, 100, at: 0.2), .down(2, 0, 200, at: 0.2),
            .move(1, 10, 100, at: 0.3), .move(2, 500, 200, at: 0.3),
        ])
        #expect(stage.log.map(\.touches) == [[1], [1, 2]])
        #expect(stage.log.last?.measurement.translation == Vector(x: 25, y: 0))
    }

    @Test("A pan begins at exactly 10 pt, not before, and the 10 pt are not included")
    func hysteresis() {
        let stage = Stage(pan()).play([
            .down(0, 0, 0, at: 0), .move(0, 9.9, 0, at: 0.01), .move(0, 10, 0, at: 0.02),
            .move(0, 25, 0, at: 0.03), .up(at: 0.04),
        ])
        #expect(stage.words == ["pan began", "pan changed", "pan ended"])
        #expect(stage.log.map(\.measurement.translation) == [.zero, Vector(x: 15, y: 0), Vector(x: 15, y: 0)])
    }

    @Test(
        "With a minimum of two it stays changed when one lifts, moves no more, and ends with the last; so do transforms"
    )
    func minimum() {
        let transform = with(TransformGestureRecognizer(name: "pan")) { $0.minimumNumberOfTouches = 2 }
        for recognizer in [pan(2), transform] {
            let stage = Stage(recognizer).play([
                .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.01), .down(1, 100, 0, at: 0.02),
                .move(0, 70, 0, at: 0.03), .move(1, 120, 0, at: 0.03), .up(0, at: 0.04), .move(1, 200, 0, at: 0.05),
                .up(1, at: 0.06),
            ])
            #expect(stage.words == ["pan began", "pan ended"])
            #expect(stage.log.last?.measurement.translation == Vector(x: 10, y: 0))
        }
    }

    @Test("More fingers than the maximum fail it before it begins, and are not part of it afterwards")
    func maximum() {
        let early = Stage(pan(1, 1)).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0.01), .move(0, 50, 0, at: 0.02), .up(0, at: 0.03),
            .up(1, at: 0.04),
        ])
        #expect(early.words == [])
        let late = Stage(pan(1, 1)).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.01), .down(1, 100, 0, at: 0.02),
            .move(1, 200, 0, at: 0.03), .up(0, at: 0.04), .up(1, at: 0.05),
        ])
        #expect(late.words == ["pan began", "pan ended"])
        #expect(late.log.last?.touches == [1])
    }

    @Test("Uniform motion has its own velocity, at the lift too")
    func velocity() {
        let moves = (1...20).map { FingerStep.move(0, Double($0) * 8, 0, at: Double($0) * 0.008) }
        let stage = Stage(pan()).play([.down(0, 0, 0, at: 0)] + moves + [.up(at: 0.168)])
        for entry in stage.log { #expect(abs((entry.measurement.panVelocity?.x ?? 0) - 1000) < 1e-6) }
        let projection = stage.log.last?.measurement.projection
        #expect(abs((projection?.x ?? 0) - (160 + 494.01)) < 1e-6)
    }

    @Test("An action that always sets the translation to zero still reads the velocity, at the lift too")
    func rebasedInEveryAction() {
        let recognizer = pan()
        recognizer.addAction { [unowned recognizer] _ in recognizer.setTranslation(.zero, in: nil) }
        let stage = Stage(recognizer)
        let moves = (1...20).map { FingerStep.move(0, Double($0) * 8, 0, at: Double($0) * 0.008) }
        stage.play([.down(0, 0, 0, at: 0)] + moves + [.up(at: 0.168)])
        for entry in stage.log { #expect(abs((entry.measurement.panVelocity?.x ?? 0) - 1000) < 1e-6) }
        // The notification has the movement of the fingers since the last action, without the action's own changes.
        #expect(stage.log.dropFirst(2).dropLast().allSatisfy { $0.measurement.translation == Vector(x: 8, y: 0) })
    }

    @Test("A lift beside a lost touch does not complete it")
    func liftBesideLoss() {
        let stage = Stage(pan(2)).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(0, 20, 0, at: 0.01), .move(1, 120, 0, at: 0.01),
            .up(0, at: 0.02), .cancel(1, at: 0.02),
        ])
        #expect(stage.words == ["pan began", "pan cancelled"])
    }

    @Test("A finger that jumps while another is lost begins nothing")
    func jumpBesideLoss() {
        let stage = Stage(pan()).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(0, 200, 0, at: 0.01), .cancel(1, at: 0.01),
            .up(0, at: 0.02),
        ])
        #expect(stage.words == [])
    }
}
