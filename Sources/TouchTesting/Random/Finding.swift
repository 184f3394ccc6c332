// A broken rule that a random list has shown, and the trial that showed it.

/// A violation found in a list.
public struct Finding: Sendable, CustomStringConvertible {
    /// The rule that was broken, in a few words.
    public let rule: String
    /// The place and the values.
    public let words: String
    /// The list that should have given the same result.
    public internal(set) var other: RandomList?
    /// The rule and its words.
    public var description: String { "\(rule): \(words)" }
}

/// The ways to try a list.
public enum Trial: Int, CaseIterable, Sendable {
    /// Checks every invariant after every event.
    case audit
    /// Plays the same list twice, which must give the same log.
    case twice
    /// Changes the order of addition, which must change nothing except where it decides.
    case order
    /// Adds a resting finger in another region, which must change nothing.
    case rest
    /// Makes unneeded recognizers idle, which must change nothing for the others.
    case wanted
    /// Moves recognizers to a layer of their own, which must be as if the configured ones did not know them.
    case layers
    /// Delivers deadlines late, with the next frame, which must change nothing.
    case late
    /// Like `order`, for rivals in regions of different depths.
    case nested
    /// Moves, turns, reshapes, raises and disables regions; plays the list twice, which must give the same log.
    case moving
    /// Lets recognizers ask, and answers at random; plays the list twice, which must give the same log.
    case asking
    /// Lets clients decide, and answer at random; plays the list twice, which must give the same log.
    case deciding
    /// Like `layers`, where clients decide for configured recognizers.
    case layeredDeciding

    /// The trials of a seed: always an audit, and one of the others.
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
        case 13: [.audit, .moving]
        case 14: [.audit, .asking]
        default: [.audit, .deciding, .layeredDeciding]
        }
    }
}

/// A list that violates a rule, and how to reproduce it.
public struct Discovery: Sendable, CustomStringConvertible {
    /// The seed of the list.
    public let seed: UInt64
    /// The trial that found it.
    public let trial: Trial
    /// The list, not shrunk.
    public let list: RandomList
    /// The first violation.
    public let finding: Finding
    /// The discovery in one line.
    public var description: String { "seed \(seed), \(trial): \(finding)" }
}
