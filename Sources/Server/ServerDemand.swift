// The demand of all peers for recognizers and touches, and the server's work at deadlines.

public import GestureWire

extension Server {
    /// Whether anybody would hear of a recognizer on a surface.
    ///
    /// - Parameters:
    ///   - connection: Whose own recognizer it is; nil for one of the configuration.
    ///   - visibility: Who may be told of its gestures.
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

    /// Whether a connection may know of private touches.
    public func seesPrivateTouches(_ connection: Int) -> Bool {
        peers.contains { $0.connection == connection && $0.sight.privateTouches }
    }

    /// Whether anybody would hear of the touches of a surface.
    ///
    /// - Parameter connection: Who is to see them as its own regions do; nil for the touches as others see them.
    public func wantsTouches(surface: String, own connection: Int?) -> Bool {
        peers.contains { peer in
            connection.map { $0 == peer.connection } ?? true && peer.wantsTouches(of: surface)
        }
    }

    /// A number that is another one when ``wants(recognizer:surface:own:visibility:)`` or ``wantsTouches(surface:own:)`` may
    /// have another answer.
    ///
    /// - Parameter connection: Whose own recognizers it is about; nil for what is configured.
    public func demand(of connection: Int?) -> Int {
        guard let connection else { return demandRevision }
        return peers.first { $0.connection == connection }?.demandRevision ?? -1
    }

    /// A peer wants something else from here on.
    func noteDemand(of peer: Peer) {
        hasDemandChanged = true
        demandRevision &+= 1
        peer.demandRevision = demandRevision
    }

    /// The time when ``advance(to:)`` is due; nil while nothing waits.
    ///
    /// In microseconds of CLOCK_MONOTONIC: when a `changed` may be told that `maxRate` keeps waiting, when is tried again what
    /// the kernel had no room for, when a peer goes that does not read its last lines, when requests that wait may be
    /// carried out, or a time that has passed, because ``control`` is to learn of what has happened while something was
    /// published.
    public var nextDeadline: Int64? {
        if isClosed { return nil }
        if hasDemandChanged || !endedConnections.isEmpty { return max(latestTime, 1) }
        var earliest = retry
        if hasPeersToGo {
            // Its time begins when the server is told what time it is.
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

    /// Tells what has waited for its time; not to be called from within ``publish(_:to:)``.
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

    /// Tells the daemon who has gone and that others want something else now.
    ///
    /// Not from within ``publish(_:to:)``: whoever publishes is in the middle of something.
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
