// Tests of fingers that land and lift one by one in one gesture.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// The seconds within which the fingers of a hand land.
private let spreads = [0, 0.02, 0.06, 0.11, 0.15]

private let center = Point(x: 900, y: 500)

private func around(_ angle: Double, _ radius: Double) -> Point {
    center + Vector(x: cos(angle), y: sin(angle)) * radius
}

/// The completed gestures of a hand with these recognizers, in any order of addition.
private func gestures(_ recognizers: () -> [GestureRecognizer], _ hand: Hand) -> Set<[String]> {
    let (forth, back) = (recognizers(), Array(recognizers().reversed()))
    return Set([forth, back].map { Stage($0).play(hand.steps, rest: 1).completed })
}

@Suite struct LandingTests {
    @Test("Resting fingers are a tap of as many fingers", arguments: 2...5, spreads)
    func taps(count: Int, spread: Double) {
        for isFirstUpLast in [false, true] {
            let hand = Hand(count, spread: spread, holding: 0.08, isFirstUpLast: isFirstUpLast) { finger, _ in
                Point(x: 500 + 85 * Double(finger), y: 300)
            }
            #expect(gestures({ RealisticSet.all }, hand) == [["tap of \(count)"]])
        }
    }

    @Test("A finger that lifts before the last has landed is part of the tap", arguments: 2...5)
    func rollingTap(count: Int) {
        let hand = Hand(count, spread: 0.15, holding: 0) { finger, _ in Point(x: 500 + 85 * Double(finger), y: 300) }
        var rolling = hand
        // Each stays a little longer than the next needs to land.
        for finger in rolling.fingers.indices {
            rolling.fingers[finger].lift = rolling.fingers[finger].landing + 0.15 / Double(count - 1) + 0.01
        }
        #expect(gestures({ RealisticSet.all }, rolling) == [["tap of \(count)"]])
    }

    @Test(
        "Fingers that move together are a pan of as many fingers, also when the first move while others land",
        arguments: 2...5,
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

    @Test(
        "Quick fingers are a swipe of as many fingers, when pans wait for it: swipes of fewer wait, or land together",
        arguments: 2...4, spreads)
    func swipes(count: Int, spread: Double) {
        func recognizers() -> [GestureRecognizer] {
            let swipes = (1...4).map { fingers in
                let swipe = SwipeGestureRecognizer(name: "swipe of \(fingers)", thresholds: .shipped)
                swipe.numberOfTouchesRequired = fingers
                return swipe
            }
            // The first finger's swipe takes 53 ms, and a swipe is never revoked.
            if spread > 0.05 {
                for (fewer, more) in zip(swipes, swipes.dropFirst()) { fewer.require(toFail: more) }
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
            let recognized = gestures(
                { RealisticSet.taps + [TransformGestureRecognizer(name: "transform", thresholds: .shipped)] }, hand)
            #expect(recognized == [["transform"]])
        }
    }
}
