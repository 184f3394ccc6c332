// Requests that change the daemon or read its status.

import GestureWire

extension Server {
    /// Rotates a surface and writes the answer into `line`.
    func rotate(
        _ surface: String, to rotation: QuarterTurn, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        let control = try presentControl()
        let description = try control.rotate(surface, to: rotation)
        let turn = "\(rotation.rawValue) degrees"
        log(.notice, of: peer.credentials, "had the surface \(description.name) turned to \(turn)")
        // The notifications to subscriptions were written there, too.
        line.removeAll()
        line.appendResult(description, to: identifier)
    }

    /// Reloads the configuration, and answers when that is done; until then the peer's requests wait.
    func reload(_ identifier: RequestIdentifier?, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        log(.notice, of: peer.credentials, "has the configuration read anew")
        peer.isAwaitingReload = true
        control.reload { [weak self, weak peer] outcome in
            guard let self, let peer, !peer.isClosed else { return }
            peer.isAwaitingReload = false
            switch outcome {
            case .success(let report):
                line.removeAll()
                line.appendResult(report, to: identifier ?? .null)
            case .failure(let error):
                refuse(error, identifier, of: peer)
            }
            if identifier != nil { transmitLine(to: peer) }
            settle(peer)
        }
    }

    /// Attaches a peer's regions and recognizers, after the cancellations that this causes, and writes the answer into
    /// `line`.
    func attach(_ request: AttachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        let names = try control.attach(request, for: peer.connection)
        exchangeNames(of: peer, for: control.ownRecognizers(of: peer.connection))
        line.removeAll()
        line.appendResult(names, to: identifier)
    }

    /// Detaches a peer's regions and recognizers, after the cancellations that this causes, and writes the answer into
    /// `line`.
    func detach(_ request: DetachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        try control.detach(request, for: peer.connection)
        exchangeNames(of: peer, for: control.ownRecognizers(of: peer.connection))
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Enables or disables a recognizer of a peer, and writes the answer into `line`.
    func setEnabled(
        _ recognizer: String, _ isEnabled: Bool, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try access.check([peer.ownRecognizers.contains(recognizer) ? .attach : .control], of: peer)
        try presentControl().setEnabled(
            recognizer, isEnabled, for: peer.connection, mayControl: peer.capabilities.contains(.control))
        if !peer.ownRecognizers.contains(recognizer) {
            log(.notice, of: peer.credentials, "had the recognizer \(recognizer) switched \(isEnabled ? "on" : "off")")
        }
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Makes a configured region private or public, and writes the answer into `line`.
    func setPrivate(
        _ region: String, _ isPrivate: Bool, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try presentControl().setPrivate(region, isPrivate)
        log(.info, of: peer.credentials, "made the region \(region) \(isPrivate ? "private" : "no longer private")")
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Writes the daemon's status into `line`, with the connections only for peers that may change the daemon.
    func status(_ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        var report = try presentControl().status
        let mayKnowTouches = peer.capabilities.contains(.touches)
        report.take(counts(for: peer, in: report))
        // The number of measurements would reveal all touches, also those before the session.
        if knowsOnlyOwnTouches(peer) { report.latency = LatencyReport() }
        report.peers = peers.count
        report.subscriptions = peers.reduce(0) { $0 + $1.subscriptions.count }
        report.lagged = lagged
        report.connections =
            peer.capabilities.contains(.control) ? peers.map { $0.report(withTouches: mayKnowTouches) } : nil
        line.appendResult(report, to: identifier)
    }

    /// Returns the touch counters that a peer may know: a new touch can be a typed key.
    private func counts(for peer: Peer, in report: StatusReport) -> TouchCounts {
        guard peer.capabilities.contains(.touches) else { return TouchCounts() }
        let all = counts(in: report)
        return knowsOnlyOwnTouches(peer) ? all - countedBeforeSession : all
    }

    private func counts(in report: StatusReport) -> TouchCounts {
        TouchCounts(
            frames: report.frames, touches: report.touches, gestures: report.gestures, notifications: notifications,
            merged: peers.reduce(mergedForThoseGone) { $0 + $1.outbox.merged })
    }

    /// The touch counters so far.
    var touchCounts: TouchCounts { control.map { counts(in: $0.status) } ?? TouchCounts() }

    private func presentControl() throws(RequestError) -> any Control {
        guard let control else {
            throw RequestError(
                code: .internalError, message: "nobody is there to change anything",
                hint: "report this as a defect of gestured")
        }
        return control
    }
}

extension Peer {
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
