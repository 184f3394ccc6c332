// Questions of recognizers that are answered later than they are asked.

public import Touch

/// What a recognizer asks an observer, which answers later; see `GestureRecognizer.asks`.
public struct GestureQuestions: OptionSet, Hashable, Sendable {
    /// A bit for each question.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether it may begin, or be recognized.
    public static let begin = GestureQuestions(rawValue: 1)
    /// Whether it receives a touch.
    public static let receive = GestureQuestions(rawValue: 2)
    /// Whether it and another one may both be recognized.
    public static let simultaneous = GestureQuestions(rawValue: 4)
    /// Whether it has to wait until another one fails.
    public static let requireFailure = GestureQuestions(rawValue: 8)
    /// Whether another one has to wait until it fails.
    public static let beRequiredToFail = GestureQuestions(rawValue: 16)

    static let aboutPairs: GestureQuestions = [.simultaneous, .requireFailure, .beRequiredToFail]
}

/// A question of a recognizer, from its asking to its answer.
///
/// ```
///                ┌── `GestureEngine.answer(_:with:at:)`: yes or no ──► closed
///   asked: open ─┼── its deadline ──► yes ──► closed
///                └── the recognizer's attempt is over, it is removed or disabled ──► closed, and no answer matters
/// ```
public final class GestureQuestion {
    /// What is asked.
    public enum Subject {
        /// Whether the recognizer may begin.
        case begin
        /// Whether the recognizer receives this touch.
        case receive(Touch)
    }

    /// When a recognizer gets a touch that it asks about.
    enum Joining {
        /// Before the answer; after a no, it starts again without it.
        case atOnce
        /// After the answer, as its gesture is under way.
        case later
        /// After the answer, and it waits for that before it begins: the touch is one more than it takes, which would
        /// fail it.
        case laterAsExtra
    }

    /// What is asked.
    public let subject: Subject
    /// The time of the event in which it was asked.
    public let time: Timestamp
    /// The time when the answer is yes if there was none.
    public let deadline: Timestamp
    /// The recognizer that asks; nil once the question is closed.
    public internal(set) var recognizer: GestureRecognizer?
    /// When the recognizer gets the touch.
    private(set) var joining: Joining
    /// All touches of the surface when it was asked.
    let touches: TouchSet?

    init(
        _ subject: Subject, of recognizer: GestureRecognizer, at time: Timestamp, joining: Joining = .atOnce,
        among touches: TouchSet? = nil
    ) {
        (self.subject, self.recognizer, self.time) = (subject, recognizer, time)
        (self.joining, self.touches) = (joining, touches)
        deadline = time.adding(seconds: recognizer.answerTimeout)
    }

    /// Whether an answer still matters.
    public var isOpen: Bool { recognizer != nil }

    /// The recognizer has started again, with the touch unless it is one too many.
    func reopen(_ recognizer: GestureRecognizer, joining: Joining) {
        (self.recognizer, self.joining) = (recognizer, joining)
    }

    var isLate: Bool { joining != .atOnce }

    var touch: Touch? { if case .receive(let touch) = subject { touch } else { nil } }
}

/// An observer that recognizers ask; without one, every answer is yes.
public protocol GestureQuestionObserver: AnyObject {
    /// A recognizer wants to begin, or to be recognized, with this event.
    ///
    /// The event is valid during the call only.
    func gestureEngine(
        _ engine: GestureEngine, didAsk question: GestureQuestion, whetherToBeginWith event: GestureEvent)

    /// A touch has begun that would be a recognizer's.
    func gestureEngine(_ engine: GestureEngine, didAsk question: GestureQuestion, whetherToReceive touch: Touch)

    /// Two recognizers have come to share a touch.
    ///
    /// Set the question's `answer` now or later; nothing waits for it.
    func gestureEngine(_ engine: GestureEngine, didAsk question: PairQuestion)
}
