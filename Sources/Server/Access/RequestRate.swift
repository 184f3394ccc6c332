// The rate at which each user's requests are handled.
//
//     a request ─► its cost is added to what the user owes ── above the burst: the user's requests wait
//                                        │
//                                        └ shrinks by a constant rate

/// Limits how much each user may ask for in a second, and at once.
///
/// Without it, a local user could delay other clients for as long as it likes.
struct RequestRate {
    /// The cost, in bytes, that a user may ask for in each second.
    let bytesPerSecond: Int64
    /// The cost, in bytes, that a user may ask for at once.
    let burst: Int64

    /// When each user owes nothing any more, in microseconds.
    private var settled: [UInt32: Int64] = [:]

    init(bytesPerSecond: Int64, burst: Int64) { (self.bytesPerSecond, self.burst) = (bytesPerSecond, burst) }

    /// Adds the cost of a request, in bytes, to what a user owes.
    mutating func charge(_ cost: Int, to user: UInt32, at now: Int64) {
        settled = settled.filter { $0.value > now }
        settled[user] = max(settled[user] ?? now, now) + Int64(cost) * 1_000_000 / bytesPerSecond
    }

    /// Returns the time from which a user's requests are handled again, in microseconds; nil for a user that owes no
    /// more than the burst.
    func end(ofWaitOf user: UInt32, at now: Int64) -> Int64? {
        guard let settled = settled[user] else { return nil }
        let end = settled - burst * 1_000_000 / bytesPerSecond
        return end > now ? end : nil
    }
}
