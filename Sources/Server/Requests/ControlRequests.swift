// Requests that change the daemon.

import GestureWire

/// Carries out requests by the control, and returns what their answers hold.
struct ControlRequests {
    let parts: ServerParts

    func rotate(
        _ surface: String, to rotation: QuarterTurn, for peer: Peer
    ) throws(RequestError) -> SurfaceDescription {
        let description = try parts.notifier.presentControl().rotate(surface, to: rotation)
        let turn = "\(rotation.rawValue) degrees"
        parts.log.write(.notice, of: peer.credentials, "rotated the surface \(description.name) to \(turn)")
        return description
    }

    /// Attaches a peer's regions and recognizers, after the cancellations that this causes.
    func attach(_ request: AttachRequest, for peer: Peer) throws(RequestError) -> AttachedNames {
        let control = try parts.notifier.presentControl()
        let names = try control.attach(request, for: peer.connection)
        use(control.ownRecognizers(of: peer.connection), of: peer)
        return names
    }

    /// Changes a peer's regions; gestures and touches under way go on.
    func update(_ request: UpdateRequest, for peer: Peer) throws(RequestError) -> UpdateReport {
        try parts.notifier.presentControl().update(request, for: peer.connection)
    }

    /// Detaches a peer's regions and recognizers, after the cancellations that this causes.
    func detach(_ request: DetachRequest, for peer: Peer) throws(RequestError) {
        let control = try parts.notifier.presentControl()
        try control.detach(request, for: peer.connection)
        use(control.ownRecognizers(of: peer.connection), of: peer)
    }

    /// Applies a connection's changed attachments to the meaning of names.
    private func use(_ names: Set<String>, of peer: Peer) {
        parts.touches.cancelAll(of: peer)
        parts.gestures.hide(namesOf: peer, and: names)
        let gone = peer.ownRecognizers.subtracting(names)
        peer.ownRecognizers = names
        for index in peer.subscriptions.indices { peer.subscriptions[index].forgetOutcomes(of: gone) }
        parts.connections.demand.markChanged(peer)
    }

    /// Answers a question of a peer's own recognizer, after what follows from it.
    func answer(_ question: Int, _ yes: Bool, for peer: Peer) throws(RequestError) {
        let control = try parts.notifier.presentControl()
        guard peer.wasAsked(question) else {
            throw RequestError(
                code: .invalidParameters, message: "no such question", path: "params.question",
                hint: "the number in a `question` notification that this connection has received")
        }
        control.answer(question, yes, for: peer.connection)
    }

    /// Applies a decision of a peer about an attempt, after what follows from it.
    func recognize(_ request: RecognizeRequest, for peer: Peer) throws(RequestError) -> RecognizeReport {
        var request = request
        if peer.isDisguised, let disguise = parts.delivery.disguise {
            request.ignore = request.ignore.map { disguise.original(of: $0, .touch) }
        }
        return try parts.notifier.presentControl().recognize(request, for: peer.connection)
    }

    func setEnabled(_ recognizer: String, _ isEnabled: Bool, for peer: Peer) throws(RequestError) {
        try parts.rules.access.check([peer.ownRecognizers.contains(recognizer) ? .attach : .control], of: peer)
        try parts.notifier.presentControl().setEnabled(
            recognizer, isEnabled, for: peer.connection, mayControl: peer.capabilities.contains(.control))
        if !peer.ownRecognizers.contains(recognizer) {
            let verb = isEnabled ? "enabled" : "disabled"
            parts.log.write(.notice, of: peer.credentials, "\(verb) the recognizer \(recognizer)")
        }
    }

    func setPrivate(_ region: String, _ isPrivate: Bool, for peer: Peer) throws(RequestError) {
        try parts.notifier.presentControl().setPrivate(region, isPrivate)
        let state = isPrivate ? "private" : "no longer private"
        parts.log.write(.info, of: peer.credentials, "made the region \(region) \(state)")
    }

    func swallow(_ surface: String?, for peer: Peer) throws(RequestError) {
        try parts.notifier.presentControl().swallow(surface)
        let place = surface.map { "the surface \($0)" } ?? "all surfaces"
        parts.log.write(.info, of: peer.credentials, "kept the touches of \(place) from applications")
    }
}
