// Tests of swipes while the panel merges two fingers for a few frames.

import Gestures
import Testing
import Touch
import TouchTesting

private func swipe(_ fingers: Int, _ direction: SwipeDirection = .right) -> SwipeGestureRecognizer {
    let recognizer = SwipeGestureRecognizer(name: "swipe of \(fingers)")
    (recognizer.numberOfTouchesRequired, recognizer.direction) = (fingers, direction)
    return recognizer
}

/// Fingers side by side, or one before the other, that move right by 2 pt a frame.
private func hand(_ count: Int, spread: Double = 0, inRow: Bool = false) -> Hand {
    Hand(count, spread: spread, holding: 0.2) { finger, time in
        Point(x: 300, y: 300) + Vector(x: 400 * time, y: 0)
            + Vector(x: inRow ? 100 : 0, y: inRow ? 10 : 60) * Double(finger)
    }
}

private let begin: [FingerStep] = [
    .down(0, 100, 100, at: 0), .down(1, 100, 160, at: 0), .move(0, 130, 100, at: 0.05), .move(1, 130, 160, at: 0.05),
]

@Suite struct SwipeMergingTests {
    @Test(
        "A swipe is measured from the first landing of each finger, once all are down",
        arguments: [0.02, 0.05, 0.09],
        1...8)
    func merging(start: Double, frames: Int) {
        for inRow in [false, true] {
            for hand in hand(2, inRow: inRow).merged(at: start, frames: frames) {
                let stage = Stage(swipe(2)).play(hand.steps, rest: 1)
                // 0.115 s without merging; 50 (1 − 0.94 t) pt at 400 pt/s.
                let back = start + Double(frames) * Hand.frame
                #expect(stage.words == ["swipe of 2 ended"])
                #expect(abs((stage.log.first?.time ?? 0) - max(0.115, back)) < 1e-6)
                guard case .swipe(.right, let velocity) = stage.log.first?.measurement else { continue }
                #expect((velocity - Vector(x: 400, y: 0)).length < 20)
            }
        }
    }

    @Test("A swipe continues beside pans, pinches and taps, when pans wait for it", arguments: 1...8)
    func besideOthers(frames: Int) {
        for hand in hand(2, spread: 0.02).merged(at: 0.06, frames: frames) {
            let (swipes, others) = ([swipe(1), swipe(2)], RealisticSet.all)
            for pan in others where pan is PanGestureRecognizer {
                for swipe in swipes { pan.require(toFail: swipe) }
            }
            #expect(Stage(swipes + others).play(hand.steps, rest: 1).gestures == ["swipe of 2"])
        }
    }

    @Test("It fails when the finger does not return in time, and earlier at the end of the swipe's time")
    func deadline() {
        let stage = Stage(swipe(2)).play(begin + [.up(1, at: 0.1)])
        #expect(stage.failures.isEmpty && stage.engine.nextDeadline == .seconds(0.16))
        stage.play([.move(0, 200, 100, at: 0.15)], rest: 1)
        #expect(stage.words == [] && stage.failures.map(\.time) == [0.16] && stage.engine.nextDeadline == nil)
        let late = Stage(swipe(2)).play(begin + [.up(1, at: 0.47)], rest: 1)
        #expect(late.failures.map(\.time) == [0.500_001])
    }

    @Test("It fails at once with the last finger, with a finger near no other, and with a different finger")
    func atOnce() {
        func failures(_ steps: [FingerStep]) -> [Double] {
            let stage = Stage(swipe(2)).play(steps, rest: 1)
            return stage.words.isEmpty ? stage.failures.map(\.time) : []
        }
        #expect(failures(begin + [.up(1, at: 0.1), .up(0, at: 0.12)]) == [0.12])
        #expect(failures(begin + [.up(1, at: 0.1), .down(2, 130, 400, at: 0.12)]) == [0.12])
        #expect(failures(begin + [.up(1, at: 0.1), .down(2, 131, 160, at: 0.1)]) == [0.1])
        #expect(failures([.down(0, 0, 0, at: 0), .down(1, 0, 300, at: 0), .up(1, at: 0.1)]) == [0.1])
    }
}
