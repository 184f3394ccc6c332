// Requests of users that ask for too much wait.

import GestureWire

/// Charges requests to users, and lets those of a user wait that asks for more than its rate.
///
/// Privileged users never wait.
final class RequestRates {
    private let connections: Connections
    private let rules: UserRules
    private let log: ServerLog
    private var clock: (() -> Int64)?
    /// For all requests but those below: 16 small ones a second, 256 at once.
    private var requests = RequestRate(bytesPerSecond: 65_536, burst: 1_048_576)
    /// The number of charged requests, by which those of a user are handled in turn.
    private var turn = 0
    /// For requests that programs send with every picture or gesture.
    private var updates = RequestRate(bytesPerSecond: 1_048_576, burst: 1_048_576)

    init(_ connections: Connections, _ rules: UserRules, _ log: ServerLog) {
        (self.connections, self.rules, self.log) = (connections, rules, log)
    }

    func start(by clock: @escaping () -> Int64) { self.clock = clock }

    /// Charges a request to the user of its peer, whose further requests may have to wait.
    ///
    /// - Parameters:
    ///   - bytes: The length of its line.
    ///   - isUpdate: Whether it has updated regions, answered a question, or decided for a recognizer.
    func charge(_ peer: Peer, bytes: Int, isUpdate: Bool) {
        guard let now = clock?(), !rules.isPrivileged(peer.credentials.user) else { return }
        // The least that a small request costs, as a length that takes as much work.
        if isUpdate {
            updates.charge(512 + bytes, to: peer.owner, at: now)
        } else {
            requests.charge(4096 + bytes, to: peer.owner, at: now)
        }
        turn &+= 1
        peer.lastTurn = turn
        guard !peer.isWaiting, end(ofWaitOf: peer.owner, at: now) != nil else { return }
        log.write(.warning, of: peer.credentials, "has sent too many requests; further requests of its user wait")
        for other in connections.peers where other.owner == peer.owner {
            other.isWaiting = true
            connections.settle(other)
        }
    }

    private func end(ofWaitOf owner: UInt32, at now: Int64) -> Int64? {
        let ends = [requests, updates].compactMap { $0.end(ofWaitOf: owner, at: now) }
        return ends.max()
    }

    /// Lets the requests of a new peer wait, or of one with a new owner, if that user's other peers wait; otherwise
    /// resumes them.
    func update(_ peer: Peer) {
        guard let now = clock?(), !rules.isPrivileged(peer.credentials.user) else { return }
        peer.isWaiting = end(ofWaitOf: peer.owner, at: now) != nil
    }

    /// The time when ``advance(to:)`` is due; nil while nobody waits.
    var nextDeadline: Int64? {
        connections.peers.lazy.filter(\.isWaiting).map { self.end(ofWaitOf: $0.owner, at: 0) ?? 1 }.min()
    }

    /// Resumes the requests of users that need not wait any more.
    ///
    /// Of a user's peers the one resumes whose last request is longest ago; the next one with the next call, unless
    /// that request makes them wait again. So none of them keeps the others from asking.
    func advance(to time: Int64) {
        var next: [UInt32: Peer] = [:]
        for peer in connections.peers where peer.isWaiting && end(ofWaitOf: peer.owner, at: time) == nil {
            if let other = next[peer.owner], other.lastTurn <= peer.lastTurn { continue }
            next[peer.owner] = peer
        }
        for peer in next.values {
            peer.isWaiting = false
            connections.settle(peer)
        }
    }
}
