// Tests of gestures that are taken back when more fingers land for another gesture.

import Gestures
import Testing
import Touch
import TouchTesting

/// The time within which the fingers of a hand may land.
private let window = Thresholds.shipped.landingInterval

/// One finger that moves right by 5 pt a frame, which is 10 pt after 10 ms.
private func finger(lift: Double) -> [FingerStep] {
    Hand(1, spread: 0, holding: lift) { _, time in Point(x: 100 + 1000 * time, y: 100) }.steps
}

/// A finger that has moved 30 pt by `start`, and one that lands at `landing` and moves away by 60 pt 20 ms later.
func partingFingers(landing: Double, after start: Double = 0.02) -> [FingerStep] {
    [
        .down(0, 100, 100, at: 0), .move(0, 130, 100, at: start), .down(1, 300, 100, at: landing),
        .move(1, 360, 100, at: landing + 0.02),
    ]
}

func panAndPinch() -> [GestureRecognizer] {
    [RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped)]
}

@Suite struct TakingBackTests {
    @Test("Beside recognizers of more fingers each gesture begins in the event that meets its own conditions")
    func beginsAtOnce() {
        #expect(Stage(RealisticSet.all).play(finger(lift: 0.1)).log.first?.time == 0.01)
        let transform = TransformGestureRecognizer(name: "transform", thresholds: .shipped)
        transform.maximumNumberOfTouches = 2
        for recognizer in [
            RealisticSet.pan("pan", 2, 2), PinchGestureRecognizer(name: "pinch", thresholds: .shipped),
            RotationGestureRecognizer(name: "turn", thresholds: .shipped), transform,
        ] {
            let stage = Stage(recognizer, RealisticSet.pan("pan of 3", 3)).play([
                .down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0), .move(1, 250, 150, at: 0.05), .up(1, at: 0.1),
                .up(0, at: 0.3),
            ])
            #expect(stage.words == ["\(recognizer.name) began", "\(recognizer.name) ended"])
            #expect(stage.log.first?.time == 0.05)
        }
        let swipe = Stage(
            SwipeGestureRecognizer(name: "swipe", thresholds: .shipped),
            PinchGestureRecognizer(name: "pinch", thresholds: .shipped))
        #expect(swipe.play(finger(lift: 0.2)).log.map(\.time) == [0.05])
        let press = RealisticSet.press("press", fingers: 1)
        press.minimumPressDuration = 0.05
        let stage = Stage(press, PinchGestureRecognizer(name: "pinch", thresholds: .shipped)).play([
            .down(0, 0, 0, at: 0), .up(at: 0.3),
        ])
        #expect(stage.log.map(\.time) == [0.05, 0.3])
    }

    @Test("A flick is a pan that begins, changes and ends, however soon it lifts", arguments: [0.02, 0.08, 0.175, 0.2])
    func flick(lift: Double) {
        let stage = Stage(RealisticSet.all).play(finger(lift: lift), rest: 1)
        #expect(stage.gestures == ["pan"])
        #expect(stage.log.first?.time == 0.01 && stage.log.last?.time == lift && stage.words.last == "pan ended")
        #expect((stage.log.last?.measurement.panVelocity?.x ?? 0) > 900)
    }

    @Test("A finger that moves to and fro within the landing interval is a pan, and not a tap")
    func forthAndBack() {
        let stage = Stage(RealisticSet.all).play(
            [
                .down(0, 100, 100, at: 0), .move(0, 140, 100, at: 0.05), .move(0, 100, 100, at: 0.1), .up(at: 0.12),
            ], rest: 1)
        #expect(stage.words == ["pan began", "pan changed", "pan ended"])
    }

    @Test("A pan is cancelled when a pinch meets its conditions, before that begins, and not when its finger lands")
    func takesBack() {
        let stage = Stage(panAndPinch()).watchDecisions().play(partingFingers(landing: 0.1))
        #expect(stage.words == ["pan began", "pan cancelled", "pinch began"])
        #expect(stage.log.map(\.time) == [0.02, 0.12, 0.12])
        #expect(stage.decisions.contains("pinch contends with pan"))
        #expect(stage.decisions.contains("pan cancelled: revoked by pinch"))
        // The movement of the first finger alone is not part of the pinch, which is relative to 170 pt, where the
        // second landed.
        guard case .pinch(let scale, _) = stage.log.last?.measurement else {
            Issue.record("no pinch")
            return
        }
        #expect((scale - 230.0 / 178).magnitude < 1e-9)
        #expect(stage.play([.up(0, at: 0.2), .up(1, at: 0.2)]).words.last == "pinch ended")
    }

    @Test("A gesture that was taken back stays silent until its fingers have lifted")
    func isTakenBackOnce() {
        let stage = Stage(panAndPinch()).play(partingFingers(landing: 0.1)).play([
            .up(1, at: 0.2), .move(0, 200, 100, at: 0.3), .move(0, 300, 100, at: 0.4), .up(0, at: 0.5),
        ])
        #expect(stage.words.filter { $0.hasPrefix("pan") } == ["pan began", "pan cancelled"])
        #expect(stage.words.last == "pinch ended")
        #expect(stage.play([.down(2, 0, 0, at: 1), .move(2, 50, 0, at: 1.1)]).words.last == "pan began")
        // The same applies to a finger that joins them.
        let joined = Stage(panAndPinch()).play(partingFingers(landing: 0.05)).play([
            .down(2, 500, 100, at: 0.1), .move(2, 600, 100, at: 0.12),
        ])
        #expect(joined.words == ["pan began", "pan cancelled", "pinch began"])
    }

    @Test("A resting finger takes nothing back")
    func restingFinger() {
        let (pan, pinch) = (RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped))
        let stage = Stage([pan, pinch, RealisticSet.pan("pan of 2", 2, 2)]).play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 125, 600, at: 0.1),
            .move(0, 135, 100, at: 0.12), .up(1, at: 0.2), .move(0, 300, 100, at: 0.3), .up(0, at: 0.4),
        ])
        #expect(stage.gestures == ["pan"] && stage.words.last == "pan ended")
    }

    @Test("A resting thumb takes nothing back, however far the other finger drags", arguments: [0, 2.5])
    func restingThumb(trembling: Double) {
        let transform = TransformGestureRecognizer(name: "transform", thresholds: .shipped)
        transform.minimumNumberOfTouches = 2
        let rivals = [
            PinchGestureRecognizer(name: "pinch", thresholds: .shipped),
            RotationGestureRecognizer(name: "turn", thresholds: .shipped),
            RealisticSet.pan("pan of 2", 2, 2), transform,
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

    @Test("Fingers that come to rest take nothing back after half a second from the last landing")
    func comeToRest() {
        for isPressing in [true, false] {
            let stage = Stage(panAndPinch()).play([
                .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: 0.1),
            ])
            #expect(stage.engine.nextDeadline?.seconds == 0.6)
            stage.play([.move(1, 360, 100, at: isPressing ? 0.59 : 0.61)])
            #expect(stage.words == (isPressing ? ["pan began", "pan cancelled", "pinch began"] : ["pan began"]))
        }
    }

    @Test("A finger that lands after the time is not a lost one", arguments: [20.0, 1000])
    func strangeFinger(way: Double) {
        let stage = Stage(panAndPinch()).play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: 0.1),
            .up(1, at: window - 0.01), .down(2, 300 + way, 100, at: window + 0.03),
            .move(2, 360 + way, 100, at: 0.25),
        ])
        #expect(stage.words == ["pan began"])
    }

    @Test("A rival fails if its fingers are not down in time; if they are, it may take longer")
    func interval() {
        let late = Stage(panAndPinch()).watchDecisions().play(partingFingers(landing: window + 0.01))
        #expect(late.words.allSatisfy { $0.hasPrefix("pan") })
        #expect(late.decisions.contains("pinch failed: prevented by pan"))
        let waiting = Stage(panAndPinch()).play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.02)])
        #expect(waiting.engine.nextDeadline?.seconds == window)
        waiting.wait(until: window)
        #expect(waiting.engine.nextDeadline == nil && waiting.failures.count == 1)
        let slow = Stage(panAndPinch()).play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: window - 0.01),
            .move(1, 360, 100, at: 0.5),
        ])
        #expect(slow.words == ["pan began", "pan cancelled", "pinch began"])
        let lost = Stage(panAndPinch()).play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: window - 0.01),
            .up(1, at: 0.3), .down(2, 300, 100, at: 0.4), .move(2, 360, 100, at: 0.5),
        ])
        #expect(lost.words == ["pan began"])
    }

    @Test("A gesture that has ended stays, and its rivals fail")
    func ended() {
        let stage = Stage(panAndPinch()).watchDecisions().play([
            .down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02), .down(1, 300, 100, at: 0.05), .up(0, at: 0.07),
            .move(1, 360, 100, at: 0.1), .up(1, at: 0.2),
        ])
        #expect(stage.words == ["pan began", "pan ended"])
        #expect(stage.decisions.contains("pinch failed: prevented by pan"))
    }

    @Test("Fingers that lift together may be a tap of two, although one had begun a pan")
    func tapOfTwo() {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), RealisticSet.tap("tap", fingers: 2)).play([
            .down(0, 100, 100, at: 0), .move(0, 112, 100, at: 0.02), .down(1, 300, 100, at: 0.03), .up(0, at: 0.1),
            .up(1, at: 0.1),
        ])
        #expect(stage.words == ["pan began", "pan cancelled", "tap ended"])
    }

    @Test("As the library's default, like UIKit, nothing is taken back")
    func toTheLetter() {
        let pan = PanGestureRecognizer(name: "pan")
        pan.maximumNumberOfTouches = 1
        let stage = Stage(pan, PinchGestureRecognizer(name: "pinch"))
        #expect(stage.play(partingFingers(landing: 0.1)).words == ["pan began"] && stage.failures.count == 1)
    }

    @Test("A swipe is recognized when its conditions are met, and cannot be taken back")
    func discrete() {
        let stage = Stage(
            SwipeGestureRecognizer(name: "swipe", thresholds: .shipped),
            PinchGestureRecognizer(name: "pinch", thresholds: .shipped))
        stage.play(finger(lift: 1).filter { $0.time < 0.07 })
        stage.play([.down(1, 400, 400, at: 0.1), .move(1, 600, 600, at: 0.12), .up(1, at: 0.4), .up(0, at: 0.5)])
        #expect(stage.words == ["swipe ended"] && stage.log.first?.time == 0.05)
        guard case .swipe(.right, let velocity) = stage.log.first?.measurement else {
            Issue.record("no swipe")
            return
        }
        #expect((velocity - Vector(x: 1000, y: 0)).length < 1e-6)
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
        let stage = Stage(PinchGestureRecognizer(name: "pinch", thresholds: .shipped))
        stage.add(RealisticSet.pan("left", 1, 1), to: stage.addRegion("left", width: 200, height: 400))
        stage.add(RealisticSet.pan("right", 1, 1), to: stage.addRegion("right", x: 200, width: 400, height: 400))
        stage.play([
            .down(0, 150, 100, at: 0), .move(0, 150, 120, at: 0.02), .down(1, 300, 100, at: 0.05),
            .move(1, 300, 113, at: 0.07), .move(1, 400, 113, at: 0.1),
        ])
        #expect(
            stage.words
                == ["left began", "right began", "left cancelled", "right cancelled", "pinch began"])
    }

    @Test("Of two that meet their conditions in one event the one of more fingers begins, and the other is silent")
    func sameEvent() {
        for isFirst in [true, false] {
            // The pinch leaves the third finger to others.
            let others = [PinchGestureRecognizer(name: "pinch", thresholds: .shipped), RealisticSet.pan("pan of 3", 3)]
            let stage = Stage(isFirst ? others : others.reversed()).watchDecisions()
            stage.play([
                .down(0, 0, 100, at: 0), .down(1, 100, 100, at: 0), .down(2, 200, 100, at: 0),
                .move(0, -60, 100, at: 0.1),
            ])
            #expect(stage.words == ["pan of 3 began"] && stage.decisions.contains("pan of 3 activated began"))
            #expect(!stage.decisions.contains { $0.hasPrefix("pinch activated") })
        }
    }

    @Test("A panel that cannot report so many fingers has no such rival")
    func singleTouchPanel() {
        let stage = Stage(panAndPinch()).watchDecisions()
        stage.engine.maximumNumberOfTouches = 1
        stage.play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.02)])
        #expect(stage.decisions.contains("pinch failed: prevented by pan") && stage.engine.nextDeadline == nil)
    }

    @Test("A recognizer that may not begin, cannot prevent the gesture or may be beside it takes nothing back")
    func noRight() {
        let witness = Witness()
        witness.begins = { $0.name == "pan" }
        let refused = panAndPinch()
        refused[1].delegate = witness
        #expect(Stage(refused).play(partingFingers(landing: 0.1)).words == ["pan began"])
        let weak = Scripted.continuous("weak", at: 360)
        weak.accepts = 2...2
        weak.prevents = { _ in false }
        #expect(Stage(RealisticSet.pan("pan", 1, 1), weak).play(partingFingers(landing: 0.1)).words == ["pan began"])
        let friends = panAndPinch()
        friends[0].allowSimultaneousRecognition(with: friends[1])
        #expect(Stage(friends).play(partingFingers(landing: 0.1)).words == ["pan began", "pinch began"])
    }

    @Test("A disabled or removed recognizer is not reported again, and its rivals fail")
    func removal() {
        for isRemoved in [true, false] {
            let recognizers = panAndPinch()
            let stage = Stage(recognizers).play([.down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02)])
            if isRemoved { stage.engine.root.removeGestureRecognizer(recognizers[0]) }
            recognizers[0].isEnabled = false
            stage.play([.down(1, 300, 100, at: 0.1), .move(1, 360, 100, at: 0.12)])
            #expect(stage.words == ["pan began", "pan cancelled"] && stage.engine.nextDeadline == nil)
        }
    }

    @Test("Fingers that lift one after the other are a tap of two, too", arguments: [0.15, 0.2])
    func liftsOneByOne(lift: Double) {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), RealisticSet.tap("tap", fingers: 2)).play([
            .down(0, 100, 100, at: 0), .move(0, 112, 100, at: 0.02), .down(1, 300, 100, at: 0.03), .up(1, at: lift),
            .up(0, at: lift + 0.04),
        ])
        #expect(stage.words == ["pan began", "pan cancelled", "tap ended"])
    }

    @Test("The time starts with the first finger of the attempt, also when that has lifted")
    func firstHasLifted() {
        let stage = Stage(RealisticSet.pan("pan", 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped)).play(
            [
                .down(0, 100, 100, at: 0), .down(1, 300, 100, at: 1), .up(0, at: 1.1), .move(1, 300, 120, at: 1.15),
                .down(2, 500, 100, at: 1.16), .move(2, 560, 100, at: 1.17),
            ])
        #expect(stage.words == ["pan began", "pan changed"])
    }

    @Test("Cancelling all during a contention cancels the gesture once, and the rival discards it")
    func brokenOff() {
        let stage = Stage(panAndPinch()).play([.down(0, 100, 100, at: 0), .move(0, 130, 100, at: 0.02)])
        stage.engine.cancelAll(because: "the test says so", at: .seconds(0.03))
        #expect(stage.words == ["pan began", "pan cancelled"] && stage.engine.nextDeadline == nil)
    }

    @Test("An action of the cancelled gesture may disable its rival: that stays silent, and both can begin again")
    func switchedOff() {
        let recognizers = panAndPinch()
        recognizers[0].addAction { [unowned rival = recognizers[1]] in
            if $0.state == .cancelled { rival.isEnabled = false }
        }
        let stage = Stage(recognizers).play(partingFingers(landing: 0.1) + [.up(0, at: 0.3), .up(1, at: 0.3)])
        #expect(stage.words == ["pan began", "pan cancelled"])
        recognizers[1].isEnabled = true
        stage.play([
            .down(0, 100, 100, at: 1), .down(1, 300, 100, at: 1), .move(1, 360, 100, at: 1.1), .up(0, at: 1.2),
            .up(1, at: 1.2), .down(0, 100, 100, at: 2), .move(0, 150, 100, at: 2.1), .up(at: 2.2),
        ])
        #expect(stage.words.dropFirst(2) == ["pinch began", "pinch ended", "pan began", "pan ended"])
    }
}
