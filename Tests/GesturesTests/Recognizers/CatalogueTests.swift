// Tests of gestures on faulty panels, named after the rows of the catalogue of defects.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

private func swipe(_ fingers: Int) -> SwipeGestureRecognizer {
    let recognizer = SwipeGestureRecognizer(name: "swipe of \(fingers)")
    recognizer.numberOfTouchesRequired = fingers
    return recognizer
}

/// A finger that moves right at 1000 pt/s for 0.12 s; at 120 pt · `split` the panel gives it a new number, after two
/// frames in which it is not seen.
private func flick(_ finger: Int, again: Int, y: Double, split: Double) -> [FingerStep] {
    var steps: [FingerStep] = []
    let lost = Int((split * 24).rounded())
    for frame in 0...24 {
        let (time, x) = (Double(frame) * 0.005, 300 + Double(frame) * 5)
        switch frame {
        case 0: steps.append(.down(finger, x, y, at: time))
        case lost: steps.append(.up(finger, at: time))
        case lost + 1: break
        case lost + 2: steps.append(.down(again, x, y, at: time))
        case 24: steps.append(.up(frame > lost ? again : finger, at: time))
        default: steps.append(.move(frame > lost ? again : finger, x, y, at: time))
        }
    }
    return steps
}

/// The steps of several fingers in the order of their times.
private func together(_ fingers: [FingerStep]...) -> [FingerStep] {
    fingers.flatMap(\.self).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
}

@Suite struct CatalogueTests {
    @Test("41. A flick of two fingers, one of which the panel replaces half way, is one swipe")
    func splitFlick() {
        let whole = flick(0, again: 0, y: 300, split: 2)
        for split in [0.1, 0.3, 0.5] {
            let stage = Stage(swipe(2)).play(together(whole, flick(1, again: 2, y: 360, split: split)), rest: 1)
            #expect(stage.words == ["swipe of 2 ended"], "\(split)")
        }
    }

    @Test("41. A flick of one finger that is split early is one swipe, by its later part; the parts are not joined")
    func splitFlickOfOne() {
        for split in [0.1, 0.2, 0.3] {
            let stage = Stage(swipe(1)).play(flick(0, again: 1, y: 300, split: split), rest: 1)
            #expect(stage.words == ["swipe of 1 ended"] && stage.log.first?.touches == [2], "\(split)")
        }
    }

    @Test("54. Fingers of which one is stationary pinch, and do not pan or swipe", arguments: [0.0, 1, 2.5, 4])
    func oneStands(angle: Double) {
        for speed in [300.0, -300] {
            let hand = Hand(2, spread: 0.02, holding: 0.4) { finger, time in
                let distance = Double(finger) * (300 + speed * time)
                return Point(x: 900 + distance * cos(angle), y: 500 + distance * sin(angle))
            }
            #expect(Stage(RealisticSet.all + [swipe(2)]).play(hand.steps, rest: 1).gestures == ["pinch"])
        }
    }
}
