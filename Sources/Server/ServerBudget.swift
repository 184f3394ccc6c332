// Time budgets of users: requests are delayed, connections with too expensive recognizers are closed.

import GestureWire

extension Server {
    /// Starts to measure the time spent for each user, and to enforce the limits.
    ///
    /// For users that may do everything nothing is measured.
    ///
    /// - Parameters:
    ///   - clock: Returns the time of CLOCK_MONOTONIC in microseconds, in which debts are paid.
    ///   - stopwatch: Returns the processor time of this thread in microseconds, which is charged, so that other
    ///     processes' time is not. Nil for the clock itself.
    public func limitTime(by clock: @escaping () -> Int64, measuredBy stopwatch: (() -> Int64)? = nil) {
        (self.clock, self.stopwatch) = (clock, stopwatch)
        let freePart = Self.freePart(stopwatch ?? clock)
        budget = .ofRequests(freePart: freePart)
        ownBudget = .ofOwnRecognizers(freePart: freePart)
    }

    /// Returns the part of each request that is not charged: the time in which this machine reads each byte of the
    /// longest request three times, and at least 100 µs.
    private static func freePart(_ clock: () -> Int64) -> Int64 {
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: clock()), count: 65_536)
        var least = Int64.max
        for _ in 0..<4 {
            let start = clock()
            let sum = bytes.reduce(UInt64(start)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            // The sum is used, so that the loop is not optimized away.
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
        pauseRequests(of: peer.owner)
    }

    private func pauseRequests(of owner: UInt32) {
        for peer in peers where peer.owner == owner {
            peer.isInDebt = true
            settle(peer)
        }
    }

    /// Sends what waits, as far as the peer takes it; what may be of own recognizers is charged to the peer's user.
    func sendWhatWaits(for peer: Peer) {
        if peer.ownRecognizers.isEmpty { return flush(peer) }
        charge(peer.connection) { flush(peer) }
    }

    /// Does what a connection's own recognizers make necessary, and charges it to its user.
    ///
    /// When a user's budget is exceeded, the connection that took most of it receives an error and is disconnected, and
    /// the user's requests wait, also those that attach the same again.
    public func charge(_ connection: Int, for work: () -> Void) {
        guard let start = timeOfWork(), let peer = peers.first(where: { $0.connection == connection }),
            !access.privilegedUsers.contains(peer.credentials.user)
        else { return work() }
        let owner = peer.owner
        work()
        guard let end = timeOfWork(), let now = clock?() else { return }
        ownBudget.leak(to: now)
        forgetPaidTime(of: owner)
        ownBudget.charge(end - start, to: owner, at: now)
        peer.ownTime += end - start
        guard ownBudget.isExceeded(by: owner) else { return }
        budget.exhaust(owner, at: now)
        let others = peers.filter { $0.owner == owner && $0.patience == nil }
        // The time of a connection that was closed meanwhile is charged, too.
        guard !peer.isClosed, let costliest = others.max(by: { $0.ownTime < $1.ownTime }) else {
            return pauseRequests(of: owner)
        }
        ownBudget.refund(costliest.ownTime, to: owner)
        let error = RequestError(
            code: .limitReached, message: "the recognizers that are attached take too much of the daemon's time",
            hint: "attach fewer of them, or subscribe to them once")
        dismiss(costliest, because: error, "has attached recognizers that take too long, disconnecting it")
        pauseRequests(of: owner)
    }

    /// Returns the time by which the duration of work is measured.
    ///
    /// To choose between the two clocks before calling one allocates.
    func timeOfWork() -> Int64? { stopwatch?() ?? clock?() }

    /// Has a user's connections owe no more together than the user does: time has paid for a part of each's.
    private func forgetPaidTime(of owner: UInt32) {
        var total: Int64 = 0
        for peer in peers where peer.owner == owner { total += peer.ownTime }
        let left = ownBudget.timeOwed(by: owner)
        guard total > left else { return }
        for peer in peers where peer.owner == owner { peer.ownTime = peer.ownTime * left / total }
    }

    /// Delays a new peer, or one with a new owner, if that user's other peers wait; otherwise resumes it.
    func letWaitIfInDebt(_ peer: Peer) {
        guard let now = clock?(), !access.privilegedUsers.contains(peer.credentials.user) else { return }
        peer.isInDebt = budget.isExceeded(by: peer.owner, at: now)
    }

    /// The time when ``forgiveDebts(at:)`` is due: also at once, if a debt was paid when another user's request was
    /// charged.
    var nextForgiveness: Int64? {
        let isPaid = peers.contains { $0.isInDebt && !budget.isExceeded(by: $0.owner) }
        return isPaid ? max(latestTime, 1) : budget.nextDeadline
    }

    /// Resumes the requests of users that need not wait any more.
    func forgiveDebts(at time: Int64) {
        budget.leak(to: time)
        for peer in peers where peer.isInDebt && !budget.isExceeded(by: peer.owner) {
            peer.isInDebt = false
            settle(peer)
        }
    }
}
