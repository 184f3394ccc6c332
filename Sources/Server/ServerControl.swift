// Requests that change the daemon or read its status.

import GestureWire

extension Server {
    /// Turns a surface and writes the answer into `line`.
    func rotate(
        _ surface: String, to rotation: QuarterTurn, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        let control = try presentControl()
        let description = try control.rotate(surface, to: rotation)
        let turn = "\(rotation.rawValue) degrees"
        log(.notice, of: peer.credentials, "had the surface \(description.name) turned to \(turn)")
        // What subscriptions have been told of it was written there, too.
        line.removeAll()
        line.appendResult(description, to: identifier)
    }

    /// Has the configuration read anew, and answers when that is done; until then the peer is not heard.
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

    /// Gives a peer what it brings, after it has heard what that breaks off, and writes the answer into `line`.
    func attach(_ request: AttachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        let names = try control.attach(request, for: peer.connection)
        exchangeNames(of: peer, for: control.ownRecognizers(of: peer.connection))
        line.removeAll()
        line.appendResult(names, to: identifier)
    }

    /// Takes away what a peer has brought, after it has heard what that breaks off, and writes the answer into `line`.
    func detach(_ request: DetachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        try control.detach(request, for: peer.connection)
        exchangeNames(of: peer, for: control.ownRecognizers(of: peer.connection))
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Switches a recognizer as a peer sees it, and writes the answer into `line`.
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

    /// Makes a configured region private, or no longer, and writes the answer into `line`.
    func setPrivate(
        _ region: String, _ isPrivate: Bool, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try presentControl().setPrivate(region, isPrivate)
        log(.info, of: peer.credentials, "made the region \(region) \(isPrivate ? "private" : "no longer private")")
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Writes into `line` how the daemon does; who is connected only for those who may change it.
    func status(_ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        var report = try presentControl().status
        let mayKnowTouches = peer.capabilities.contains(.touches)
        report.take(counts(for: peer, in: report))
        // How many were measured tells of all of them, also of those before a session.
        if knowsOnlyOwnTouches(peer) { report.latency = LatencyReport() }
        report.peers = peers.count
        report.subscriptions = peers.reduce(0) { $0 + $1.subscriptions.count }
        report.lagged = lagged
        report.connections =
            peer.capabilities.contains(.control) ? peers.map { $0.report(withTouches: mayKnowTouches) } : nil
        line.appendResult(report, to: identifier)
    }

    /// What a peer may know of what fingers have caused: when one lands is when a key is typed.
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

    /// What fingers have caused so far.
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
    /// What those may know of it who may change the daemon.
    ///
    /// - Parameter isWhole: Whether they may know of touches, which lines tell of.
    fileprivate func report(withTouches isWhole: Bool) -> ConnectionReport {
        ConnectionReport(
            process: credentials.process, user: credentials.user, group: credentials.group,
            subscriptions: subscriptions.count, attached: ownRecognizers.count, waiting: isWhole ? outbox.count : 0,
            merged: isWhole ? outbox.merged : 0)
    }
}
