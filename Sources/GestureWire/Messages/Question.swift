// The question of an own recognizer, which the client answers.

/// What a recognizer with the key `ask` asks.
public enum QuestionKind: String, CaseIterable, Sendable, Decodable {
    /// Whether it may begin, or be recognized: UIKit's `gestureRecognizerShouldBegin(_:)`.
    case begin
    /// Whether it receives a touch: UIKit's `gestureRecognizer(_:shouldReceive:)`.
    case receive
    /// Whether it and another one may both be recognized: UIKit's
    /// `gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
    case simultaneous
    /// Whether it waits until another one fails: UIKit's `gestureRecognizer(_:shouldRequireFailureOf:)`.
    case requireFailure
    /// Whether another one waits until it fails: UIKit's `gestureRecognizer(_:shouldBeRequiredToFailBy:)`.
    case beRequiredToFail

    /// Those about a pair of recognizers, for whose answers nothing waits.
    public static let aboutPairs: [QuestionKind] = [.simultaneous, .requireFailure, .beRequiredToFail]
}

/// A touch that a recognizer asks about.
public struct QuestionedTouch: Equatable, Sendable {
    /// The name of the surface.
    public var surface: String
    /// The time when the finger landed, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The touch, in the phase `began`.
    public var touch: WireTouch

    /// A touch from all its members.
    public init(surface: String, time: Int64, touch: WireTouch) {
        self.surface = surface
        self.time = time
        self.touch = touch
    }
}

/// A recognizer that has come to share a touch with the one that asks.
public struct QuestionedPair: Equatable, Sendable {
    /// The name of the surface.
    public var surface: String
    /// The time when it came to share it, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The name of the other recognizer.
    public var other: String

    /// A pair from all its members.
    public init(surface: String, time: Int64, other: String) {
        self.surface = surface
        self.time = time
        self.other = other
    }
}

/// The notification of a question, which the request `answer` answers.
public struct Question: Equatable, Sendable {
    /// What the question is about.
    public enum Subject: Equatable, Sendable {
        /// The gesture as its `recognized` or `began` would say it.
        case begin(GestureNotification)
        /// The touch that began.
        case receive(QuestionedTouch)
        /// One of the questions about pairs.
        case pair(QuestionKind, QuestionedPair)

        /// What is asked.
        public var kind: QuestionKind {
            switch self {
            case .begin: .begin
            case .receive: .receive
            case .pair(let kind, _): kind
            }
        }
    }

    /// The number of the question in its connection, from 1; never used again.
    public var question: Int
    /// The name of the recognizer that asks.
    public var recognizer: String
    /// What it asks about.
    public var subject: Subject

    /// A question from all its members.
    public init(question: Int, recognizer: String, subject: Subject) {
        self.question = question
        self.recognizer = recognizer
        self.subject = subject
    }
}
