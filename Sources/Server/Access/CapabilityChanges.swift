// Changes of the capabilities of connected clients: by other access rules, and by the active session.
//
//     allowed ── the session is inactive or locked: gestures in progress are cancelled ──► silent: no notifications,
//        ▲                                                                              │         requests refused
//        └──── the session is active again: a new snapshot, then gestures begun later ──┘

import GestureWire

struct CapabilityChanges {
    let parts: ServerParts

    /// Applies new rules; peers that have lost a capability receive an error and are disconnected.
    func apply(_ access: Access, _ limits: Limits) {
        (parts.rules.access, parts.rules.limits) = (access, limits)
        for peer in parts.connections.peers {
            (peer.outbox.limit, peer.outbox.byteLimit) = (limits.outboxLines, limits.outboxBytes)
            peer.lines.limit = limits.requestBytes
            updateOwner(of: peer)
            if peer.isClosed { continue }
            peer.granted = access.capabilities(of: peer.credentials) { peer.stream.groups }
            let capabilities = parts.rules.capabilities(of: peer)
            if peer.isDisconnecting {
                peer.capabilities = capabilities
                peer.silenceLastLines(lacking: capabilities)
            } else if let lost = peer.capabilities.subtracting(capabilities).inOrder.first {
                peer.capabilities = capabilities
                dismiss(peer, lacking: lost)
            } else {
                apply(capabilities, of: peer)
            }
        }
    }

    private func dismiss(_ peer: Peer, lacking capability: Capability) {
        let error = RequestError(
            code: .notPermitted,
            message: "the configuration no longer grants the capability `\(capability.rawValue)`",
            hint: "connect again to use the remaining capabilities")
        parts.delivery.dismiss(
            peer, because: error, "has lost the capability `\(capability.rawValue)`, disconnecting it")
    }

    /// Sets the user of the active session, or nil for none; see ``Server/use(sessionOf:firstTouch:at:)``.
    func apply(sessionOf user: UInt32?, firstTouch: TouchMark) {
        parts.rules.sessionUser = user
        parts.progress.startSession(at: firstTouch, of: parts.connections.peers)
        for peer in parts.connections.peers {
            updateOwner(of: peer)
            if peer.isClosed { continue }
            let capabilities = parts.rules.capabilities(of: peer)
            if peer.isDisconnecting {
                peer.silenceLastLines(lacking: capabilities)
            } else {
                apply(capabilities, of: peer)
            }
        }
    }

    /// Assigns a peer to another user's limits, if the rules or the active session have changed that.
    private func updateOwner(of peer: Peer) {
        let owner = parts.rules.owner(of: peer.credentials.user)
        if owner == peer.owner { return }
        peer.owner = owner
        parts.requestRates.update(peer)
        parts.connections.settle(peer)
        parts.connections.demand.markChanged(peer)
    }

    func apply(_ capabilities: Set<Capability>, of peer: Peer) {
        if capabilities == peer.capabilities { return }
        parts.connections.demand.markChanged(peer)
        // A gesture in progress must not continue with locations, or from touches, that the peer was not allowed to
        // know.
        let isClearanceOther = Clearance(capabilities) != peer.clearance
        for index in peer.subscriptions.indices where !peer.subscriptions[index].isSilent {
            let isOver = !peer.subscriptions[index].needs.allSatisfy(capabilities.contains)
            if isOver || isClearanceOther { silence(index, of: peer) }
        }
        if !capabilities.contains(.attach) { parts.gestures.cancelOwn(of: peer) }
        peer.capabilities = capabilities
        if peer.isClosed || peer.isDisconnecting { return parts.connections.settle(peer) }
        parts.delivery.line.removeAll()
        parts.delivery.line.appendCapabilities(capabilities.inOrder.map(\.rawValue))
        parts.delivery.sendNotice(to: 0, of: peer)
        for index in peer.subscriptions.indices where peer.subscriptions[index].isSilent {
            if peer.isClosed || peer.isDisconnecting { break }
            if !peer.subscriptions[index].needs.allSatisfy(capabilities.contains) { continue }
            parts.surfaces.resume(index, of: peer)
        }
        parts.connections.settle(peer)
    }

    private func silence(_ index: Int, of peer: Peer) {
        parts.gestures.cancelAll(of: index, of: peer)
        parts.touches.cancelAll(of: index, of: peer)
        peer.subscriptions[index].silence()
    }
}
