// Changes of the capabilities of connected clients: by other access rules, and by the active session.
//
//     allowed ── the session is inactive or locked: gestures in progress are cancelled ──► silent: no notifications,
//        ▲                                                                              │         requests refused
//        └──── the session is active again: a new snapshot, then gestures begun later ──┘

import GestureWire

/// Applies other rules and another active session to connected clients.
final class CapabilityChanges {
    private let connections: Connections
    private let progress: Progress
    private let delivery: Delivery
    private let rules: UserRules
    private let timeLimits: TimeLimits
    private let gestures: GesturePublication
    private let touches: TouchPublication
    private let surfaces: SurfacePublication

    init(
        _ connections: Connections, _ progress: Progress, _ delivery: Delivery, _ rules: UserRules,
        _ timeLimits: TimeLimits, _ gestures: GesturePublication, _ touches: TouchPublication,
        _ surfaces: SurfacePublication
    ) {
        (self.connections, self.progress, self.delivery) = (connections, progress, delivery)
        (self.rules, self.timeLimits) = (rules, timeLimits)
        (self.gestures, self.touches, self.surfaces) = (gestures, touches, surfaces)
    }

    /// Applies new rules; peers that have lost a capability receive an error and are disconnected.
    func use(_ access: Access, _ limits: Limits) {
        (rules.access, rules.limits) = (access, limits)
        for peer in connections.peers {
            (peer.outbox.limit, peer.outbox.byteLimit) = (limits.outboxLines, limits.outboxBytes)
            peer.lines.limit = limits.requestBytes
            updateOwner(of: peer)
            if peer.isClosed { continue }
            peer.granted = access.capabilities(of: peer.credentials) { peer.stream.groups }
            let capabilities = rules.capabilities(of: peer)
            if peer.isDisconnecting {
                peer.capabilities = capabilities
                peer.silenceLastLines(lacking: capabilities)
            } else if let lost = peer.capabilities.subtracting(capabilities).inOrder.first {
                peer.capabilities = capabilities
                dismiss(peer, lacking: lost)
            } else {
                use(capabilities, of: peer)
            }
        }
    }

    private func dismiss(_ peer: Peer, lacking capability: Capability) {
        let error = RequestError(
            code: .notPermitted,
            message: "the configuration no longer grants the capability `\(capability.rawValue)`",
            hint: "connect again to use the remaining capabilities")
        delivery.dismiss(
            peer, because: error, "has lost the capability `\(capability.rawValue)`, disconnecting it")
    }

    /// Sets the user of the active session, or nil for none; see ``Server/use(sessionOf:firstTouch:at:)``.
    func use(sessionOf user: UInt32?, firstTouch: TouchMark) {
        rules.sessionUser = user
        progress.startSession(at: firstTouch, of: connections.peers)
        for peer in connections.peers {
            updateOwner(of: peer)
            if peer.isClosed { continue }
            let capabilities = rules.capabilities(of: peer)
            if peer.isDisconnecting {
                peer.silenceLastLines(lacking: capabilities)
            } else {
                use(capabilities, of: peer)
            }
        }
    }

    /// Assigns a peer to another user's limits, if the rules or the active session have changed that.
    private func updateOwner(of peer: Peer) {
        let owner = rules.owner(of: peer.credentials.user)
        if owner == peer.owner { return }
        peer.owner = owner
        // Its time so far was charged to the previous owner.
        peer.ownTime = 0
        timeLimits.update(peer)
        connections.settle(peer)
        connections.demand.note(peer)
    }

    /// Changes the capabilities of a peer, and notifies it.
    func use(_ capabilities: Set<Capability>, of peer: Peer) {
        if capabilities == peer.capabilities { return }
        connections.demand.note(peer)
        // A gesture in progress must not continue with locations, or from touches, that the peer was not allowed to
        // know.
        let isClearanceOther = Clearance(capabilities) != peer.clearance
        for index in peer.subscriptions.indices where !peer.subscriptions[index].isSilent {
            let isOver = !peer.subscriptions[index].needs.allSatisfy(capabilities.contains)
            if isOver || isClearanceOther { silence(index, of: peer) }
        }
        if !capabilities.contains(.attach) { gestures.cancelOwn(of: peer) }
        peer.capabilities = capabilities
        if peer.isClosed || peer.isDisconnecting { return connections.settle(peer) }
        delivery.line.removeAll()
        delivery.line.appendCapabilities(capabilities.inOrder.map(\.rawValue))
        delivery.sendNotice(to: 0, of: peer)
        for index in peer.subscriptions.indices where peer.subscriptions[index].isSilent {
            if peer.isClosed || peer.isDisconnecting { break }
            if peer.subscriptions[index].needs.allSatisfy(capabilities.contains) { surfaces.resume(index, of: peer) }
        }
        connections.settle(peer)
    }

    /// Closes everything that a subscription has in progress, and silences it.
    private func silence(_ index: Int, of peer: Peer) {
        gestures.cancelAll(of: index, of: peer)
        touches.cancelAll(of: index, of: peer)
        peer.subscriptions[index].silence()
    }
}
