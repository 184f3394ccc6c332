// Limits of one action: commands at a time, and starts per second.

import Configuration

/// Decides for each gesture whether its command starts.
///
///                  gesture, below both limits
///     waiting ────────────────────────────────► running 1, 2, … jobs
///        ▲                     gesture at a limit: skipped        │
///        └──────────────────────── ended ─────────────────────────┘
///
/// It knows no clock: times are parameters, in seconds.
struct ActionAdmission {
    /// Why nothing starts.
    enum Reason: Equatable {
        case jobs
        case rate
    }

    enum Decision: Equatable {
        case start
        case skip(Reason)
    }

    /// The largest number of starts in a second; more come of a state such as `changed`, or of a noisy panel.
    static let mostStarts = 20

    private let jobs: Int
    private(set) var running = 0
    /// The times of the last starts, oldest first, at most ``mostStarts``.
    private var starts: [Double] = []

    init(jobs: Int) { self.jobs = jobs }

    /// Decides on a gesture.
    mutating func request(at now: Double) -> Decision {
        if running >= jobs { return .skip(.jobs) }
        if starts.count == Self.mostStarts, let first = starts.first, now - first < 1 { return .skip(.rate) }
        if starts.count == Self.mostStarts { starts.removeFirst() }
        starts.append(now)
        running += 1
        return .start
    }

    /// Notes that a command has ended, or could not be started.
    mutating func ended() { running -= 1 }
}

/// The steps of one action that wait for the command of the step before.
///
/// Steps up and down that wait cancel each other: the value ends where the finger is. Where one direction has no
/// command, its steps only cancel.
struct StepQueue {
    /// The largest number of steps that wait; further ones are dropped.
    static let most = 20

    /// Which command is next.
    enum Direction: Equatable {
        case up
        case down
    }

    /// Up, less those down.
    private(set) var waiting = 0
    private(set) var isRunning = false
    private let range: ClosedRange<Int>

    init(hasUp: Bool = true, hasDown: Bool = true) { range = (hasDown ? -Self.most : 0)...(hasUp ? Self.most : 0) }

    /// Adds steps; returns the command to start now, and how many steps were dropped as too many wait.
    mutating func add(_ steps: Int) -> (start: Direction?, dropped: Int) {
        let sum = waiting + steps
        waiting = min(max(sum, range.lowerBound), range.upperBound)
        let dropped = waiting == 0 ? 0 : Int((sum - waiting).magnitude)
        return (next(), dropped)
    }

    /// Notes that a command has ended, or could not be started; returns the next one to start.
    mutating func ended() -> Direction? {
        isRunning = false
        return next()
    }

    private mutating func next() -> Direction? {
        guard !isRunning, waiting != 0 else { return nil }
        isRunning = true
        defer { waiting -= waiting.signum() }
        return waiting > 0 ? .up : .down
    }
}
