// Requests of users that have used up their time, which wait.

import GestureWire

extension Server {
    /// Measures requests from here on, and lets those of users wait that take too long.
    ///
    /// Users that may do everything never wait.
    ///
    /// - Parameter clock: Returns the time of CLOCK_MONOTONIC in microseconds.
    public func limitTime(by clock: @escaping () -> Int64) {
        self.clock = clock
        budget = RequestBudget(freePart: Self.freePart(clock))
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
        budget.charge(now - start, to: peer.owner, at: now)
        guard !peer.isInDebt, budget.isExceeded(by: peer.owner, at: now) else { return }
        log(.warning, of: peer.credentials, "has sent requests that take long; further ones of its user wait")
        for other in peers where other.owner == peer.owner {
            other.isInDebt = true
            settle(other)
        }
    }

    /// Lets a peer wait that has just come, if others of its user do.
    func letWaitIfInDebt(_ peer: Peer) {
        guard let now = clock?(), !access.privilegedUsers.contains(peer.credentials.user) else { return }
        peer.isInDebt = budget.isExceeded(by: peer.owner, at: now)
    }

    /// Goes on with the requests of users that need not wait any more.
    func forgiveDebts(at time: Int64) {
        guard let due = budget.nextDeadline, due <= time else { return }
        budget.leak(to: time)
        for peer in peers where peer.isInDebt && !budget.isExceeded(by: peer.owner, at: time) {
            peer.isInDebt = false
            settle(peer)
        }
    }
}
