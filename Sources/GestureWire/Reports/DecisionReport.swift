// The report of a recognizer's last outcome and its reason, one entry of `list` of decisions.

/// The outcome of a recognizer's last attempt.
public enum DecisionOutcome: String, CaseIterable, Sendable {
    /// It has decided nothing yet.
    case none
    /// It has all it needs, and lets others go first.
    case waiting
    /// Its fingers have lifted, and it has neither begun nor failed.
    case possible
    /// Its gesture is in progress.
    case began
    /// It was recognized; of a discrete gesture.
    case recognized
    /// Its gesture has ended.
    case ended
    /// Its gesture was cancelled.
    case cancelled
    /// It has failed.
    case failed
}

/// The last decision about one recognizer on one surface.
public struct DecisionReport: Equatable, Sendable {
    /// The recognizer's name.
    public var recognizer: String
    /// The surface's name.
    public var surface: String
    /// The outcome of its last attempt.
    public var outcome: DecisionOutcome
    /// Whether it is idle, because no subscription needs it: then it decides nothing.
    public var resting: Bool
    /// The least number of fingers that it needs.
    public var fingers: Int
    /// The time when it was decided, in microseconds of CLOCK_MONOTONIC; nil while nothing is.
    public var time: Int64?
    /// The reason, for people: `moved 12.4 pt, 10.0 allowed`; empty when there is none.
    public var reason: String

    /// A report from all its members.
    public init(
        recognizer: String, surface: String, outcome: DecisionOutcome = .none, resting: Bool = false, fingers: Int,
        time: Int64? = nil, reason: String = ""
    ) {
        self.recognizer = recognizer
        self.surface = surface
        self.outcome = outcome
        self.resting = resting
        self.fingers = fingers
        self.time = time
        self.reason = reason
    }
}

extension DecisionReport: Decodable, WireObject {
    /// Reads the members of a report; an outcome of a later version is read as none.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        recognizer = try members.decode(String.self, forKey: "recognizer")
        surface = try members.decode(String.self, forKey: "surface")
        outcome = DecisionOutcome(rawValue: try members.decode(String.self, forKey: "outcome")) ?? .none
        resting = try members.decode(Bool.self, forKey: "resting")
        fingers = try members.decode(Int.self, forKey: "fingers")
        time = members.contains("time") ? try members.decodeMicroseconds(forKey: "time") : nil
        reason = try members.decodeIfPresent(String.self, forKey: "reason") ?? ""
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("recognizer", recognizer)
        writer.append("surface", surface)
        writer.append("outcome", outcome.rawValue)
        writer.append("resting", resting)
        writer.append("fingers", fingers)
        if let time {
            writer.append(name: "time")
            writer.append(seconds: time)
        }
        writer.append("reason", reason.isEmpty ? nil : reason)
    }
}
