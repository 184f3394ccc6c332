// Tests of gestures that begin with fewer fingers, and are taken back for one of more.

import Gestures
import Testing
import Touch
import TouchTesting

/// One finger that moves right by 5 pt a frame, which is 10 pt after 10 ms.
private func finger(lift: Double) -> [FingerStep] {
    Hand(1, spread: 0, holding: lift) { _, time in Point(x: 100 + 1000 * time, y: 100) }.steps
}

/// A finger that has moved 30 pt at 20 ms, and one that lands at `landing` and moves away by 60 pt 20 ms later.
private func partingFingers(landing: Double) -> [FingerStep] {
    [
        .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: landing),
        .move(1, 360, 100, at: landing + 0.02),
    ]
}

private func panAndPinch() -> [GestureRecognizer] { [RealisticSet.pan("pan", 1, 1), RealisticSet.pinch] }

private func transform(_ set: (TransformGestureRecognizer) -> Void) -> TransformGestureRecognizer {
    with(TransformGestureRecognizer(name: "transform", thresholds: .shipped), set)
}

@Suite struct TakingBackTests {
    @Test("Beside recognizers of more fingers each gesture begins in the event that meets its own conditions")
    func beginsAtOnce() {
        #expect(Stage(RealisticSet.all).play(finger(lift: 0.1)).log.first?.time == 0.01)
        for recognizer in [
            RealisticSet.pan("pan", 2, 2), RealisticSet.pinch, RealisticSet.turn,
            transform { $0.maximumNumberOfTouches = 2 },
        ] {
            let stage = Stage(recognizer, RealisticSet.pan("pan of 3", 3)).play([
                .down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0), .move(1, 250, 150, at: 0.05), .up(1, at: 0.1),
                .up(0, at: 0.3),
            ])
            #expect(stage.words == ["\(recognizer.name) began", "\(recognizer.name) ended"])
            #expect(stage.log.first?.time == 0.05)
        }
        let swipe = SwipeGestureRecognizer(name: "swipe", thresholds: .shipped)
        #expect(Stage(swipe, RealisticSet.pinch).play(finger(lift: 0.2)).log.map(\.time) == [0.05])
        let press = with(RealisticSet.press("press", fingers: 1)) { $0.minimumPressDuration = 0.05 }
        let stage = Stage(press, RealisticSet.pinch).play([.down(0, 0, 0, at: 0), .up(at: 0.3)])
        #expect(stage.log.map(\.time) == [0.05, 0.3])
    }

    @Test("A flick is a pan that begins, changes and ends, however soon it lifts", arguments: [0.02, 0.08, 0.175, 0.2])
    func flick(lift: Double) {
        let stage = Stage(RealisticSet.all).play(finger(lift: lift), rest: 1)
        #expect(stage.gestures == ["pan"])
        #expect(stage.log.first?.time == 0.01 && stage.log.last?.time == lift && stage.words.last == "pan ended")
        #expect((stage.log.last?.measurement.panVelocity?.x ?? 0) > 900)
    }

    @Test("A pan is cancelled when a pinch meets its conditions, before that begins, and not when its finger lands")
    func takesBack() throws {
        let stage = Stage(panAndPinch()).watchDecisions().play(partingFingers(landing: 0.1))
        #expect(stage.words == ["pan began", "pan cancelled", "pinch began"])
        #expect(stage.log.map(\.time) == [0.02, 0.12, 0.12])
        #expect(stage.decisions.contains("pinch contends with pan"))
        #expect(stage.decisions.contains("pan cancelled: revoked by pinch"))
        // The movement of the first finger alone is not part of the pinch, which is relative to 170 pt, where the
        // second landed.
        let scale = try #require(stage.log.last?.measurement.scale)
        #expect((scale - 230.0 / 178).magnitude < 1e-9)
        #expect(stage.play([.up(0, at: 0.2), .up(1, at: 0.2)]).words.last == "pinch ended")
    }

    @Test("A gesture that was taken back stays silent until its fingers have lifted, and so does one that required it")
    func isTakenBackOnce() {
        let (recognizers, other) = (panAndPinch(), Scripted.discrete("other", at: 360))
        other.require(toFail: recognizers[0])
        let stage = Stage(recognizers + [other]).play(
            partingFingers(landing: 0.1) + [
                .up(1, at: 0.2), .move(0, 200, 100, at: 0.3), .move(0, 300, 100, at: 0.4), .up(0, at: 0.5),
            ])
        #expect(stage.words.filter { !$0.hasPrefix("pinch") } == ["pan began", "pan cancelled"])
        #expect(stage.words.last == "pinch ended")
        #expect(stage.play([.down(2, 0, 0, at: 1), .move(2, 50, 0, at: 1.1)]).words.last == "pan began")
        // The same applies to a finger that joins them.
        let joined = Stage(panAndPinch()).play(
            partingFingers(landing: 0.05) + [.down(2, 500, 100, at: 0.1), .move(2, 600, 100, at: 0.12)])
        #expect(joined.words == ["pan began", "pan cancelled", "pinch began"])
    }

    @Test("A resting thumb takes nothing back, however far the other finger drags", arguments: [0, 2.5])
    func restingThumb(trembling: Double) {
        let rivals = [
            RealisticSet.pinch, RealisticSet.turn, RealisticSet.pan("pan of 2", 2, 2),
            transform { $0.minimumNumberOfTouches = 2 },
        ]
        let stage = Stage([RealisticSet.pan("pan", 1, 1)] + rivals)
        stage.play([.down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.05), .down(1, 125, 600, at: 0.1)])
        for step in 1...40 {
            let time = 0.1 + Double(step) * 0.01
            stage.play([.move(0, 130 + Double(step) * 5, 100, at: time)])
            stage.play([.move(1, step.isMultiple(of: 2) ? 125 : 125 + trembling, 600, at: time + 0.005)])
        }
        stage.play([.up(0, at: 0.6), .up(1, at: 0.7)])
        #expect(stage.gestures == ["pan"] && stage.words.last == "pan ended")
    }

    @Test("A thumb that has rested makes a pinch once it moves")
    func thumbThatMoves() {
        let stage = Stage(panAndPinch()).play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 100, 600, at: 0.1),
            .move(0, 130, 50, at: 0.15), .move(1, 100, 602.5, at: 0.2), .move(1, 100, 604, at: 0.25),
        ])
        #expect(stage.words == ["pan began", "pan changed", "pan cancelled", "pinch began"])
        #expect(stage.log.last?.time == 0.25)
    }

    @Test(
        "Fingers that lift together, or soon after each other, may be a tap of two, although one had begun a pan",
        arguments: [(0.1, 0.1), (0.15, 0.19), (0.2, 0.24)])
    func tapOfTwo(second: Double, first: Double) {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), RealisticSet.tap("tap", fingers: 2)).play([
            .down(0, 100, 100, at: 0), .move(0, 112, 100, at: 0.02), .down(1, 300, 100, at: 0.03),
            .up(1, at: second), .up(0, at: first),
        ])
        #expect(stage.words == ["pan began", "pan cancelled", "tap ended"])
    }

    @Test("As the library's default, like UIKit, nothing is taken back; nor on a panel that reports one finger")
    func toTheLetter() {
        let pan = with(PanGestureRecognizer(name: "pan")) { $0.maximumNumberOfTouches = 1 }
        let stage = Stage(pan, PinchGestureRecognizer(name: "pinch"))
        #expect(stage.play(partingFingers(landing: 0.1)).words == ["pan began"] && stage.failures.count == 1)
        let single = Stage(panAndPinch())
        single.engine.maximumNumberOfTouches = 1
        single.play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.02)])
        #expect(single.failures.map(\.name) == ["pinch"] && single.engine.nextDeadline == nil)
    }

    @Test("A gesture of two fingers that took back one of one is itself taken back by one of three")
    func twice() {
        let stage = Stage(panAndPinch() + [RealisticSet.pan("pan of 3", 3)]).play(
            partingFingers(landing: 0.03) + [
                .down(2, 500, 100, at: 0.1), .move(0, 130, 160, at: 0.15), .move(1, 360, 160, at: 0.15),
                .move(2, 500, 160, at: 0.15),
            ])
        #expect(stage.words == ["pan began", "pan cancelled", "pinch began", "pinch cancelled", "pan of 3 began"])
    }

    @Test("A pinch takes back what both its fingers had begun in regions of their own")
    func regions() {
        let stage = Stage(RealisticSet.pinch)
        stage.addRegion("left", width: 200, height: 400, RealisticSet.pan("left", 1, 1))
        stage.addRegion("right", x: 200, width: 400, height: 400, RealisticSet.pan("right", 1, 1))
        stage.play([
            .down(0, 150, 100, at: 0), .move(0, 150, 120, at: 0.02), .down(1, 300, 100, at: 0.05),
            .move(1, 300, 113, at: 0.07), .move(1, 400, 113, at: 0.1),
        ])
        #expect(stage.words == ["left began", "right began", "left cancelled", "right cancelled", "pinch began"])
    }
}
