// Limits of one action: commands at a time, and starts per second.

import Configuration

/// Decides for each gesture whether its command starts.
///
///                  gesture, below both limits
///     waiting ────────────────────────────────► running 1, 2, … jobs
///        ▲            gesture at a limit: skipped, and counted    │
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
        /// - Parameter isFirst: Whether none was skipped since the last start.
        case skip(Reason, isFirst: Bool)
    }

    /// The largest number of starts in a second; more come of a state such as `changed`, or of a noisy panel.
    static let mostStarts = 20

    private let jobs: Int
    private(set) var running = 0
    private(set) var skipped = 0
    /// The times of the last starts, oldest first, at most ``mostStarts``.
    private var starts: [Double] = []

    init(jobs: Int) { self.jobs = jobs }

    /// Decides on a gesture.
    mutating func request(at now: Double) -> Decision {
        let reason: Reason?
        if running >= jobs {
            reason = .jobs
        } else if starts.count == Self.mostStarts, let first = starts.first, now - first < 1 {
            reason = .rate
        } else {
            reason = nil
        }
        if let reason {
            skipped += 1
            return .skip(reason, isFirst: skipped == 1)
        }
        if starts.count == Self.mostStarts { starts.removeFirst() }
        starts.append(now)
        running += 1
        return .start
    }

    /// Notes that a command has ended, or could not be started.
    mutating func ended() { running -= 1 }

    /// Returns the number of skipped gestures since the last call, to be reported.
    mutating func takeSkipped() -> Int {
        defer { skipped = 0 }
        return skipped
    }
}

/// The steps of one action that wait for the command of the step before.
///
/// Steps up and down that wait cancel each other: the value ends where the finger is.
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

    /// Adds steps; returns the command to start now, and whether steps were dropped.
    mutating func add(_ steps: Int) -> (start: Direction?, dropped: Int) {
        let sum = waiting + steps
        waiting = min(max(sum, -Self.most), Self.most)
        let dropped = Int((sum - waiting).magnitude)
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
