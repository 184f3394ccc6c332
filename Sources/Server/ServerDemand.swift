// The demand of all peers for recognizers and touches, and the server's work at deadlines.

public import GestureWire

extension Server {
    /// Returns whether any subscription selects a recognizer on a surface.
    ///
    /// - Parameters:
    ///   - connection: The connection whose own recognizer it is; nil for a configured one.
    ///   - visibility: The clients that may receive its gestures.
    public func wants(
        recognizer: String, surface: String, own connection: Int?, visibility: Visibility = .everybody
    ) -> Bool {
        if let connection {
            return peers.contains { peer in
                peer.connection == connection && peer.capabilities.contains(.attach)
                    && peer.sight.isVisible(visibility) && peer.wants(recognizer: recognizer, surface: surface)
            }
        }
        return demandIndex.hasListener(
            of: recognizer, on: surface, visibility, among: peers, at: demandRevision
        ) { peer in
            !peer.ownRecognizers.contains(recognizer) && peer.sight.isVisible(visibility)
                && peer.wants(recognizer: recognizer, surface: surface)
        }
    }

    /// Returns whether a connection may receive private touches.
    public func seesPrivateTouches(_ connection: Int) -> Bool {
        peers.contains { $0.connection == connection && $0.sight.privateTouches }
    }

    /// Returns whether any subscription selects the touches of a surface.
    ///
    /// - Parameter connection: The connection whose own regions receive them; nil for the touches as all others receive
    ///   them.
    public func wantsTouches(surface: String, own connection: Int?) -> Bool {
        peers.contains { peer in
            connection.map { $0 == peer.connection } ?? true && peer.wantsTouches(of: surface)
        }
    }

    /// Returns a number that changes when ``wants(recognizer:surface:own:visibility:)`` or
    /// ``wantsTouches(surface:own:)`` may have changed.
    ///
    /// - Parameter connection: The connection whose own recognizers are meant; nil for the configured ones.
    public func demand(of connection: Int?) -> Int {
        guard let connection else { return demandRevision }
        return peers.first { $0.connection == connection }?.demandRevision ?? -1
    }

    /// Notes that a peer's demand has changed.
    func noteDemand(of peer: Peer) {
        hasDemandChanged = true
        demandRevision &+= 1
        peer.demandRevision = demandRevision
    }

    /// The time when ``advance(to:)`` is due; nil while nothing waits.
    ///
    /// In microseconds of CLOCK_MONOTONIC: the earliest time at which a `changed` that `maxRate` delays may be sent,
    /// lines are sent again for which the kernel had no memory, a peer that does not read its last lines is
    /// disconnected, or waiting requests may be carried out; a past time when ``control`` must be called for events
    /// during publishing.
    public var nextDeadline: Int64? {
        if isClosed { return nil }
        if hasDemandChanged || !endedConnections.isEmpty { return max(latestTime, 1) }
        var earliest = retry
        if hasPeersToGo {
            // Its time limit starts with the next known time.
            for peer in peers where peer.patience != nil {
                let last = peer.lastMoment ?? max(latestTime, 1)
                earliest = min(earliest ?? last, last)
            }
        }
        if let next = nextForgiveness { earliest = min(earliest ?? next, next) }
        if !hasRates { return earliest }
        for peer in peers where peer.patience == nil {
            for index in peer.subscriptions.indices {
                guard let deadline = peer.subscriptions[index].rate.deadline else { continue }
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        return earliest
    }

    /// Sends lines that are due; must not be called from within ``publish(_:to:)``.
    ///
    /// - Parameter time: What CLOCK_MONOTONIC says, in microseconds.
    public func advance(to time: Int64) {
        if isClosed { return }
        latestTime = max(latestTime, time)
        tryAgain(at: time)
        disconnectUnread(by: time)
        forgiveDebts(at: time)
        if hasRates {
            for peer in peers where peer.patience == nil {
                for index in peer.subscriptions.indices { tellDue(by: time, subscription: index, of: peer) }
                settle(peer)
            }
        }
        tellControl()
    }

    private func tellDue(by time: Int64, subscription index: Int, of peer: Peer) {
        while !peer.isClosed, peer.patience == nil, let due = peer.subscriptions[index].rate.takeDue(by: time) {
            removeTails()
            tell(
                due.notification, since: due.base ?? .none, hasPlaces: due.hasPlaces, subscription: index, of: peer)
        }
    }

    /// Reports closed connections and changed demand to the control.
    ///
    /// Not from within ``publish(_:to:)``: the caller is in the middle of an event.
    func tellControl() {
        if isTellingControl { return }
        isTellingControl = true
        defer { isTellingControl = false }
        while !isClosed, hasDemandChanged || !endedConnections.isEmpty {
            if let connection = endedConnections.first {
                endedConnections.removeFirst()
                control?.connectionEnded(connection)
                continue
            }
            hasDemandChanged = false
            orderPeers()
            hasRates = peers.contains { $0.subscriptions.contains { $0.filter.maxRate != nil } }
            forgetUnwantedTouches()
            control?.demandChanged()
        }
    }
}
