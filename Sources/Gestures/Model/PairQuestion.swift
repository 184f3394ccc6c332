// Questions of recognizers about another one with which they share a touch; nothing waits for the answers.

public import Touch

/// A question of a recognizer about a pair: itself and another one.
///
/// It is asked once for each attempt of the two, when they first share a touch. What is declared holds until it is
/// answered; an answer that comes when the pair is decided has no effect.
public final class PairQuestion {
    /// What is asked: UIKit's questions of the delegate about two recognizers.
    public enum Subject: CaseIterable {
        /// Whether both may be recognized.
        case simultaneous
        /// Whether the recognizer that asks has to wait until the other one fails.
        case requireFailure
        /// Whether the other one has to wait until the recognizer that asks fails.
        case beRequiredToFail
    }

    /// The most that a recognizer asks in one attempt.
    static let mostInAttempt = 64

    /// What is asked.
    public let subject: Subject
    /// The time of the event in which it was asked.
    public let time: Timestamp
    /// The recognizer that asks; nil once its attempt is over.
    public internal(set) weak var recognizer: GestureRecognizer?
    /// The other one.
    public private(set) weak var other: GestureRecognizer?
    /// The answer; nil if there is none yet.
    public var answer: Bool?
    private let attemptOfOther: Int

    /// Whether an answer may still matter.
    public var isOpen: Bool { recognizer != nil && other != nil && answer == nil }

    init(_ subject: Subject, of recognizer: GestureRecognizer, about other: GestureRecognizer, at time: Timestamp) {
        (self.subject, self.recognizer, self.other, self.time) = (subject, recognizer, other, time)
        attemptOfOther = other.attempt.number
    }

    func isAbout(_ other: GestureRecognizer) -> Bool {
        self.other === other && attemptOfOther == other.attempt.number
    }
}

extension PairQuestion.Subject {
    fileprivate var option: GestureQuestions {
        switch self {
        case .simultaneous: .simultaneous
        case .requireFailure: .requireFailure
        case .beRequiredToFail: .beRequiredToFail
        }
    }
}

extension GestureRecognizer {
    /// The attempt is over: no answer matters.
    final func closePairQuestions() {
        guard !pairQuestions.isEmpty else { return }
        for question in pairQuestions { question.recognizer = nil }
        pairQuestions = []
    }

    /// Whether the answer to one of its questions is yes.
    final func hasAgreed(to subject: PairQuestion.Subject, with other: GestureRecognizer) -> Bool {
        !pairQuestions.isEmpty
            && pairQuestions.contains { $0.subject == subject && $0.isAbout(other) && $0.answer == true }
    }

    /// Asks about the recognizers with which it has come to share a touch.
    final func askAboutPairs(among others: [GestureRecognizer], at time: Timestamp, _ ask: (PairQuestion) -> Void) {
        for other in others
        where !other.isDecidedElsewhere && participant.sharesTouches(with: other.participant) {
            for subject in PairQuestion.Subject.allCases where matters(subject, with: other) {
                guard !pairQuestions.contains(where: { $0.subject == subject && $0.isAbout(other) }) else { continue }
                guard pairQuestions.count < PairQuestion.mostInAttempt else { return }
                let question = PairQuestion(subject, of: self, about: other, at: time)
                pairQuestions.append(question)
                ask(question)
            }
        }
    }

    /// Whether it asks this, and the answer can change anything.
    private final func matters(_ subject: PairQuestion.Subject, with other: GestureRecognizer) -> Bool {
        guard asks.contains(subject.option) else { return false }
        return switch subject {
        case .simultaneous: excludes(other) || other.excludes(self)
        case .requireFailure: !participant.relations.requires(other.participant) && isUndecided
        case .beRequiredToFail: !other.participant.relations.requires(participant) && other.isUndecided
        }
    }
}
