// The questions that an attached recognizer asks its client.

public import Gestures

/// The questions of a recognizer that a client attaches.
public struct QuestionRule: Hashable, Sendable {
    /// What it asks.
    public var asks: GestureQuestions = []
    /// The time, in seconds, after which the answer is yes.
    public var timeout = 0.1
}
