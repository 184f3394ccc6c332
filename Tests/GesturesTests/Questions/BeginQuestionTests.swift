// Tests of recognizers that ask whether they may begin, and are answered later.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct BeginQuestionTests {
    private let client = QuestionedClient()

    private func asking(_ recognizer: Scripted, timeout: Double = 0.5) -> Scripted {
        (recognizer.asks, recognizer.answerTimeout) = (.begin, timeout)
        return recognizer
    }

    @Test("A recognizer begins with the answer, where it would have begun; what it has become since follows")
    func yes() {
        let stage = stage(client, asking(.continuous("it", at: 10)))
        stage.play(path(10, 20, lifts: false))
        #expect(client.lines == ["it began at 10.0?"] && stage.words.isEmpty)
        stage.answer(client.questions.first, true, at: 0.25)
        #expect(stage.words == ["it began", "it changed"])
        #expect(stage.log.map(\.location.x) == [10, 20] && stage.log.map(\.time) == [0.25, 0.25])
        stage.play([.move(0, 30, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.words == ["it began", "it changed", "it changed", "it ended"] && client.isIdle)
        for decision in ["it asks to begin", "it awaits an answer"] { #expect(stage.decisions.contains(decision)) }
        #expect(stage.decisions.contains("it answered yes after 0.150"))
    }

    @Test("After a no the recognizer fails as by its delegate, and prevents no other; it asks again the next time")
    func no() {
        let (refused, other) = (asking(.continuous("refused", at: 10)), Scripted.continuous("other", at: 30))
        let stage = stage(client, refused, other)
        stage.play(path(10, lifts: false))
        stage.answer(client.questions.first, false, at: 0.15)
        stage.play([.move(0, 30, 0, at: 0.2), .move(0, 10, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.words == ["other began", "other changed", "other ended"])
        #expect(stage.failures.map(\.name) == ["refused"] && stage.decisions.contains("refused failed: answer"))
        stage.play(path(10, from: 1, lifts: false))
        #expect(client.lines == ["refused began at 10.0?", "refused began at 10.0?"])
    }

    @Test("Without an answer it begins when the time is over, by its deadline or at the next frame")
    func timeout() {
        let stage = stage(client, asking(.continuous("it", at: 10), timeout: 0.25))
        stage.play(path(10, lifts: false))
        #expect(stage.engine.nextDeadline == .seconds(0.35))
        stage.wait(until: 0.34)
        #expect(stage.words.isEmpty)
        stage.play([.move(0, 20, 0, at: 2)])
        #expect(stage.words == ["it began", "it changed"] && stage.log.map(\.time) == [0.35, 2])
        #expect(stage.decisions.contains("it unanswered after 0.250") && stage.engine.nextDeadline == nil)
    }

    @Test("A late answer, and a second one, change nothing", arguments: [true, false])
    func late(isYes: Bool) {
        let stage = stage(client, asking(.continuous("it", at: 10), timeout: 0.25))
        stage.play(path(10, lifts: false))
        stage.answer(client.questions.first, isYes, at: 0.36)
        stage.answer(client.questions.first, !isYes, at: 0.4)
        #expect(stage.words == ["it began"] && stage.log.first?.time == 0.35)
        stage.play([.move(0, 10, 0, at: 0.5), .up(at: 0.6)])
        stage.play(path(10, from: 1, lifts: false))
        stage.answer(client.questions.last, isYes, at: 1.2)
        stage.answer(client.questions.last, !isYes, at: 1.3)
        #expect(stage.words.count == (isYes ? 3 : 2))
    }

    @Test("A discrete gesture is recognized with the answer, although its fingers have lifted")
    func discrete() {
        let tap = TapGestureRecognizer(name: "tap")
        tap.asks = .begin
        let stage = stage(client, tap).play([.down(0, 5, 0, at: 0), .up(at: 0.05)])
        #expect(client.lines == ["tap recognized at 5.0?"])
        stage.answer(client.questions.first, true, at: 0.06)
        #expect(stage.words == ["tap ended"] && stage.log.first?.touches == [1])
    }

    @Test("No other recognizer waits, but those that require this one to fail")
    func others() {
        let asking = asking(.continuous("asking", at: 10))
        let (free, waiting) = (Scripted.continuous("free", at: 20), Scripted.continuous("waiting", at: 10))
        for other in [free, waiting] { other.allowSimultaneousRecognition(with: asking) }
        free.allowSimultaneousRecognition(with: waiting)
        waiting.require(toFail: asking)
        let stage = stage(client, asking, free, waiting)
        stage.play(path(10, 20, lifts: false))
        #expect(stage.words == ["free began"])
        stage.answer(client.questions.first, false, at: 0.25)
        #expect(stage.words == ["free began", "waiting began", "waiting changed"])
    }

    @Test("It waits for its requirements and for the answer, whichever comes last", arguments: [true, false])
    func both(answersFirst: Bool) {
        let (asking, other) = (asking(.continuous("asking", at: 10)), Scripted("other", [20: .failed]))
        asking.require(toFail: other)
        let stage = stage(client, asking, other).play(path(10, lifts: false))
        if answersFirst { stage.answer(client.questions.first, true, at: 0.15) }
        stage.play([.move(0, 20, 0, at: 0.2)])
        #expect(stage.words == (answersFirst ? ["asking began", "asking changed"] : []))
        if !answersFirst { stage.answer(client.questions.first, true, at: 0.25) }
        #expect(stage.words == ["asking began", "asking changed"])
    }

    @Test(
        "What ends a recognizer's attempt closes its questions",
        arguments: [(0, true), (1, true), (2, true), (3, true), (0, false), (1, false)])
    func ends(way: Int, isToBegin: Bool) {
        let it = asking(.continuous("it", at: 10))
        if !isToBegin { it.asks = .receive }
        let stage = stage(client, it).play(path(isToBegin ? 10 : 5, lifts: false))
        it.removeAction()
        switch way {
        case 0: it.isEnabled = false
        case 1: stage.engine.root.removeGestureRecognizer(it)
        case 2: stage.engine.cancelAll(because: "gone", at: .seconds(0.2))
        default: stage.engine.makeIdle { _ in false }
        }
        #expect(client.isIdle && (!isToBegin || stage.engine.nextDeadline == nil))
        stage.answer(client.questions.first, true, at: 0.3)
        #expect(stage.words.isEmpty)
    }

    @Test("The end of the engine closes its questions")
    func engineEnds() {
        let it = asking(.continuous("it", at: 10))
        var stage: Stage? = stage(client, it)
        stage?.play(path(10, lifts: false))
        #expect(client.questions.first?.isOpen == true)
        stage = nil
        #expect(client.isIdle)
    }

    @Test("The delegate is asked first, and need not be asked again; after its no, nobody else is")
    func delegate() {
        let (witness, it) = (Witness(), asking(.continuous("it", at: 10)))
        it.delegate = witness
        let stage = stage(client, it).play(path(10, lifts: false))
        stage.answer(client.questions.first, true, at: 0.2)
        #expect(witness.questions.lines.count { $0 == "it begins?" } == 1 && stage.words == ["it began"])
        witness.begins = { _ in false }
        stage.play([.up(at: 0.3)] + path(10, from: 1))
        #expect(client.questions.count == 1 && stage.words == ["it began", "it ended"])
    }

    @Test("An answer that is given at once delays nothing", arguments: [true, false])
    func atOnce(isYes: Bool) {
        client.then = { $0.answer($1, with: isYes, at: .zero) }
        let stage = stage(client, asking(.continuous("it", at: 10))).play(path(10, 20))
        #expect(stage.log.map(\.time) == (isYes ? [0.1, 0.2, 0.3] : []))
        #expect(stage.failures.count == (isYes ? 0 : 1))
    }
}
