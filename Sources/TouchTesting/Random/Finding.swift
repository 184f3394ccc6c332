// A broken rule that a random list has shown, and the trial that showed it.

/// What was found wrong with a list.
public struct Finding: Sendable, CustomStringConvertible {
    /// The rule that was broken, in a few words.
    public let rule: String
    /// Where and how.
    public let words: String
    /// The list that should have told the same, but did not.
    public internal(set) var other: RandomList?
    /// Rule and words.
    public var description: String { "\(rule): \(words)" }
}

/// The ways in which a list is tried.
public enum Trial: Int, CaseIterable, Sendable {
    /// Every invariant after every event.
    case audit
    /// The same list twice gives the same log.
    case twice
    /// The order of adding recognizers changes nothing, except where it is the rule that decides.
    case order
    /// A finger that rests in another region changes nothing.
    case rest
    /// Who rests because nobody wants it changes nothing for those who are wanted.
    case wanted
    /// Recognizers in a layer of their own are as those that the configured ones do not know.
    case layers
    /// Deadlines that come late, with the next frame, change nothing.
    case late
    /// The same as `order`, for rivals in regions of different depths.
    case nested

    /// The trials that are made of a seed: always an audit, and one of the others.
    static func of(seed: UInt64) -> [Trial] {
        var random = SeededNumbers(seed: seed ^ 0x7472_6961_6c73)
        return switch Int.random(in: 0..<16, using: &random) {
        case 0: [.audit, .twice]
        case 1, 2, 3: [.audit, .order]
        case 4, 5: [.audit, .rest]
        case 6: [.audit, .late]
        case 7, 8: [.audit, .wanted]
        case 9, 10: [.audit, .layers]
        case 11, 12: [.audit, .nested]
        default: [.audit]
        }
    }
}

/// A list that was found to break something, and how to see it again.
public struct Discovery: Sendable, CustomStringConvertible {
    /// What the list was made from.
    public let seed: UInt64
    /// How it was tried.
    public let trial: Trial
    /// The list, not shrunk.
    public let list: RandomList
    /// The first thing that was wrong.
    public let finding: Finding
    /// All in a line.
    public var description: String { "seed \(seed), \(trial): \(finding)" }
}
