// Tests of flicks of which the panel loses a finger for a moment, row 41 of the catalogue of defects.

import Gestures
import Testing
import Touch
import TouchTesting

private func swipe(_ fingers: Int) -> SwipeGestureRecognizer {
    with(SwipeGestureRecognizer(name: "swipe of \(fingers)")) { $0.numberOfTouchesRequired = fingers }
}

/// A finger that moves right at 1000 pt/s for 0.12 s; at 120 pt · `split` the panel gives it a new number, after two
/// frames in which it is not seen.
private func flick(_ finger: Int, again: Int, y: Double, split: Double) -> [FingerStep] {
    let lost = Int((split * 24).rounded())
    return (0...24).compactMap { frame in
        let (time, x) = (Double(frame) * 0.005, 300 + Double(frame) * 5)
        return switch frame {
        case 0: .down(finger, x, y, at: time)
        case lost: .up(finger, at: time)
        case lost + 1: nil
        case lost + 2: .down(again, x, y, at: time)
        case 24: .up(frame > lost ? again : finger, at: time)
        default: .move(frame > lost ? again : finger, x, y, at: time)
        }
    }
}

@Suite struct SplitFlickTests {
    @Test(
        "41. A flick of two fingers, one of which the panel replaces half way, is one swipe",
        arguments: [0.1, 0.3, 0.5])
    func two(split: Double) {
        let fingers = flick(0, again: 0, y: 300, split: 2) + flick(1, again: 2, y: 360, split: split)
        let steps = fingers.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        #expect(Stage(swipe(2)).play(steps.map(\.element), rest: 1).words == ["swipe of 2 ended"])
    }

    @Test(
        "41. A flick of one finger that is split early is one swipe, by its later part; the parts are not joined",
        arguments: [0.1, 0.2, 0.3])
    func one(split: Double) {
        let stage = Stage(swipe(1)).play(flick(0, again: 1, y: 300, split: split), rest: 1)
        #expect(stage.words == ["swipe of 1 ended"] && stage.log.first?.touches == [2])
    }
}
