// Tests of recognizers that ask whether they receive a touch, and are answered later.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct ReceiveQuestionTests {
    private let client = QuestionedClient()

    private func asking(_ recognizer: Scripted, timeout: Double = 0.5) -> Scripted {
        (recognizer.asks, recognizer.answerTimeout) = (.receive, timeout)
        return recognizer
    }

    @Test("It is asked once about each touch, and works with it meanwhile")
    func yes() {
        let it = asking(.continuous("it", at: 20))
        let stage = stage(client, it).play(path(10, lifts: false))
        #expect(client.lines == ["it receives 1?"] && it.seen == ["1 began", "1 moved"])
        stage.answer(client.questions.first, true, at: 0.15)
        stage.play([.move(0, 20, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == ["it began", "it ended"] && stage.log.map(\.time) == [0.2, 0.3])
        #expect(client.lines.count == 1)
    }

    @Test("One that wants to begin before the answer begins with it, where it would have begun")
    func early() {
        let stage = stage(client, asking(.continuous("it", at: 10))).play(path(10, 20, lifts: false))
        #expect(stage.words.isEmpty && stage.decisions.contains("it awaits an answer"))
        stage.answer(client.questions.first, true, at: 0.25)
        #expect(stage.words == ["it began", "it changed"] && stage.log.map(\.location.x) == [10, 20])
    }

    @Test("After a no nothing is told of the touch, before or after it wanted to begin", arguments: [5.0, 10])
    func no(place: Double) {
        let it = asking(.continuous("it", at: 10))
        let stage = stage(client, it).play(path(place, lifts: false))
        stage.answer(client.questions.first, false, at: 0.15)
        #expect(it.numberOfTouches == 0 && it.state == .possible && stage.decisions.last == "it refused 1: answer")
        stage.play([.move(0, 10, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.words.isEmpty && stage.failures.isEmpty)
    }

    @Test("A finger too many that is refused never was the recognizer's, and cannot fail it")
    func extraFinger() {
        let (tap, pan) = (TapGestureRecognizer(name: "tap"), PanGestureRecognizer(name: "pan"))
        pan.maximumNumberOfTouches = 1
        for each in [tap, pan] { each.asks = .receive }
        let stage = stage(client, tap, pan).play([.down(0, 100, 100, at: 0)])
        for question in client.questions { stage.answer(question, true, at: 0.01) }
        stage.play([.down(1, 200, 100, at: 0.02)])
        for question in client.questions.suffix(2) { stage.answer(question, false, at: 0.05) }
        #expect(tap.state == .possible && pan.state == .possible && stage.failures.isEmpty)
        stage.play([.up(0, at: 0.1), .up(1, at: 0.3)])
        #expect(stage.words == ["tap ended"])
    }

    @Test("A tap is none with a finger too many, also when that is answered after both have lifted")
    func twoFingersTap() {
        for isYes in [true, false] {
            let (client, tap) = (QuestionedClient(), TapGestureRecognizer(name: "tap"))
            tap.asks = .receive
            let stage = stage(client, tap).play([.down(0, 100, 100, at: 0)])
            stage.answer(client.questions[0], true, at: 0.01)
            stage.play([.down(1, 200, 100, at: 0.02), .up(1, at: 0.04), .up(0, at: 0.05)])
            #expect(stage.words.isEmpty)
            stage.answer(client.questions[1], isYes, at: 0.06)
            #expect(stage.words == (isYes ? [] : ["tap ended"]) && stage.failures.count == (isYes ? 1 : 0))
        }
    }

    @Test("When a second finger is refused, the recognizer starts again with the first")
    func startsAgain() {
        let pinch = PinchGestureRecognizer(name: "pinch")
        pinch.asks = .receive
        let stage = stage(client, pinch)
        stage.play([.down(0, 100, 100, at: 0)])
        stage.answer(client.questions.first, true, at: 0.01)
        stage.play([.down(1, 200, 100, at: 0.02), .move(1, 260, 100, at: 0.04)])
        #expect(stage.words.isEmpty)
        stage.answer(client.questions.last, false, at: 0.05)
        #expect(pinch.numberOfTouches == 1 && pinch.state == .possible && stage.failures.isEmpty)
        stage.play([.down(2, 200, 100, at: 0.1)])
        stage.answer(client.questions.last, true, at: 0.11)
        stage.play([.move(2, 260, 100, at: 0.12), .up(2, at: 0.2), .up(0, at: 0.2), .up(1, at: 0.3)])
        #expect(stage.words.first == "pinch began" && stage.log.first?.touches == [1, 3])
    }

    @Test("A touch that lands during a gesture joins it after the answer", arguments: [true, false])
    func during(isYes: Bool) {
        let it = asking(.continuous("it", at: 10))
        let stage = stage(client, it).play([.down(0, 0, 0, at: 0)])
        stage.answer(client.questions.first, true, at: 0.05)
        stage.play([.move(0, 10, 0, at: 0.1), .down(1, 50, 0, at: 0.2), .move(0, 12, 0, at: 0.25)])
        #expect(stage.words == ["it began", "it changed"] && it.numberOfTouches == 1)
        stage.answer(client.questions.last, isYes, at: 0.3)
        #expect(it.numberOfTouches == (isYes ? 2 : 1))
        stage.play([.move(1, 60, 0, at: 0.4), .up(1, at: 0.5), .up(0, at: 0.5)])
        #expect(stage.log.last?.touches == (isYes ? [1, 2] : [1]) && stage.words.last == "it ended")
        #expect(stage.words.count == (isYes ? 4 : 3))
    }

    @Test("A tap whose finger has lifted waits for the answer", arguments: [true, false])
    func tap(isYes: Bool) {
        let tap = TapGestureRecognizer(name: "tap")
        tap.asks = [.receive, .begin]
        let stage = stage(client, tap).play([.down(0, 5, 0, at: 0), .up(at: 0.05)])
        #expect(client.lines == ["tap receives 1?", "tap recognized at 5.0?"] && stage.words.isEmpty)
        stage.answer(client.questions[1], true, at: 0.06)
        #expect(stage.words.isEmpty)
        stage.answer(client.questions[0], isYes, at: 0.07)
        #expect(stage.words == (isYes ? ["tap ended"] : []) && stage.failures.isEmpty && client.isIdle)
    }
}
