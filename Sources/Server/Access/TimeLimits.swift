// Time limits of users: requests are delayed, connections with too expensive recognizers are closed.

import GestureWire

/// Charges work to users, and enforces their budgets.
///
/// For users that may do everything nothing is measured.
final class TimeLimits {
    private let connections: Connections
    private let delivery: Delivery
    private let rules: UserRules
    private let time: ServerTime
    private let log: ServerLog
    /// The processor time of this thread, in microseconds; nil for the clock itself.
    @exclusivity(unchecked) private var stopwatch: (() -> Int64)?
    @exclusivity(unchecked) var budget = TimeBudget.ofRequests(freePart: 100)
    @exclusivity(unchecked) private var updateBudget = TimeBudget.ofUpdates(freePart: 100)
    @exclusivity(unchecked) private var ownBudget = TimeBudget.ofOwnRecognizers(freePart: 100)
    /// The time of the present request that is not for its peer.
    @exclusivity(unchecked) private var uncharged: Int64 = 0

    init(_ connections: Connections, _ delivery: Delivery, _ rules: UserRules, _ time: ServerTime, _ log: ServerLog) {
        (self.connections, self.delivery, self.rules) = (connections, delivery, rules)
        (self.time, self.log) = (time, log)
    }

    func start(by clock: @escaping () -> Int64, measuredBy stopwatch: (() -> Int64)?) {
        (time.clock, self.stopwatch) = (clock, stopwatch)
        let freePart = Self.freePart(stopwatch ?? clock)
        budget = .ofRequests(freePart: freePart)
        updateBudget = .ofUpdates(freePart: freePart)
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

    /// Returns the time by which the duration of work is measured.
    ///
    /// To choose between the two clocks before calling one allocates.
    func timeOfWork() -> Int64? { stopwatch?() ?? time.clock?() }

    /// Does work that is due without the present request, too, and is not charged to its user.
    func withoutCharge(_ work: () -> Void) {
        let start = timeOfWork()
        work()
        if let start, let end = timeOfWork() { uncharged += end - start }
    }

    /// Charges a request to the user of its peer, whose further requests may have to wait.
    ///
    /// - Parameter isUpdate: Whether it has moved regions.
    func charge(_ peer: Peer, since start: Int64, isUpdate: Bool) {
        defer { uncharged = 0 }
        guard let now = time.clock?(), !rules.isPrivileged(peer.credentials.user) else { return }
        let duration = (stopwatch?() ?? now) - start - uncharged
        // A long one delays others as any long request does.
        if isUpdate, duration <= 4 * budget.freePart {
            updateBudget.charge(duration, to: peer.owner, at: now)
        } else {
            budget.charge(duration, to: peer.owner, at: now)
        }
        guard !peer.isInDebt, isExceeded(by: peer.owner, at: now) else { return }
        log.write(.warning, of: peer.credentials, "has sent requests that take long; further requests of its user wait")
        pauseRequests(of: peer.owner)
    }

    private func isExceeded(by owner: UInt32, at now: Int64) -> Bool {
        budget.isExceeded(by: owner, at: now) || updateBudget.isExceeded(by: owner, at: now)
    }

    /// The same at the time until which the budgets were advanced.
    private func isExceeded(by owner: UInt32) -> Bool {
        budget.isExceeded(by: owner) || updateBudget.isExceeded(by: owner)
    }

    private func pauseRequests(of owner: UInt32) {
        for peer in connections.peers where peer.owner == owner {
            peer.isInDebt = true
            connections.settle(peer)
        }
    }

    /// Sends what waits, as far as the peer takes it; what may be of own recognizers is charged to the peer's user.
    func sendWaiting(to peer: Peer) {
        if peer.ownRecognizers.isEmpty { return delivery.sendWaiting(to: peer) }
        charge(peer.connection) { delivery.sendWaiting(to: peer) }
    }

    /// Does work for a connection's own recognizers, and charges it; see ``Server/charge(_:for:)``.
    func charge(_ connection: Int, for work: () -> Void) {
        guard let start = timeOfWork(), let peer = connections.peer(of: connection),
            !rules.isPrivileged(peer.credentials.user)
        else { return work() }
        let owner = peer.owner
        work()
        guard let end = timeOfWork(), let now = time.clock?() else { return }
        ownBudget.leak(to: now)
        forgetPaidTime(of: owner)
        ownBudget.charge(end - start, to: owner, at: now)
        peer.ownTime += end - start
        guard ownBudget.isExceeded(by: owner) else { return }
        budget.exhaust(owner, at: now)
        let others = connections.peers.filter { $0.owner == owner && !$0.isDisconnecting }
        // The time of a connection that was closed meanwhile is charged, too.
        guard !peer.isClosed, let costliest = others.max(by: { $0.ownTime < $1.ownTime }) else {
            return pauseRequests(of: owner)
        }
        ownBudget.refund(costliest.ownTime, to: owner)
        let error = RequestError(
            code: .limitReached, message: "the attached recognizers take too much of the daemon's time",
            hint: "attach fewer recognizers, or subscribe to them only once")
        delivery.dismiss(
            costliest, because: error, "has attached recognizers that take too long, disconnecting it")
        pauseRequests(of: owner)
    }

    /// Reduces the debts of a user's connections to what the user owes: time has paid for a part of each.
    private func forgetPaidTime(of owner: UInt32) {
        var total: Int64 = 0
        for peer in connections.peers where peer.owner == owner { total += peer.ownTime }
        let left = ownBudget.timeOwed(by: owner)
        guard total > left else { return }
        for peer in connections.peers where peer.owner == owner { peer.ownTime = peer.ownTime * left / total }
    }

    /// Delays the requests of a new peer, or of one with a new owner, if that user's other peers wait; otherwise resumes
    /// them.
    func update(_ peer: Peer) {
        guard let now = time.clock?(), !rules.isPrivileged(peer.credentials.user) else { return }
        peer.isInDebt = isExceeded(by: peer.owner, at: now)
    }

    /// The time when ``advance(to:)`` is due: also at once, if a debt was paid when another user's request was charged.
    var nextDeadline: Int64? {
        let isPaid = connections.peers.contains { $0.isInDebt && !isExceeded(by: $0.owner) }
        if isPaid { return time.past }
        guard let updates = updateBudget.nextDeadline else { return budget.nextDeadline }
        return budget.nextDeadline.map { min($0, updates) } ?? updates
    }

    /// Resumes the requests of users that need not wait any more.
    func advance(to time: Int64) {
        budget.leak(to: time)
        updateBudget.leak(to: time)
        for peer in connections.peers where peer.isInDebt && !isExceeded(by: peer.owner) {
            peer.isInDebt = false
            connections.settle(peer)
        }
    }
}
