// Tests of recognizers that ask about another one with which they share a touch.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct PairQuestionTests {
    private let client = QuestionedClient()
    private let one = Scripted.continuous("one", at: 10)
    private let two = Scripted.continuous("two", at: 20)

    private func played(_ asks: GestureQuestions, answer: Bool?) -> [String] {
        one.asks = asks
        client.thenOfPair = { $0.answer = answer }
        return stage(client, one, two).play(path(10, 20, lifts: true)).words
    }

    @Test("With a yes both are recognized; with a no or none the first prevents the other, and nobody waits")
    func simultaneous() {
        #expect(
            played(.simultaneous, answer: true) == ["one began", "one changed", "two began", "one ended", "two ended"])
        #expect(client.lines == ["one simultaneous two?"])
        for answer in [false, nil] {
            #expect(played(.simultaneous, answer: answer) == ["one began", "one changed", "one ended"])
        }
    }

    @Test("With a yes it waits until the other one fails, or the other one until it does")
    func failure() {
        #expect(played(.requireFailure, answer: true) == ["two began", "two ended"])
        #expect(played(.requireFailure, answer: false) == ["one began", "one changed", "one ended"])
        two.asks = .beRequiredToFail
        #expect(played([], answer: true) == ["two began", "two ended"])
        #expect(client.lines.last == "two beRequiredToFail one?")
    }

    @Test("It is asked once for each attempt, when they first share a touch; an answer to an old one has no effect")
    func attempts() {
        one.asks = .simultaneous
        let stage = stage(client, one, two)
        stage.play([.down(0, 0, 0, at: 0)])
        stage.play([.down(1, 0, 0, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.3)])
        #expect(client.lines == ["one simultaneous two?"] && client.pairs.first?.isOpen == false)
        client.pairs.first?.answer = true
        stage.play(path(10, 20, from: 1, lifts: true))
        #expect(client.lines.count == 2 && stage.words == ["one began", "one changed", "one ended"])
    }

    @Test("What is declared already is not asked")
    func declared() {
        one.asks = [.simultaneous, .requireFailure]
        one.allowSimultaneousRecognition(with: two)
        one.require(toFail: two)
        stage(client, one, two).play([.down(0, 0, 0, at: 0)])
        #expect(client.lines.isEmpty)
    }

    @Test("One asks about at most 64 pairs in an attempt")
    func bound() {
        one.asks = .simultaneous
        let others = (0..<100).map { Scripted.continuous("other \($0)", at: 30) }
        let stage = Stage([one] + others)
        stage.engine.questionObserver = client
        stage.play([.down(0, 0, 0, at: 0)])
        #expect(client.lines.count == 64)
    }
}
