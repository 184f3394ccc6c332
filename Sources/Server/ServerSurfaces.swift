// Notifications about surfaces and reloaded configurations.

import GestureWire

extension Server {
    /// Sends subscriptions the changes of surfaces since the last call: removed ones first.
    ///
    /// Call it when the inventory has changed, after the gestures of surfaces that are gone or different were closed and
    /// before those of new ones begin.
    public func publishSurfaces() {
        guard !isClosed, let surfaces = inventory?.surfaces, surfaces != knownSurfaces else { return }
        let before = knownSurfaces
        knownSurfaces = surfaces
        for surface in before where !surfaces.contains(where: { $0.name == surface.name }) {
            publish(.removed, surface)
            touchesUnderWay.keep { $0 != surface.name }
            for peer in peers { peer.touchesUnderWay.keep { $0 != surface.name } }
        }
        for surface in surfaces {
            let earlier = before.first { $0.name == surface.name }
            if earlier != surface { publish(earlier == nil ? .added : .changed, surface) }
        }
    }

    /// Sends every subscription the notification of a reload, with a new snapshot.
    public func publishReloaded() {
        publishSurfaces()
        tellEach { subscription, peer in writeReloaded(subscription, of: peer) }
    }

    /// Writes a fresh snapshot for one subscription into `line`; false if there is none.
    func writeReloaded(_ index: Int, of peer: Peer) -> Bool {
        var subscription = peer.subscriptions[index]
        guard let snapshot = try? snapshot(for: &subscription, of: peer) else { return false }
        if let touches = snapshot.touches {
            writeWaitingTouches(of: snapshot.subscription, peer)
            peer.subscriptions[index].touches.join(touches)
        }
        beginLine(to: peer)
        line.appendReloaded(snapshot)
        return true
    }

    private func publish(_ change: SurfaceChangeKind, _ surface: SurfaceDescription) {
        tellEach { index, peer in
            let subscription = peer.subscriptions[index]
            guard subscription.wants(surface: surface.name) else { return false }
            line.append(SurfaceChange(subscription: subscription.number, change: change, surface: surface))
            return true
        }
    }

    /// Sends each subscription the line that `write` has written into `line`; a peer without room for it is
    /// disconnected.
    ///
    /// - Parameter write: Writes the line; returns whether there is one.
    private func tellEach(_ write: (_ index: Int, Peer) -> Bool) {
        for peer in peers {
            for index in peer.subscriptions.indices where !peer.isClosed && peer.patience == nil {
                line.removeAll()
                if peer.subscriptions[index].isSilent { continue }
                if write(index, peer) { tellLine(subscription: peer.subscriptions[index].number, of: peer) }
            }
            if !peer.subscriptions.isEmpty { settle(peer) }
        }
    }
}
