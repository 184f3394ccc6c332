// The age of events when they are read, and a count of those read too late.

import Touch

/// Counts late reads, and decides which of them to report.
struct Lateness {
    /// libinput warns at the same age: a frame of most panels, and another.
    static let limit: Int64 = 20_000
    /// The pause between two reports, in microseconds.
    static let silence: Int64 = 60_000_000

    private(set) var count = 0
    private var silentUntil = Timestamp(microseconds: .min)

    /// Records a read.
    ///
    /// - Parameter time: When the first that was read happened.
    /// - Returns: The microseconds by which it is late, if that is to be reported now.
    mutating func record(_ time: Timestamp, readAt now: Timestamp) -> Int64? {
        let age = now.microseconds &- time.microseconds
        guard age > Self.limit else { return nil }
        count += 1
        guard now >= silentUntil else { return nil }
        silentUntil = Timestamp(microseconds: now.microseconds &+ Self.silence)
        return age
    }
}
