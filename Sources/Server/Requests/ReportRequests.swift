// Requests for lists and for the status.

import GestureWire

/// Answers `list` and `status`, and leaves out what a peer must not know.
final class ReportRequests {
    private let parts: ServerParts
    /// The status at the start of the active session; before the first, one whose counters are zero.
    private var statusBeforeSession = StatusReport(uptime: 0, configuration: "")

    init(_ parts: ServerParts) { self.parts = parts }

    /// Notes the counters at the start of an active session.
    func startSession() {
        statusBeforeSession = (try? presentStatus()) ?? StatusReport(uptime: 0, configuration: "")
    }

    func list(_ kind: ListKind, for peer: Peer) throws(RequestError) -> any WireMember {
        let inventory = try parts.progress.presentInventory()
        switch kind {
        case .surfaces: return inventory.surfaces
        case .devices:
            let mayKnowTouches = peer.capabilities.contains(.touches)
            let devices = inventory.devices
            return mayKnowTouches ? devices : devices.map(\.withoutTouches)
        case .recognizers: return inventory.recognizers(seenBy: peer.connection)
        case .decisions:
            let start = peer.knowsTouchesOfAllSessions ? .start : parts.progress.startOfSession
            return inventory.decisions(after: start, seenBy: peer.connection)
        case .regions:
            var regions = inventory.regions(seenBy: peer.connection)
            // Only clients that switch an on-screen keyboard may know when it is shown.
            if !peer.capabilities.contains(.control) {
                for index in regions.indices { regions[index].isPrivate = nil }
            }
            return regions
        }
    }

    /// Returns the daemon's status, with the connections only for peers that may change the daemon.
    func status(for peer: Peer) throws(RequestError) -> StatusReport {
        var report = try presentStatus()
        let mayKnowTouches = peer.capabilities.contains(.touches)
        // A new touch can be a typed key.
        if !mayKnowTouches {
            report.countTouches(since: nil)
        } else if !peer.knowsTouchesOfAllSessions {
            report.countTouches(since: statusBeforeSession)
        }
        // The number of measurements would reveal all touches, also those before the session.
        if !peer.knowsTouchesOfAllSessions { report.latency = .none }
        report.peers = parts.connections.peers.count
        report.subscriptions = parts.connections.peers.reduce(0) { $0 + $1.subscriptions.count }
        report.connections =
            peer.capabilities.contains(.control)
            ? parts.connections.peers.map { $0.report(withTouches: mayKnowTouches) } : nil
        return report
    }

    private func presentStatus() throws(RequestError) -> StatusReport {
        var report = try parts.notifier.presentControl().status
        (report.notifications, report.merged) = (parts.delivery.notifications, parts.connections.merged)
        report.lagged = parts.delivery.lagged
        return report
    }
}

extension Peer {
    /// Whether it may know touches independently of the active session, and so those of earlier sessions.
    fileprivate var knowsTouchesOfAllSessions: Bool { granted.contains(.touches) }

    /// Returns the report about a peer for peers that may change the daemon.
    ///
    /// - Parameter isWhole: Whether they may know of touches, which the number of lines reveals.
    fileprivate func report(withTouches isWhole: Bool) -> ConnectionReport {
        ConnectionReport(
            process: credentials.process, user: credentials.user, group: credentials.group,
            subscriptions: subscriptions.count, attached: ownRecognizers.count, waiting: isWhole ? outbox.count : 0,
            merged: isWhole ? outbox.merged : 0)
    }
}
