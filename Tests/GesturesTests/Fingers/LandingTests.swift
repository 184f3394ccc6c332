// Tests of fingers that land and lift one by one in one gesture.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// The seconds within which the fingers of a hand land.
private let spreads = [0, 0.02, 0.06, 0.11, 0.15]

/// The completed gestures of a hand with these recognizers, in any order of addition.
private func gestures(_ recognizers: () -> [GestureRecognizer], _ hand: Hand) -> Set<[String]> {
    let (forth, back) = (recognizers(), Array(recognizers().reversed()))
    return Set([forth, back].map { Stage($0).play(hand.steps, rest: 1).completed })
}

private func resting(_ finger: Int, _ time: Double) -> Point { Point(x: 500 + 85 * Double(finger), y: 300) }

private func moving(_ velocity: Vector) -> @Sendable (Int, Double) -> Point {
    { finger, time in Point(x: 700 + 110 * Double(finger), y: 200) + velocity * time }
}

private func parting(_ speed: Double) -> @Sendable (Int, Double) -> Point {
    { finger, time in around(0.3 + .pi * Double(finger), 150 + speed * time) }
}

private func turning(_ speed: Double) -> @Sendable (Int, Double) -> Point {
    { finger, time in around(1 + .pi * Double(finger) + speed * time, 120) }
}

/// What fingers do together, and the gesture that it is.
private struct Movement: CustomTestStringConvertible, Sendable {
    /// The name of the gesture, in which `?` stands for the number of fingers.
    let testDescription: String
    var counts = 2...2
    var holding = 0.3
    /// Whether the finger that landed first lifts last; both if it is nil.
    var isFirstUpLast: Bool?
    let place: @Sendable (_ finger: Int, _ time: Double) -> Point

    static let all = [
        Movement(testDescription: "tap of ?", counts: 2...5, holding: 0.08, place: resting),
        Movement(testDescription: "press of 2", holding: 0.7, place: resting),
        Movement(testDescription: "pan of 2", isFirstUpLast: false, place: moving(Vector(x: 250, y: 0))),
        Movement(testDescription: "pan of 2", isFirstUpLast: true, place: moving(Vector(x: -60, y: 600))),
        Movement(testDescription: "pan of 3", counts: 3...5, isFirstUpLast: false, place: moving(Vector(x: 250, y: 0))),
        Movement(
            testDescription: "pan of 3", counts: 3...5, isFirstUpLast: true, place: moving(Vector(x: -60, y: 600))),
        Movement(testDescription: "pinch", place: parting(200)),
        Movement(testDescription: "pinch", place: parting(-200)),
        Movement(testDescription: "turn", place: turning(2.5)), Movement(testDescription: "turn", place: turning(-2.5)),
    ]
}

@Suite struct LandingTests {
    @Test(
        "Fingers that do something together make that gesture of as many fingers, however late the last lands or lifts",
        arguments: Movement.all, spreads)
    private func together(_ movement: Movement, spread: Double) {
        for count in movement.counts {
            let name = movement.testDescription.replacing("?", with: "\(count)")
            for isFirstUpLast in [false, true] where isFirstUpLast == movement.isFirstUpLast ?? isFirstUpLast {
                let hand = Hand(
                    count, spread: spread, holding: movement.holding, isFirstUpLast: isFirstUpLast, movement.place)
                #expect(gestures({ RealisticSet.all }, hand) == [[name]])
            }
        }
    }

    @Test("A finger that lifts before the last has landed is part of the tap", arguments: 2...5)
    func rollingTap(count: Int) {
        var rolling = Hand(count, spread: 0.15, holding: 0, resting)
        // Each stays a little longer than the next needs to land.
        for finger in rolling.fingers.indices {
            rolling.fingers[finger].lift = rolling.fingers[finger].landing + 0.15 / Double(count - 1) + 0.01
        }
        #expect(gestures({ RealisticSet.all }, rolling) == [["tap of \(count)"]])
    }

    @Test(
        "Fingers of which one is stationary pinch, and do not pan or swipe", arguments: [0.0, 1, 2.5, 4], [300, -300])
    func oneStands(angle: Double, speed: Double) {
        let hand = Hand(2, spread: 0.02, holding: 0.4) { finger, time in
            around(angle, Double(finger) * (300 + speed * time))
        }
        let swipe = with(SwipeGestureRecognizer(name: "swipe of 2")) { $0.numberOfTouchesRequired = 2 }
        #expect(Stage(RealisticSet.all + [swipe]).play(hand.steps, rest: 1).gestures == ["pinch"])
    }

    @Test(
        "Quick fingers are a swipe of as many fingers, when pans wait for it: swipes of fewer wait, or land together",
        arguments: 2...4, spreads)
    func swipes(count: Int, spread: Double) {
        func recognizers() -> [GestureRecognizer] {
            let swipes = (1...4).map { fingers in
                with(SwipeGestureRecognizer(name: "swipe of \(fingers)", thresholds: .shipped)) {
                    $0.numberOfTouchesRequired = fingers
                }
            }
            // The first finger's swipe takes 53 ms, and a swipe is never revoked.
            if spread > 0.05 {
                for (fewer, more) in zip(swipes, swipes.dropFirst()) { fewer.require(toFail: more) }
            }
            let others = RealisticSet.all
            for pan in others where pan is PanGestureRecognizer {
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
            let recognizers = {
                RealisticSet.taps + [TransformGestureRecognizer(name: "transform", thresholds: .shipped)]
            }
            #expect(gestures(recognizers, hand) == [["transform"]])
        }
    }
}
