// Requests that change the daemon.

import GestureWire

/// Carries out requests by the control, and writes their answers into `line`.
///
/// The control may have notifications written there, too.
struct ControlRequests {
    let connections: Connections
    let delivery: Delivery
    let rules: UserRules
    let gestures: GesturePublication
    let touches: TouchPublication
    let notifier: ControlNotifier
    let log: ServerLog

    /// Rotates a surface.
    func rotate(
        _ surface: String, to rotation: QuarterTurn, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        let description = try notifier.presentControl().rotate(surface, to: rotation)
        let turn = "\(rotation.rawValue) degrees"
        log.write(.notice, of: peer.credentials, "rotated the surface \(description.name) to \(turn)")
        delivery.line.removeAll()
        delivery.line.appendResult(description, to: identifier)
    }

    /// Attaches a peer's regions and recognizers, after the cancellations that this causes.
    func attach(_ request: AttachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try notifier.presentControl()
        let names = try control.attach(request, for: peer.connection)
        use(control.ownRecognizers(of: peer.connection), of: peer)
        delivery.line.removeAll()
        delivery.line.appendResult(names, to: identifier)
    }

    /// Detaches a peer's regions and recognizers, after the cancellations that this causes.
    func detach(_ request: DetachRequest, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let control = try notifier.presentControl()
        try control.detach(request, for: peer.connection)
        use(control.ownRecognizers(of: peer.connection), of: peer)
        answer(identifier)
    }

    /// Applies a connection's changed attachments to the meaning of names.
    private func use(_ names: Set<UTF8Key>, of peer: Peer) {
        touches.cancelAll(of: peer)
        gestures.hide(namesOf: peer, and: names)
        let gone = peer.ownRecognizers.subtracting(names)
        peer.ownRecognizers = names
        for index in peer.subscriptions.indices { peer.subscriptions[index].forgetOutcomes(of: gone) }
        connections.demand.note(peer)
    }

    /// Enables or disables a recognizer of a peer.
    func setEnabled(
        _ recognizer: String, _ isEnabled: Bool, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try rules.access.check([peer.ownRecognizers.contains(recognizer) ? .attach : .control], of: peer)
        try notifier.presentControl().setEnabled(
            recognizer, isEnabled, for: peer.connection, mayControl: peer.capabilities.contains(.control))
        if !peer.ownRecognizers.contains(recognizer) {
            let verb = isEnabled ? "enabled" : "disabled"
            log.write(.notice, of: peer.credentials, "\(verb) the recognizer \(recognizer)")
        }
        answer(identifier)
    }

    /// Makes a configured region private or public.
    func setPrivate(
        _ region: String, _ isPrivate: Bool, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try notifier.presentControl().setPrivate(region, isPrivate)
        let state = isPrivate ? "private" : "no longer private"
        log.write(.info, of: peer.credentials, "made the region \(region) \(state)")
        answer(identifier)
    }

    private func answer(_ identifier: RequestIdentifier) {
        delivery.line.removeAll()
        delivery.line.appendResult(to: identifier)
    }
}
