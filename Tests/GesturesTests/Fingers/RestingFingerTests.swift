// Tests that a finger resting elsewhere changes no gesture.

import Gestures
import Testing
import Touch
import TouchTesting

/// All kinds of recognizers, some of which wait for each other.
private func recognizers() -> [GestureRecognizer] {
    let (single, double) = (TapGestureRecognizer(name: "single"), TapGestureRecognizer(name: "double"))
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    let twoFingers = TapGestureRecognizer(name: "two fingers")
    twoFingers.numberOfTouchesRequired = 2
    let swipe = SwipeGestureRecognizer(name: "swipe")
    swipe.direction = [.left, .right, .up, .down]
    swipe.delaysTouchesBegan = true
    let (pinch, turn) = (PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
    pinch.allowSimultaneousRecognition(with: turn)
    let pan = PanGestureRecognizer(name: "pan")
    pan.require(toFail: swipe)
    return [single, double, twoFingers, swipe, LongPressGestureRecognizer(name: "press"), pan, pinch, turn]
}

/// Fingers with all kinds of movements, in the region from x = 1000 on.
private func script(seed: UInt64) -> [FingerStep] {
    var numbers = SeededNumbers(seed: seed)
    var (time, steps, fingers) = (1.0, [FingerStep](), [Int: (Double, Double)]())
    for _ in 0..<120 {
        time += Double.random(in: 0...0.2, using: &numbers)
        let finger = Int.random(in: 1...3, using: &numbers)
        guard let place = fingers[finger] else {
            let place = (Double.random(in: 1000..<2000, using: &numbers), Double.random(in: 0..<1000, using: &numbers))
            fingers[finger] = place
            steps.append(.down(finger, place.0, place.1, at: time))
            continue
        }
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0, 1:
            fingers[finger] = nil
            steps.append(.up(finger, at: time))
        case 2 where numbers.isOne(in: 4):
            fingers[finger] = nil
            steps.append(.cancel(finger, at: time))
        default:
            let way = numbers.isOne(in: 3) ? 80.0 : 12
            let next = (
                place.0 + Double.random(in: -way...way, using: &numbers),
                place.1 + Double.random(in: -way...way, using: &numbers)
            )
            fingers[finger] = next
            steps.append(.move(finger, next.0, next.1, at: time))
        }
    }
    return steps + fingers.keys.sorted().map { .up($0, at: time + 0.1) }
}

/// The notifications of the region on the right, in words.
private func record(_ steps: [FingerStep], isResting: Bool, moves: Bool = false) -> [String] {
    let stage = Stage().watchTouches().watchDecisions()
    let resting = stage.addRegion("resting", width: 1000, height: 1000)
    stage.add(PanGestureRecognizer(name: "resting"), to: resting)
    stage.add(LongPressGestureRecognizer(name: "resting"), to: resting)
    let right = stage.addRegion("right", x: 1000, width: 1000, height: 1000)
    for recognizer in recognizers() { stage.add(recognizer, to: right) }
    // The resting finger uses up a number in both.
    stage.play([.down(0, 500, 500, at: 0)] + (isResting ? [] : [.up(0, at: 0.01)]))
    var (frames, last) = ([FingerStep](), 0.0)
    for step in steps {
        // A frame of its own, between those of the others.
        if isResting, moves, step.time - last > 0.001 {
            frames.append(.move(0, 500 + step.time, 500 - step.time, at: step.time - 0.0005))
        }
        frames.append(step)
        last = step.time
    }
    stage.play(frames, rest: 2)
    let log = stage.log.filter { $0.name != "resting" }
        .map { "\($0) \($0.time) \($0.touches) \($0.location) \($0.measurement)" }
    let failures = stage.failures.filter { $0.name != "resting" }.map { "\($0) \($0.time) \($0.touches)" }
    let read = stage.regionTouches.filter { $0.region == "right" }.map { "\($0)" }
    return log + failures + read + stage.decisions.filter { !$0.hasPrefix("resting") }
}

