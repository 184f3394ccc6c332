// Limits of log lines per client or device: a burst of each level, then a count.
//
//     first line ─► open: lines are written ── the burst is used up ─► lines are counted
//                     ▲                                                     │
//                     └──── the interval is over: the count is logged ◄─────┘

internal import GestureWire
internal import Logging
internal import Touch

/// Counts lines by subject and level; knows no clock.
///
/// It takes a bounded amount of memory: beyond a number of users and devices, all others share one count for each
/// level.
struct LineLimits {
    /// The subject of a line.
    enum Subject: Hashable {
        /// The clients of a user, by its number.
        case user(UTF8Key)
        /// A device, by its node.
        case device(UTF8Key)
        /// The configuration, which clients with `control` and changes of its files cause to be read.
        case configuration
        /// Users and devices beyond the limit.
        case others
    }

    /// A kind of line, which is counted separately.
    struct Kind: Hashable {
        var subject: Subject
        var level: Logger.Level
    }

    private struct Count {
        let end: Timestamp
        var written = 0
        var left = 0
    }

    /// For so long a number of lines may be written, in seconds.
    static let interval = 30.0
    /// The largest number of subjects and levels that are counted separately.
    static let mostKinds = 64

    private var counts: [Kind: Count] = [:]
    /// The time when `takeDue(at:)` returns a count; nil when no lines were suppressed.
    private(set) var nextDeadline: Timestamp?

    /// The number of subjects and levels that are counted at present.
    var kindCount: Int { counts.count }

    /// The number of lines that may be written in the interval; more at detailed levels, and more for problems of a
    /// configuration.
    static func burst(_ kind: Kind) -> Int { kind.level <= .debug || kind.subject == .configuration ? 100 : 10 }

    /// Whether a line may be written; one that may not is counted.
    ///
    /// Call `takeDue(at:)` first: due counts are logged before the line.
    mutating func admit(_ kind: Kind, at time: Timestamp) -> Bool {
        let kind = counted(kind, at: time)
        var count = counts[kind] ?? Count(end: time.adding(seconds: Self.interval))
        if count.end <= time { count = Count(end: time.adding(seconds: Self.interval)) }
        let isAdmitted = count.written < Self.burst(kind)
        if isAdmitted {
            count.written += 1
        } else {
            count.left += 1
            nextDeadline = min(nextDeadline ?? count.end, count.end)
        }
        counts[kind] = count
        return isAdmitted
    }

    /// Returns a kind with suppressed lines, and their number; nil when no further count is due.
    mutating func takeDue(at time: Timestamp) -> (kind: Kind, count: Int)? {
        guard let nextDeadline, nextDeadline <= time else { return nil }
        guard let due = counts.first(where: { $1.left > 0 && $1.end <= time }) else {
            self.nextDeadline = counts.values.filter { $0.left > 0 }.map(\.end).min()
            return nil
        }
        counts[due.key] = nil
        return (due.key, due.value.left)
    }

    /// The kind itself, or that of others when there is no room.
    private mutating func counted(_ kind: Kind, at time: Timestamp) -> Kind {
        guard counts[kind] == nil, counts.count >= Self.mostKinds else { return kind }
        counts = counts.filter { $1.left > 0 || $1.end > time }
        return counts.count < Self.mostKinds ? kind : Kind(subject: .others, level: kind.level)
    }
}
