// Notifications about surfaces and reloaded configurations.

import GestureWire

final class SurfacePublication {
    private let connections: Connections
    private let progress: Progress
    private let delivery: Delivery
    private let touches: TouchPublication
    /// The surfaces that subscriptions have received.
    private var known: [SurfaceDescription] = []

    init(_ connections: Connections, _ progress: Progress, _ delivery: Delivery, _ touches: TouchPublication) {
        (self.connections, self.progress, self.delivery, self.touches) = (connections, progress, delivery, touches)
    }

    func publish() {
        guard let surfaces = (try? progress.presentInventory())?.surfaces, surfaces != known else { return }
        let before = known
        known = surfaces
        for surface in before where !surfaces.contains(where: { $0.name == surface.name }) {
            publish(.removed, surface)
            touches.forget(surface: surface.name)
        }
        for surface in surfaces {
            let earlier = before.first { $0.name == surface.name }
            if earlier != surface { publish(earlier == nil ? .added : .changed, surface) }
        }
    }

    func publishReloaded() {
        publish()
        sendEach { subscription, peer in writeReloaded(subscription, of: peer) }
    }

    /// Resumes a silent subscription with a snapshot, and with what begins later.
    func resume(_ index: Int, of peer: Peer) {
        let isIndependent = progress.isIndependentOfSession(peer.subscriptions[index], of: peer)
        peer.subscriptions[index].begin(
            after: isIndependent ? .start : progress.startOfSession,
            hiding: Set(progress.gestures(seenBy: peer).map(\.gesture)))
        if writeReloaded(index, of: peer) {
            delivery.sendNotice(to: peer.subscriptions[index].number, of: peer)
        }
    }

    /// Writes a new snapshot for one subscription into `line`; false if there is none.
    private func writeReloaded(_ index: Int, of peer: Peer) -> Bool {
        var subscription = peer.subscriptions[index]
        guard let snapshot = try? progress.snapshot(for: &subscription, of: peer) else { return false }
        if let touches = snapshot.touches {
            delivery.writeWaitingTouches(of: snapshot.subscription, peer)
            peer.subscriptions[index].touches.join(touches)
        }
        delivery.beginLine(to: peer)
        delivery.line.appendReloaded(snapshot)
        return true
    }

    private func publish(_ change: SurfaceChangeKind, _ surface: SurfaceDescription) {
        sendEach { index, peer in
            let subscription = peer.subscriptions[index]
            guard subscription.wants(surface: surface.name) else { return false }
            delivery.line.append(
                SurfaceChange(subscription: subscription.number, change: change, surface: surface))
            return true
        }
    }

    /// Sends each subscription the line that `write` has written into `line`; a peer without room for it is
    /// disconnected.
    ///
    /// - Parameter write: Writes the line; returns whether there is one.
    private func sendEach(_ write: (_ index: Int, Peer) -> Bool) {
        for peer in connections.peers {
            for index in peer.subscriptions.indices where !peer.isClosed && !peer.isDisconnecting {
                delivery.line.removeAll()
                if peer.subscriptions[index].isSilent { continue }
                if write(index, peer) { delivery.sendNotice(to: peer.subscriptions[index].number, of: peer) }
            }
            if !peer.subscriptions.isEmpty { connections.settle(peer) }
        }
    }
}
