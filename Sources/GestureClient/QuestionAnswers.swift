// Answers of a program to the questions of its recognizers.

import GestureWire

/// The closures of a recognizer that answer its questions.
struct QuestionAnswers: Sendable {
    /// Whether a gesture may begin or be recognized; nil if the program does not say.
    var shouldBegin: (@Sendable (GestureNotification) async -> Bool)?
    /// Whether the recognizer receives a touch; nil if the program does not say.
    var shouldReceive: (@Sendable (QuestionedTouch) async -> Bool)?

    /// Whether a recognizer may be recognized with another one, waits for it, or is waited for; by what is asked.
    var aboutPairs: [QuestionKind: @Sendable (QuestionedPair) async -> Bool] = [:]

    /// The closure for a question; nil if it has none.
    func answer(to subject: Question.Subject) -> (@Sendable () async -> Bool)? {
        switch subject {
        case .begin(let gesture):
            guard let shouldBegin else { return nil }
            return { await shouldBegin(gesture) }
        case .receive(let touch):
            guard let shouldReceive else { return nil }
            return { await shouldReceive(touch) }
        case .pair(let kind, let pair):
            guard let answer = aboutPairs[kind] else { return nil }
            return { await answer(pair) }
        }
    }
}

extension Attachments {
    /// The closure for a question; nil if no recognizer of that name has one.
    func answer(to question: Question) -> (@Sendable () async -> Bool)? {
        let recognizer = recognizers.first { $0.name == question.recognizer }
        return recognizer?.answers.answer(to: question.subject)
    }
}
