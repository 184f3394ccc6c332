// Tests of long presses against UIKit's.

import Gestures
import Testing
import Touch
import TouchTesting

private func press(
    fingers: Int = 1, taps: Int = 0, duration: Double = 0.5, movement: Double = 10
) -> LongPressGestureRecognizer {
    let recognizer = LongPressGestureRecognizer(name: "press")
    recognizer.numberOfTouchesRequired = fingers
    recognizer.numberOfTapsRequired = taps
    recognizer.minimumPressDuration = duration
    recognizer.allowableMovement = movement
    return recognizer
}

private func words(_ recognizer: LongPressGestureRecognizer, _ steps: [FingerStep], rest: Double = 0) -> [String] {
    Stage(recognizer).play(steps, rest: rest).log.map { "\($0.state) \($0.time)" }
}

@Suite struct LongPressTests {
    @Test("It begins after half a second although a resting finger sends nothing, and ends when the finger lifts")
    func begins() {
        let stage = Stage(press()).play([.down(0, 30, 40, at: 1)], rest: 0.499_999)
        #expect(stage.words == [] && stage.engine.nextDeadline == .seconds(1.5))
        stage.wait(until: 1.5).play([.up(at: 2.25)])
        #expect(stage.words == ["press began", "press ended"])
        #expect(stage.log.map(\.time) == [1.5, 2.25])
        #expect(stage.log.map(\.measurement) == [.longPress(duration: 0.5), .longPress(duration: 1.25)])
        #expect(stage.log.map(\.location) == [Point(x: 30, y: 40), Point(x: 30, y: 40)])
    }

    @Test("A finger that lifts earlier is not a press; one that lifts at that very moment is")
    func tooShort() {
        #expect(words(press(), [.down(0, 0, 0, at: 0), .up(at: 0.499_999)], rest: 9) == [])
        #expect(words(press(), [.down(0, 0, 0, at: 0), .up(at: 0.5)]) == ["began 0.5", "ended 0.5"])
    }

    @Test("Two fingers: the time runs from the second landing, and it ends when either lifts", arguments: [0, 1])
    func twoFingers(lifting: Int) {
        let stage = Stage(press(fingers: 2)).play([.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0.3)], rest: 0.5)
        #expect(stage.log.map(\.time) == [0.8] && stage.log.first?.touches == [1, 2])
        #expect(stage.log.first?.measurement == .longPress(duration: 0.5))
        stage.play([.up(lifting, at: 1), .up(1 - lifting, at: 2)])
        // The finger could be one that the panel has lost for a few frames.
        #expect(stage.words == ["press began", "press ended"] && stage.log.last?.time == 1.06)
        #expect(stage.log.last?.measurement == .longPress(duration: 0.7))
    }

    @Test("The time runs from the last landing, however late; one finger too many fails it")
    func fingerCount() {
        #expect(words(press(fingers: 2), [.down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0.8)], rest: 9) == ["began 1.3"])
        #expect(words(press(fingers: 2), [.down(0, 0, 0, at: 0)], rest: 9) == [])
        #expect(words(press(), [.down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0.1), .up(1, at: 0.2)], rest: 9) == [])
    }

    @Test("A finger that lands after it has begun is left to others")
    func extraFinger() {
        let stage = Stage(press()).play([.down(0, 0, 0, at: 0)], rest: 0.6)
        stage.play([
            .down(1, 99, 0, at: 1), .move(1, 200, 0, at: 2), .up(1, at: 3), .move(0, 5, 0, at: 4), .up(0, at: 5),
        ])
        #expect(stage.words == ["press began", "press changed", "press ended"])
        #expect(stage.log.map(\.touches) == [[1], [1], [1]])
    }

    @Test("A tap before the press: both are at one place, the press soon after the tap")
    func tapBefore() {
        func play(gap: Double = 0.2, x: Double = 0) -> [String] {
            words(press(taps: 1), [.down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, x, 0, at: 0.1 + gap)], rest: 2)
        }
        #expect(play() == ["began 0.8"])
        #expect(play(gap: 0.34, x: 45) == ["began 0.94"])
        #expect(play(gap: 0.36) == [] && play(x: 46) == [])
        #expect(words(press(taps: 1), [.down(0, 0, 0, at: 0)], rest: 2) == [])
    }

    @Test("A lost touch fails it before it has begun and cancels it afterwards")
    func lost() {
        #expect(words(press(), [.down(0, 0, 0, at: 0), .cancel(at: 0.2)], rest: 1) == [])
        #expect(words(press(), [.down(0, 0, 0, at: 0), .cancel(at: 0.7)]) == ["began 0.5", "cancelled 0.7"])
    }

    @Test("Without a minimum it begins with the next microsecond")
    func noMinimum() {
        #expect(words(press(duration: 0), [.down(0, 0, 0, at: 1)], rest: 0.000_001) == ["began 1.0"])
    }

    @Test("A finger replaces one that was lost, not two: the next that lands is one too many")
    func takesOnePlace() {
        let stage = Stage(press(fingers: 3)).play([
            .down(0, 500, 500, at: 0), .down(1, 520, 500, at: 0), .down(2, 540, 500, at: 0), .up(0, at: 0.1),
            .up(1, at: 0.11), .down(3, 510, 500, at: 0.12), .down(4, 520, 560, at: 0.12), .up(2, at: 0.12),
        ])
        #expect(stage.failures.map(\.time) == [0.12])
        #expect(stage.failures.first?.measurement == .longPress(duration: 0.1))
    }
}
