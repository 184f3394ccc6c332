// Requests for lists and for the status.

import GestureWire

/// Answers `list` and `status`, and leaves out what a peer must not know.
final class ReportRequests {
    private let connections: Connections
    private let progress: Progress
    private let delivery: Delivery
    private let notifier: ControlNotifier
    /// The counters at the start of the active session.
    private var countedBeforeSession = TouchCounts()

    init(_ connections: Connections, _ progress: Progress, _ delivery: Delivery, _ notifier: ControlNotifier) {
        (self.connections, self.progress, self.delivery, self.notifier) = (connections, progress, delivery, notifier)
    }

    /// Notes the counters at the start of an active session.
    func startSession() {
        countedBeforeSession = notifier.control.map { counts(in: $0.status) } ?? TouchCounts()
    }

    /// Writes a list into `line`.
    func list(_ kind: ListKind, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let inventory = try progress.presentInventory()
        switch kind {
        case .surfaces: delivery.line.appendResult(inventory.surfaces, to: identifier)
        case .devices:
            let mayKnowTouches = peer.capabilities.contains(.touches)
            let devices = inventory.devices
            delivery.line.appendResult(mayKnowTouches ? devices : devices.map(\.withoutTouches), to: identifier)
        case .recognizers:
            delivery.line.appendResult(inventory.recognizers(seenBy: peer.connection), to: identifier)
        case .decisions:
            let start = peer.knowsTouchesOfAllSessions ? .start : progress.startOfSession
            delivery.line.appendResult(inventory.decisions(after: start), to: identifier)
        case .regions:
            var regions = inventory.regions(seenBy: peer.connection)
            // Only clients that switch an on-screen keyboard may know when it is shown.
            if !peer.capabilities.contains(.control) {
                for index in regions.indices { regions[index].isPrivate = nil }
            }
            delivery.line.appendResult(regions, to: identifier)
        }
    }

    /// Writes the daemon's status into `line`, with the connections only for peers that may change the daemon.
    func status(_ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        var report = try notifier.presentControl().status
        let mayKnowTouches = peer.capabilities.contains(.touches)
        report.take(counts(for: peer, in: report))
        // The number of measurements would reveal all touches, also those before the session.
        if !peer.knowsTouchesOfAllSessions { report.latency = .none }
        report.peers = connections.peers.count
        report.subscriptions = connections.peers.reduce(0) { $0 + $1.subscriptions.count }
        report.lagged = delivery.lagged
        report.connections =
            peer.capabilities.contains(.control)
            ? connections.peers.map { $0.report(withTouches: mayKnowTouches) } : nil
        delivery.line.appendResult(report, to: identifier)
    }

    /// Returns the touch counters that a peer may know: a new touch can be a typed key.
    private func counts(for peer: Peer, in report: StatusReport) -> TouchCounts {
        guard peer.capabilities.contains(.touches) else { return TouchCounts() }
        let all = counts(in: report)
        return peer.knowsTouchesOfAllSessions ? all : all - countedBeforeSession
    }

    private func counts(in report: StatusReport) -> TouchCounts {
        TouchCounts(
            frames: report.frames, touches: report.touches, gestures: report.gestures,
            notifications: delivery.notifications, merged: connections.merged)
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
