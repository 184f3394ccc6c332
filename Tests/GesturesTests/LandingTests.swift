// Do fingers that land and lift one by one make one gesture, the one that was meant?

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// Over how many seconds the fingers of a hand land.
private let spreads = [0, 0.02, 0.06, 0.11, 0.15]

/// How long they may take.
private let window = Thresholds.standard.landingInterval

private let center = Point(x: 900, y: 500)

private func around(_ angle: Double, _ radius: Double) -> Point {
    center + Vector(x: cos(angle), y: sin(angle)) * radius
}

/// What is recognized of a hand by these recognizers, in any order of addition.
private func gestures(_ recognizers: () -> [GestureRecognizer], _ hand: Hand) -> Set<[String]> {
    let (forth, back) = (recognizers(), Array(recognizers().reversed()))
    return Set([forth, back].map { Stage($0).play(hand.steps, rest: 1).gestures })
}

@Suite struct LandingTests {
    @Test("Fingers that rest are a tap of as many", arguments: 2...5, spreads)
    func taps(count: Int, spread: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(count, spread: spread, holding: 0.08, isFirstUpLast: isFirstUpLast) { finger, _ in
                Point(x: 500 + 85 * Double(finger), y: 300)
            }
            #expect(gestures({ RealisticSet.all }, hand) == [["tap of \(count)"]])
        }
    }

    @Test("A finger that lifts before the last has landed is of the tap", arguments: 2...5)
    func rollingTap(count: Int) {
        let hand = Hand(count, spread: 0.15, holding: 0) { finger, _ in Point(x: 500 + 85 * Double(finger), y: 300) }
        var rolling = hand
        // Each stays a little longer than it takes the next to land.
        for finger in rolling.fingers.indices {
            rolling.fingers[finger].lift = rolling.fingers[finger].landing + 0.15 / Double(count - 1) + 0.01
        }
        #expect(gestures({ RealisticSet.all }, rolling) == [["tap of \(count)"]])
    }

    @Test(
        "Fingers that go together are a pan of as many, also when the first go while others land", arguments: 2...5,
        spreads)
    func pans(count: Int, spread: Double) {
        for (isFirstUpLast, velocity) in [(false, Vector(x: 250, y: 0)), (true, Vector(x: -60, y: 600))] {
            let hand = Hand(count, spread: spread, holding: 0.3, isFirstUpLast: isFirstUpLast) { finger, time in
                Point(x: 700 + 110 * Double(finger), y: 200) + velocity * time
            }
            #expect(gestures({ RealisticSet.all }, hand) == [[count == 2 ? "pan of 2" : "pan of 3"]])
        }
    }

    @Test("Two fingers that part or meet are a pinch", arguments: spreads, [200.0, -200])
    func pinches(spread: Double, speed: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(2, spread: spread, holding: 0.3, isFirstUpLast: isFirstUpLast) { finger, time in
                around(0.3 + .pi * Double(finger), 150 + speed * time)
            }
            #expect(gestures({ RealisticSet.all }, hand) == [["pinch"]])
        }
    }

    @Test("Two fingers that turn about each other are a rotation", arguments: spreads, [2.5, -2.5])
    func rotations(spread: Double, speed: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(2, spread: spread, holding: 0.3, isFirstUpLast: isFirstUpLast) { finger, time in
                around(1 + .pi * Double(finger) + speed * time, 120)
            }
            #expect(gestures({ RealisticSet.all }, hand) == [["turn"]])
        }
    }

    @Test("Two fingers that stay are a long press of two", arguments: spreads)
    func presses(spread: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(2, spread: spread, holding: 0.7, isFirstUpLast: isFirstUpLast) { finger, _ in
                Point(x: 500 + 85 * Double(finger), y: 300)
            }
            #expect(gestures({ RealisticSet.all }, hand) == [["press of 2"]])
        }
    }

    @Test("Quick fingers are a swipe of as many, when pans wait for that", arguments: 2...4, spreads)
    func swipes(count: Int, spread: Double) {
        func recognizers() -> [GestureRecognizer] {
            let swipes = (1...4).map { fingers in
                let swipe = SwipeGestureRecognizer(name: "swipe of \(fingers)")
                swipe.numberOfTouchesRequired = fingers
                return swipe
            }
            let others = RealisticSet.all
            for pan in others.compactMap({ $0 as? PanGestureRecognizer }) {
                for swipe in swipes { pan.require(toFail: swipe) }
            }
            return swipes + others
        }
        for isFirstUpLast in [false, true] {
            let hand = Hand(count, spread: spread, holding: 0.15, isFirstUpLast: isFirstUpLast) { finger, time in
                Point(x: 500, y: 200 + 110 * Double(finger)) + Vector(x: 900, y: 40) * time
            }
            #expect(gestures(recognizers, hand) == [["swipe of \(count)"]])
        }
    }

    @Test("Beside taps any number of fingers that do anything together are one transform", arguments: 1...5, spreads)
    func transforms(count: Int, spread: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(count, spread: spread, holding: 0.3, isFirstUpLast: isFirstUpLast) { finger, time in
                around(2 * .pi * Double(finger) / Double(count) + time, 100 + 150 * time)
            }
            let recognized = gestures({ RealisticSet.taps + [TransformGestureRecognizer(name: "transform")] }, hand)
            #expect(recognized == [["transform"]])
        }
    }

    // MARK: - Waiting, and when not to

    /// One finger that goes right by 5 pt a frame, which is 10 pt after 10 ms.
    private func finger(lift: Double) -> [FingerStep] {
        Hand(1, spread: 0, holding: lift) { _, time in Point(x: 100 + 1000 * time, y: 100) }.steps
    }

    @Test("A one-finger pan that is alone does not wait")
    func alone() {
        #expect(Stage(RealisticSet.pan("pan", 1, 1)).play(finger(lift: 0.1)).log.first?.time == 0.01)
    }

    @Test("A pan with UIKit's defaults, which takes any number of fingers, waits for nobody")
    func defaults() {
        let stage = Stage(RealisticSet.all + [PanGestureRecognizer(name: "any")]).play(finger(lift: 0.4), rest: 1)
        #expect(stage.gestures == ["any"] && stage.log.first?.time == 0.01)
    }

    @Test("A one-finger pan does not wait for those that may be recognized beside it, nor for those that have failed")
    func nobodyToWaitFor() {
        let (pan, pinch) = (RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch"))
        pan.allowSimultaneousRecognition(with: pinch)
        #expect(Stage(pan, pinch).play(finger(lift: 0.1)).log.first?.time == 0.01)
        pinch.isEnabled = false
        #expect(Stage(RealisticSet.pan("pan", 1, 1), pinch).play(finger(lift: 0.1)).log.first?.time == 0.01)
    }

    @Test("Beside a pinch a one-finger pan waits until no second finger can land, and says so once")
    func waits() {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch")).watchDecisions()
        stage.play(finger(lift: 0.3))
        #expect(stage.words.first == "pan began" && stage.log.first?.time == window && stage.gestures == ["pan"])
        #expect(stage.decisions.filter { $0 == "pan awaits fingers of pinch" }.count == 1)
    }

    @Test("It begins then although the finger does not move any more, without the hysteresis in its translation")
    func waitsForRestingFinger() {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch"))
        stage.play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.02)], rest: 1)
        #expect(stage.words == ["pan began"] && stage.log.first?.measurement.translation == Vector(x: 20, y: 0))
    }

    @Test(
        "A quick flick that lifts before is still a pan: began and ended with the lift",
        arguments: [0.02, 0.08, 0.175])
    func flick(lift: Double) {
        let stage = Stage(RealisticSet.all).play(finger(lift: lift), rest: 1)
        #expect(stage.words == ["pan began", "pan ended"] && stage.log.map(\.time) == [lift, lift])
        #expect((stage.log.last?.measurement.panVelocity?.x ?? 0) > 900)
    }

    @Test("A flick that lifts soon after that time is one, too, also when the deadline fires with the lift's frame")
    func flickFromPastTheWindow() {
        for isLate in [false, true] {
            let stage = Stage(RealisticSet.all).play([.down(0, 100, 100, at: 0), .move(0, 160, 100, at: 0.14)])
            if !isLate { stage.wait(until: window) }
            stage.play([.up(at: window + 0.005)], rest: 1)
            #expect(stage.words == ["pan began", "pan ended"] && stage.log.map(\.time) == [window, window + 0.005])
        }
        // Likewise with two fingers.
        let (pinch, turn) = (PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
        for recognizer in [pinch, turn, RealisticSet.pan("pan", 2, 2)] {
            let stage = Stage(recognizer, RealisticSet.pan("pan of 3", 3)).play([
                .down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0), .move(1, 250, 150, at: 0.14),
                .up(0, at: window + 0.005), .up(1, at: window + 0.005),
            ])
            #expect(stage.gestures == [recognizer.name] && stage.log.map(\.time) == [window, window + 0.005])
        }
    }

    @Test("What has waited begins with the first lift, and then waits for nothing more")
    func firstLift() {
        let transform = TransformGestureRecognizer(name: "transform")
        transform.maximumNumberOfTouches = 2
        for recognizer in [
            RealisticSet.pan("pan", 2, 2), PinchGestureRecognizer(name: "pinch"),
            RotationGestureRecognizer(name: "turn"), transform,
        ] {
            let stage = Stage(recognizer, RealisticSet.pan("pan of 3", 3)).play([
                .down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0), .move(1, 250, 150, at: 0.05), .up(1, at: 0.1),
            ])
            #expect(stage.words == ["\(recognizer.name) began"] && stage.log.first?.time == 0.1)
            #expect(stage.engine.nextDeadline == nil)
            #expect(stage.play([.up(0, at: 0.3)]).words.last == "\(recognizer.name) ended")
        }
    }

    @Test("Of two fingers that land at once on a pan that has room for one, one is of it")
    func roomForOne() {
        let stage = Stage(RealisticSet.pan("pan", 1, 2)).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1), .down(1, 0, 100, at: 0.2), .down(2, 0, 200, at: 0.2),
            .move(1, 10, 100, at: 0.3), .move(2, 500, 200, at: 0.3),
        ])
        #expect(stage.log.map(\.touches) == [[1], [1, 2]])
        #expect(stage.log.last?.measurement.translation == Vector(x: 25, y: 0))
    }

    @Test("A second finger that lands later is none of the pan's, and makes no pinch")
    func tooLate() {
        let stage = Stage(RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch"))
        stage.play(finger(lift: 1).filter { $0.time < 0.2 })
        stage.play([
            .down(1, 400, 400, at: 0.2), .move(1, 600, 600, at: 0.3), .up(1, at: 0.4), .up(0, at: 0.5),
        ])
        #expect(stage.gestures == ["pan"])
    }

    @Test("Two fingers with a pan of two and nothing of more fingers do not wait either")
    func twoFingers() {
        let hand = Hand(2, spread: 0, holding: 0.1) { finger, time in
            Point(x: 100 + 1000 * time, y: 100 + 110 * Double(finger))
        }
        let recognizers = [RealisticSet.pan("pan", 1, 1), RealisticSet.pan("pan of 2", 2, 2)]
        #expect(Stage(recognizers).play(hand.steps).log.first?.time == 0.01)
        let waiting = Stage(recognizers + [RealisticSet.pan("pan of 3", 3)]).play(hand.steps)
        #expect(waiting.words == ["pan of 2 began", "pan of 2 ended"] && waiting.log.first?.time == 0.1)
        // A tap of three has failed by then: 45 pt are too far.
        let tap = Stage(recognizers + [RealisticSet.tap("tap of 3", fingers: 3)]).play(hand.steps)
        #expect(tap.gestures == ["pan of 2"] && tap.log.first?.time == 0.05)
    }

    @Test("A swipe that waited tells how fast it was when it was made, not how fast it is when it is told")
    func swipeVelocity() {
        let swipe = SwipeGestureRecognizer(name: "swipe")
        let steps = finger(lift: 0.2).filter { $0.time <= 0.06 }
        let stage = Stage(swipe, PinchGestureRecognizer(name: "pinch")).play(steps, rest: 1)
        #expect(stage.words == ["swipe ended"] && stage.log.first?.time == window)
        guard case .swipe(.right, let velocity) = stage.log.first?.measurement else {
            Issue.record("no swipe")
            return
        }
        #expect((velocity - Vector(x: 1000, y: 0)).length < 1e-6)
    }

    @Test("A press that takes less than fingers take to land waits for them, too")
    func quickPress() {
        func play(_ others: [GestureRecognizer], lift: Double) -> [String] {
            let press = RealisticSet.press("press", fingers: 1)
            press.minimumPressDuration = 0.05
            let stage = Stage([press] + others).play([.down(0, 0, 0, at: 0), .up(at: lift)])
            return stage.log.map { "\($0.state) \($0.time)" }
        }
        #expect(play([], lift: 0.3) == ["began 0.05", "ended 0.3"])
        #expect(play([PinchGestureRecognizer(name: "pinch")], lift: 0.3) == ["began \(window)", "ended 0.3"])
        #expect(play([PinchGestureRecognizer(name: "pinch")], lift: 0.1) == ["began 0.1", "ended 0.1"])
        #expect(play([PinchGestureRecognizer(name: "pinch")], lift: 0.04) == [])
    }

    @Test(
        "It begins before one of an outer region when the one that it waits for may not begin, in whatever order",
        arguments: [[0, 1], [1, 0]])
    func rivalThatMayNotBegin(order: [Int]) {
        let (pan, witness) = (RealisticSet.pan("pan", 1, 1), Witness())
        let others = [Scripted.discrete("rival", at: 30), Scripted.discrete("outer", at: 30)]
        others[0].accepts = 2...2
        others[0].prevents = { _ in false }
        others[0].isPrevented = { $0 === pan }
        others[0].delegate = witness
        witness.begins = { _ in false }
        let stage = Stage(order.map { others[$0] })
        stage.add(pan, to: stage.addRegion("inner", width: 1000, height: 1000))
        #expect(stage.play(path(30, lifts: false)).words == ["pan began"])
    }

    @Test("It waits no longer when the one that wants more fingers ignores its own", arguments: [true, false])
    func rivalThatLeaves(isFirst: Bool) {
        // Both fingers are the rival's; the pan is given the first alone.
        let (pan, rival, witness) = (RealisticSet.pan("pan", 1, 1), Scripted("rival"), Witness())
        rival.accepts = 2...2
        rival.then = { scripted, event in
            guard scripted.numberOfTouchesDown == 2 else { return }
            for touch in event.touches(for: scripted) where touch.id == 1 { scripted.ignore(touch, for: event) }
        }
        witness.receivesTouch = { _, touch in touch.id == 1 }
        pan.delegate = witness
        let stage = Stage(isFirst ? [pan, rival] : [rival, pan]).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.05), .down(1, 300, 300, at: 0.1), .move(0, 60, 0, at: 0.12),
        ])
        #expect(stage.words.first == "pan began" && stage.log.first?.time == 0.1)
    }
}