@Suite struct RestingFingerTests {
    @Test("While a finger rests, no recognizer keeps fingers that land and lift beside it")
    func nothingKept() {
        let press = LongPressGestureRecognizer(name: "tap and press")
        press.numberOfTapsRequired = 1
        let all = recognizers() + [press]
        let stage = Stage().watchTouches()
        for recognizer in all { stage.engine.root.addGestureRecognizer(recognizer) }
        stage.play([.down(0, 500, 500, at: 0)])
        for round in 0..<100 {
            let time = 1 + Double(round) * 0.1
            stage.play([.down(1, 520, 500, at: time), .up(1, at: time + 0.05)])
            for recognizer in all { #expect(recognizer.numberOfTouches <= 3, "\(recognizer.name), round \(round)") }
            let received = stage.regionTouches
            let open =
                received.count { $0.phase == .began } - received.count { $0.phase == .ended || $0.phase == .cancelled }
            #expect(open <= 3, "round \(round)")
        }
    }

    @Test("While a resting finger may still move, its region receives every lift beside it at once")
    func nothingWithheld() {
        let stage = Stage(
            PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"),
            RotationGestureRecognizer(name: "turn"), TransformGestureRecognizer(name: "transform"))
        stage.watchTouches().play([.down(0, 500, 500, at: 0)])
        for round in 0..<100 {
            let time = 1 + Double(round) * 0.1
            stage.play([.down(1, 520, 500, at: time), .up(1, at: time + 0.05)])
            #expect(stage.phases(of: round + 2) == [.began, .ended], "round \(round)")
        }
    }

    @Test("A finger that rests for ever in a sibling region has no effect", arguments: 0..<100 as Range<UInt64>)
    func resting(seed: UInt64) {
        let steps = script(seed: seed)
        let alone = record(steps, isResting: false)
        #expect(alone == record(steps, isResting: true) && alone.count > 50)
    }

    @Test("A finger that trembles there all the time has no effect either", arguments: 0..<25 as Range<UInt64>)
    func trembling(seed: UInt64) {
        let steps = script(seed: seed)
        #expect(record(steps, isResting: false) == record(steps, isResting: true, moves: true))
    }

    @Test("The scripts make every kind of gesture, so that the comparison is meaningful")
    func means() {
        let words = Set(
            (0..<100).flatMap { record(script(seed: $0), isResting: true).map { $0.split(separator: " ").first } })
        #expect(words.isSuperset(of: ["single", "double", "swipe", "press", "pan", "pinch", "turn"]))
    }

    @Test("Every kind of gesture is recognized beside a resting finger")
    func everyGesture() {
        func gestures(_ isResting: Bool) -> [String] {
            record(
                [
                    .down(1, 1100, 100, at: 1), .up(1, at: 1.1), .down(1, 1100, 100, at: 1.2), .up(1, at: 1.3),
                    .down(1, 1100, 100, at: 3), .up(1, at: 3.1),
                    .down(1, 1100, 100, at: 5), .down(2, 1200, 100, at: 5.01), .up(1, at: 5.1), .up(2, at: 5.1),
                    .down(1, 1100, 100, at: 7), .move(1, 1200, 100, at: 7.1), .up(1, at: 7.2),
                    .down(1, 1100, 100, at: 9), .up(1, at: 10),
                    .down(1, 1100, 100, at: 11), .move(1, 1100, 105, at: 11.4), .move(1, 1115, 105, at: 11.6),
                    .move(1, 1200, 105, at: 12), .up(1, at: 12.1),
                ], isResting: isResting)
        }
        #expect(gestures(true) == gestures(false))
        let words = gestures(true).filter { $0.contains(" ended") }.map { $0.split(separator: " ")[0] }
        #expect(Set(words).isSuperset(of: ["double", "single", "two", "swipe", "press"]))
    }
}
