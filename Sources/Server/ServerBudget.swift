// Requests of users that have used up their time, which wait.

import GestureWire

extension Server {
    /// Measures requests from here on, and lets those of users wait that take too long.
    ///
    /// Users that may do everything never wait.
    ///
    /// - Parameters:
    ///   - clock: Returns the time of CLOCK_MONOTONIC in microseconds, in which debts are paid.
    ///   - stopwatch: Returns the processor time of this thread in microseconds, which is charged: whoever has the
    ///     processor meanwhile costs no user anything. Nil for the clock itself.
    public func limitTime(by clock: @escaping () -> Int64, measuredBy stopwatch: (() -> Int64)? = nil) {
        (self.clock, self.stopwatch) = (clock, stopwatch)
        budget = RequestBudget(freePart: Self.freePart(stopwatch ?? clock))
    }

    /// How much of each request costs nothing: what this machine takes to look at each byte of the longest request three
    /// times, and at least 100 µs.
    private static func freePart(_ clock: () -> Int64) -> Int64 {
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: clock()), count: 65_536)
        var least = Int64.max
        for _ in 0..<4 {
            let start = clock()
            let sum = bytes.reduce(UInt64(start)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            // The sum is used, so that the loop is not left out.
            least = min(least, 3 * (clock() - start) + (sum == 0 ? 1 : 0))
        }
        return max(least, 100)
    }

    /// Charges a request to the user of its peer, whose further requests may have to wait.
    func charge(_ peer: Peer, since start: Int64) {
        guard let now = clock?(), !access.privilegedUsers.contains(peer.credentials.user) else { return }
        budget.charge((stopwatch?() ?? now) - start, to: peer.owner, at: now)
        guard !peer.isInDebt, budget.isExceeded(by: peer.owner, at: now) else { return }
        log(.warning, of: peer.credentials, "has sent requests that take long; further ones of its user wait")
        for other in peers where other.owner == peer.owner {
            other.isInDebt = true
            settle(other)
        }
    }

    /// Lets a peer wait that has just come, or has another owner now, if others of its user do; else lets it go on.
    func letWaitIfInDebt(_ peer: Peer) {
        guard let now = clock?(), !access.privilegedUsers.contains(peer.credentials.user) else { return }
        peer.isInDebt = budget.isExceeded(by: peer.owner, at: now)
    }

    /// When ``forgiveDebts(at:)`` is due: also at once, if a debt was paid when another user's request was charged.
    var nextForgiveness: Int64? {
        let isPaid = peers.contains { $0.isInDebt && !budget.isExceeded(by: $0.owner) }
        return isPaid ? max(latestTime, 1) : budget.nextDeadline
    }

    /// Goes on with the requests of users that need not wait any more.
    func forgiveDebts(at time: Int64) {
        budget.leak(to: time)
        for peer in peers where peer.isInDebt && !budget.isExceeded(by: peer.owner) {
            peer.isInDebt = false
            settle(peer)
        }
    }
}
