// Random lists whose recognizers ask questions, and random answers to these.

import Gestures
import Touch

extension RandomList {
    /// The list of a seed in which most recognizers ask.
    init(asking seed: UInt64) {
        self.init(seed: seed)
        var random = SeededNumbers(seed: seed ^ 0x6173_6b69_6e67)
        for index in recognizers.indices { recognizers[index].asks = .random(in: 0...3, using: &random) }
    }
}

/// Answers an engine's questions at random: at once, later, twice, too late, never.
final class RandomClient: GestureQuestionObserver {
    private unowned let run: RandomRun
    private var answers: [(time: Int64, give: (Timestamp) -> Void)] = []
    private var count = 0

    init(run: RandomRun) { self.run = run }

    /// Lets a recognizer ask what its plan says.
    func prepare(_ recognizer: GestureRecognizer, _ plan: RandomList.RecognizerPlan) {
        guard plan.asks != 0 else { return }
        recognizer.asks = GestureQuestions(rawValue: plan.asks)
        recognizer.answerTimeout = Double(1 + plan.numbers % 100) / 100
    }

    func gestureEngine(
        _ engine: GestureEngine, didAsk question: GestureQuestion, whetherToBeginWith event: GestureEvent
    ) {
        if !event.isFinite { run.audit.fault("asks about what is not finite", event.recognizer.name) }
        answer(question, engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: GestureQuestion, whetherToReceive touch: Touch) {
        if touch.phase != .began { run.audit.fault("asks about an old touch", "touch \(touch.id)") }
        answer(question, engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: PairQuestion) {
        count += 1
        var numbers = SeededNumbers(seed: run.list.seed ^ UInt64(count) &* 0x9e37_79b9_7f4a_7c15)
        if !numbers.isOne(in: 4) { question.answer = numbers.isOne(in: 2) }
    }

    private func answer(_ question: GestureQuestion, _ engine: GestureEngine) {
        count += 1
        var numbers = SeededNumbers(seed: run.list.seed ^ UInt64(count) &* 0x9e37_79b9_7f4a_7c15)
        let isYes = !numbers.isOne(in: 3)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: return
        case 1: engine.answer(question, with: isYes, at: run.now)
        default:
            let delay = Double.random(in: 0...1.5, using: &numbers) * (question.deadline.seconds(since: question.time))
            answerLater(by: delay) { engine.answer(question, with: isYes, at: $0) }
            if numbers.isOne(in: 4) { answerLater(by: delay) { engine.answer(question, with: !isYes, at: $0) } }
        }
    }

    /// Lets an answer be given, as an event of its own.
    ///
    /// - Parameter delay: In seconds.
    func answerLater(by delay: Double, _ give: @escaping (Timestamp) -> Void) {
        answers.append((run.now.adding(seconds: delay).microseconds, give))
    }

    /// Whether an answer is due.
    func isDue(at time: Int64) -> Bool { answers.contains { $0.time <= time } }

    /// Gives the answers that are due until a time, each at its time; `advance` lets time pass.
    func answer(until time: Int64, advance: (Int64) -> Void) {
        while let next = answers.indices.min(by: { answers[$0].time < answers[$1].time }), answers[next].time <= time {
            let answer = answers.remove(at: next)
            advance(answer.time)
            run.audit.within { answer.give(Timestamp(microseconds: answer.time)) }
            run.layer?.follow(until: answer.time)
        }
    }
}
