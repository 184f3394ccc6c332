// The connected peers, and what the poller watches for them.

import GestureWire

final class Connections {
    private let time: ServerTime
    private let log: ServerLog
    private let transports: TransportWatch
    private weak var poller: (any DescriptorPoller)?

    // The marked properties are read or written for every line, on one queue: without run-time exclusivity checks, as
    // in `Peer`.
    /// In order of arrival.
    @exclusivity(unchecked) private(set) var peers: [Peer] = []
    /// The same peers in the order of notification; see ``sort()``.
    @exclusivity(unchecked) private(set) var peersInTurn: [Peer] = []
    @exclusivity(unchecked) var demand = Demand()
    var slots: ConnectionSlots
    /// The number of lines that were dropped or coalesced for peers that are disconnected.
    private var mergedOfDisconnected = 0

    init(
        _ transports: TransportWatch, _ poller: any DescriptorPoller, _ closer: (any DescriptorCloser)?,
        _ time: ServerTime, _ log: ServerLog
    ) {
        (self.transports, self.poller, self.time, self.log) = (transports, poller, time, log)
        slots = ConnectionSlots(closer: closer)
    }

    func peer(at descriptor: Int32) -> Peer? { peers.first { $0.descriptor == descriptor } }

    func peer(of connection: Int) -> Peer? { peers.first { $0.connection == connection } }

    func add(_ peer: Peer) {
        peers.append(peer)
        peersInTurn.append(peer)
    }

    /// Disconnects a peer that has received all its lines, or updates what the poller watches.
    func settle(_ peer: Peer) {
        if peer.isClosed { return }
        if peer.isLeaving, peer.outbox.isEmpty {
            return disconnect(peer, .info, peer.isDisconnecting ? "disconnected after its last lines" : "left")
        }
        let interest = peer.wantedInterest
        if interest == peer.interest { return }
        do {
            try poller?.watch(peer.descriptor, readable: interest.readable, writable: interest.writable)
            peer.interest = interest
        } catch {
            disconnect(peer, .error, "cannot be watched (\(error)), disconnected")
        }
    }

    func disconnect(_ peer: Peer, _ level: LogLevel, _ reason: String) {
        if peer.isClosed { return }
        peer.isClosed = true
        peers.removeAll { $0 === peer }
        peersInTurn.removeAll { $0 === peer }
        mergedOfDisconnected += peer.outbox.merged
        demand.recordEnd(of: peer.connection)
        demand.forget(peer)
        if !peer.subscriptions.isEmpty || !peer.ownRecognizers.isEmpty { demand.markChanged(peer) }
        if peer.interest != nil { poller?.unwatch(peer.descriptor) }
        slots.release(peer.stream, of: peer.owner)
        log.write(level, of: peer.credentials, reason)
        transports.resume()
    }

    func didClose(_ number: Int) {
        slots.free(number)
        transports.resume()
    }

    /// Delays a peer's lines until the kernel has memory again.
    func pauseSending(to peer: Peer) {
        peer.isSendingPaused = true
        time.tryAgainLater()
    }

    /// Sorts the peers for notification: peers whose users have few subscriptions first.
    ///
    /// A user with many subscriptions delays itself more than others.
    func sort() {
        var counts: [UInt32: Int] = [:]
        for peer in peers { counts[peer.owner, default: 0] += peer.subscriptions.count }
        peersInTurn = peers.sorted {
            (counts[$0.owner, default: 0], $0.connection) < (counts[$1.owner, default: 0], $1.connection)
        }
    }

    // MARK: - Sums

    /// The number of connected clients, and of disconnected ones whose descriptors are not closed yet.
    var takenSlots: Int { peers.count + slots.taken }

    /// Returns the number of an owner's clients among them.
    func takenSlots(by owner: UInt32) -> Int { peers.count { $0.owner == owner } + slots.taken(by: owner) }

    func subscriptionCount(of owner: UInt32) -> Int {
        peers.reduce(0) { $0 + ($1.owner == owner ? $1.subscriptions.count : 0) }
    }

    func globBytes(of owner: UInt32) -> Int {
        peers.reduce(0) { $0 + ($1.owner == owner ? $1.subscriptions.reduce(0) { $0 + $1.filter.globBytes } : 0) }
    }

    /// The number of lines that were dropped or coalesced.
    var merged: Int { peers.reduce(mergedOfDisconnected) { $0 + $1.outbox.merged } }
}
