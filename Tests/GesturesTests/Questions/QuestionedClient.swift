// Client of an engine that keeps the questions that it was asked, and answers them later.

import Gestures
import Touch
import TouchTesting

/// A client that keeps the questions that it was asked.
final class QuestionedClient: GestureQuestionObserver {
    var questions: [GestureQuestion] = []
    var pairs: [PairQuestion] = []
    var lines: [String] = []
    /// Called with each question, when it is asked.
    var then: (GestureEngine, GestureQuestion) -> Void = { _, _ in }
    var thenOfPair: (PairQuestion) -> Void = { _ in }

    func gestureEngine(
        _ engine: GestureEngine, didAsk question: GestureQuestion, whetherToBeginWith event: GestureEvent
    ) {
        let state = event.isDiscrete ? "recognized" : "\(event.state)"
        note("\(event.recognizer.name) \(state) at \(event.location.x)?", question, engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: GestureQuestion, whetherToReceive touch: Touch) {
        note("\(question.recognizer?.name ?? "nobody") receives \(touch.id)?", question, engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: PairQuestion) {
        guard let recognizer = question.recognizer, let other = question.other else { return }
        lines.append("\(recognizer.name) \(question.subject) \(other.name)?")
        pairs.append(question)
        thenOfPair(question)
    }

    private func note(_ line: String, _ question: GestureQuestion, _ engine: GestureEngine) {
        lines.append(line)
        questions.append(question)
        then(engine, question)
    }

    /// Whether nothing is to be answered any more.
    var isIdle: Bool { questions.allSatisfy { !$0.isOpen } }
}

extension Stage {
    func answer(_ question: GestureQuestion?, _ isYes: Bool, at time: Double) {
        guard let question else { return }
        engine.answer(question, with: isYes, at: .seconds(time))
        wait(until: time)
    }
}

func stage(_ client: QuestionedClient, _ recognizers: GestureRecognizer...) -> Stage {
    let stage = Stage(recognizers).watchDecisions()
    stage.engine.questionObserver = client
    return stage
}
