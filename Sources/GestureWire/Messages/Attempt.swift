// The messages of a recognizer that a client decides: its touches, the client's decision, the end of the attempt.

/// Some touches of an attempt that began, moved, lifted or were lost, all the same, in one event.
public struct AttemptTouches: Equatable, Sendable {
    /// The name of the recognizer.
    public var recognizer: String
    /// The number of the attempt in its connection; never used again.
    public var attempt: Int
    /// The number of this change in the attempt, from 1, which the decision repeats.
    public var change: Int
    /// Whether others wait for the recognizer, so that it fails unless this change is answered in time.
    public var mustAnswer: Bool
    /// The name of the surface.
    public var surface: String
    /// The time when it happened, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The touches, in the coordinates of the recognizer's region.
    public var touches: [WireTouch]

    /// Touches from all their members.
    public init(
        recognizer: String, attempt: Int, change: Int, mustAnswer: Bool, surface: String, time: Int64,
        touches: [WireTouch]
    ) {
        (self.recognizer, self.attempt, self.change, self.mustAnswer) = (recognizer, attempt, change, mustAnswer)
        (self.surface, self.time, self.touches) = (surface, time, touches)
    }
}

/// The end of an attempt: UIKit's `reset()`.
public struct AttemptEnd: Equatable, Sendable {
    /// The name of the recognizer.
    public var recognizer: String
    /// The number of the attempt.
    public var attempt: Int
    /// Its outcome: `recognized`, `ended`, `cancelled` or `failed`.
    public var outcome: DecisionOutcome
    /// Why, for people: `pan was recognized first`; empty when there is nothing to say.
    public var reason: String

    /// An end from all its members.
    public init(recognizer: String, attempt: Int, outcome: DecisionOutcome, reason: String = "") {
        (self.recognizer, self.attempt, self.outcome, self.reason) = (recognizer, attempt, outcome, reason)
    }
}

/// What a client decides about an attempt.
public struct RecognizeRequest: Equatable, Sendable {
    /// The name of the recognizer.
    public var recognizer: String
    /// The number of the attempt.
    public var attempt: Int
    /// The last change that the client has seen; nil if it does not say.
    public var change: Int?
    /// The new state; nil for the one that it has.
    public var state: GestureState?
    /// What the gesture measures from now on; nil for as before.
    public var values: CustomMembers?
    /// The ids of touches that it leaves to others.
    public var ignore: [Int]
    /// Why, for people.
    public var reason: String?

    /// A decision from all its members.
    public init(
        recognizer: String, attempt: Int, change: Int? = nil, state: GestureState? = nil, values: CustomMembers? = nil,
        ignore: [Int] = [], reason: String? = nil
    ) {
        (self.recognizer, self.attempt, self.change, self.state) = (recognizer, attempt, change, state)
        (self.values, self.ignore, self.reason) = (values, ignore, reason)
    }
}

/// The answer to `recognize`.
public struct RecognizeReport: Equatable, Sendable, Decodable, WireObject {
    /// True when the attempt was over, and nothing has changed: the decision has crossed its end on the way.
    public var over: Bool?

    /// A report from its member.
    public init(over: Bool? = nil) { self.over = over }
}
