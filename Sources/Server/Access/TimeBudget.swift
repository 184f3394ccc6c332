// Leaky buckets for the processing time that each user spends.
//
//     work for a user ─► time beyond the free part ─► the user's bucket ── above the burst: the budget is exceeded
//                                                       │
//                                                       └ leaks: a part of the time, shared by all non-empty buckets

/// Decides which users have taken too much of the daemon's time.
///
/// All times are in microseconds of one monotonic clock.
struct TimeBudget {
    private struct Bucket {
        let user: UInt32
        /// The time taken, in microseconds times ``share``.
        var level: Int64
    }

    /// The largest number of users with a bucket; beyond it, the user that owes least is forgotten.
    static let mostUsers = 128

    /// All users together may use one part in so many of the time beyond what is free and what they have saved.
    let share: Int64
    /// The part of each piece of work that is not charged.
    let freePart: Int64
    /// The time that a user may take at once.
    let burst: Int64
    /// The largest charge for one piece of work: if it seems to take longer, a virtual machine may have been paused.
    private let longest: Int64

    private var buckets: [Bucket] = []
    /// Until when the buckets have leaked.
    private var time: Int64 = 0

    /// For requests, which are few.
    ///
    /// - Parameter freePart: How much of each costs nothing.
    static func ofRequests(freePart: Int64) -> TimeBudget {
        let burst = 500 * max(freePart, 1)
        return TimeBudget(share: 500, freePart: max(freePart, 1), burst: burst, longest: burst / 2)
    }

    /// For the recognizers that clients have attached, which work with every frame.
    ///
    /// - Parameter freePart: How much of each request costs nothing, by which the speed of the machine is known.
    static func ofOwnRecognizers(freePart: Int64) -> TimeBudget {
        // A pause of a virtual machine looks like work: two of them exceed nothing.
        let burst = 200 * max(freePart, 1)
        return TimeBudget(share: 4, freePart: 0, burst: burst, longest: burst / 2)
    }

    /// For short updates of regions, which views that move send with every picture.
    ///
    /// - Parameter freePart: How much of each costs nothing.
    static func ofUpdates(freePart: Int64) -> TimeBudget {
        let burst = 100 * max(freePart, 1)
        return TimeBudget(share: 33, freePart: max(freePart, 1), burst: burst, longest: burst)
    }

    var userCount: Int { buckets.count }

    private init(share: Int64, freePart: Int64, burst: Int64, longest: Int64) {
        (self.share, self.freePart, self.burst, self.longest) = (share, freePart, burst, longest)
    }

    func timeOwed(by user: UInt32) -> Int64 { (buckets.first { $0.user == user }?.level ?? 0) / share }

    mutating func charge(_ duration: Int64, to user: UInt32, at now: Int64) {
        leak(to: now)
        guard duration > freePart else { return }
        // However much it is, the wait ends.
        let most = 6 * burst * share
        let cost = min(duration - freePart, longest) * share
        raise(user) { min($0 + cost, most) }
    }

    mutating func refund(_ duration: Int64, to user: UInt32) {
        for index in buckets.indices where buckets[index].user == user { buckets[index].level -= duration * share }
        buckets.removeAll { $0.level <= 0 }
    }

    /// Takes all that a user may take at once, and as much again.
    mutating func exhaust(_ user: UInt32, at now: Int64) {
        leak(to: now)
        let level = 2 * burst * share
        raise(user) { max($0, level) }
    }

    private mutating func raise(_ user: UInt32, to newLevel: (Int64) -> Int64) {
        if let index = buckets.firstIndex(where: { $0.user == user }) {
            buckets[index].level = newLevel(buckets[index].level)
            return
        }
        if buckets.count >= Self.mostUsers,
            let least = buckets.indices.min(by: { buckets[$0].level < buckets[$1].level })
        {
            buckets.remove(at: least)
        }
        buckets.append(Bucket(user: user, level: newLevel(0)))
    }

    mutating func isExceeded(by user: UInt32, at now: Int64) -> Bool {
        leak(to: now)
        return isExceeded(by: user)
    }

    /// Whether it has at the time until which the buckets have leaked.
    func isExceeded(by user: UInt32) -> Bool {
        buckets.contains { $0.user == user && $0.level > burst * share }
    }

    /// The time when the first of the users that have used up their time has some again; nil when there is none.
    var nextDeadline: Int64? {
        let excess = buckets.lazy.map { $0.level - burst * share }.filter { $0 > 0 }.min()
        return excess.map { time + $0 * Int64(buckets.count) }
    }

    /// Advances time: users with larger debts get the part that others do not need.
    mutating func leak(to now: Int64) {
        guard !buckets.isEmpty else { return time = max(time, now) }
        guard now - time >= Int64(buckets.count) else { return }
        var left = now - time
        time = now
        buckets.sort { $0.level < $1.level }
        for index in buckets.indices {
            let part = min(left / Int64(buckets.count - index), buckets[index].level)
            buckets[index].level -= part
            left -= part
        }
        buckets.removeAll { $0.level <= 0 }
    }
}
