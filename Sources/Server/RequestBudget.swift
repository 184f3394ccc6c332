// Time that the requests of each user have taken, in buckets that leak.
//
//     request ─► time beyond the free part ─► the user's bucket ── over the burst: the user's requests wait
//                                                   │
//                                                   └ leaks: 1/500 of the time, shared by all that are not empty

/// Decides whose requests wait because earlier ones took too long.
///
/// All times are in microseconds of one monotonic clock.
struct RequestBudget {
    private struct Bucket {
        let user: UInt32
        /// The time taken, in microseconds times ``share``.
        var level: Int64
    }

    /// All users together may use one part in so many of the time beyond what is free and what they have saved.
    static let share: Int64 = 500
    /// So many users are told apart; beyond them, the one that owes least is forgotten.
    static let mostUsers = 128

    /// How much of each request costs nothing.
    let freePart: Int64
    /// How much a user may take at once.
    var burst: Int64 { 500 * freePart }

    private var buckets: [Bucket] = []
    /// Until when the buckets have leaked.
    private var time: Int64 = 0

    init(freePart: Int64) {
        self.freePart = max(freePart, 1)
    }

    /// How many users owe something.
    var userCount: Int { buckets.count }

    /// Takes note of a request.
    mutating func charge(_ duration: Int64, to user: UInt32, at now: Int64) {
        leak(to: now)
        guard duration > freePart else { return }
        // However long one takes, the wait ends.
        let most = 6 * burst * Self.share
        let cost = min(duration - freePart, burst) * Self.share
        if let index = buckets.firstIndex(where: { $0.user == user }) {
            buckets[index].level = min(buckets[index].level + cost, most)
            return
        }
        if buckets.count >= Self.mostUsers,
            let least = buckets.indices.min(by: { buckets[$0].level < buckets[$1].level })
        {
            buckets.remove(at: least)
        }
        buckets.append(Bucket(user: user, level: cost))
    }

    /// Whether the requests of a user have to wait.
    mutating func isExceeded(by user: UInt32, at now: Int64) -> Bool {
        leak(to: now)
        return isExceeded(by: user)
    }

    /// Whether they have to wait at the time until which the buckets have leaked.
    func isExceeded(by user: UInt32) -> Bool {
        buckets.contains { $0.user == user && $0.level > burst * Self.share }
    }

    /// When the first of the users that have to wait need not wait any more; nil when there is none.
    var nextDeadline: Int64? {
        let excess = buckets.lazy.map { $0.level - burst * Self.share }.filter { $0 > 0 }.min()
        return excess.map { time + $0 * Int64(buckets.count) }
    }

    /// Lets time pass.
    mutating func leak(to now: Int64) {
        guard !buckets.isEmpty else { return time = max(time, now) }
        let each = (now - time) / Int64(buckets.count)
        guard each > 0 else { return }
        time += each * Int64(buckets.count)
        for index in buckets.indices { buckets[index].level -= each }
        buckets.removeAll { $0.level <= 0 }
    }
}
