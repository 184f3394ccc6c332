// Publication of touches to the subscriptions that ask for them.

import GestureWire

final class TouchPublication {
    private let connections: Connections
    private let progress: Progress
    private let delivery: Delivery
    private let time: ServerTime

    init(_ connections: Connections, _ progress: Progress, _ delivery: Delivery, _ time: ServerTime) {
        (self.connections, self.progress, self.delivery, self.time) = (connections, progress, delivery, time)
    }

    /// Returns whether any subscription selects the touches of a surface.
    ///
    /// - Parameter connection: The connection whose own regions receive them; nil for the touches as all others receive
    ///   them.
    /// - Parameter predicted: Whether with predicted places.
    func isWanted(surface: String, of connection: Int?, predicted: Bool = false) -> Bool {
        connections.peers.contains { peer in
            connection.map { $0 == peer.connection } ?? true && peer.wantsTouches(of: surface, predicted: predicted)
        }
    }

    func publish(_ touches: TouchNotification, to audience: Audience) {
        if touches.touches.isEmpty { return }
        time.update(touches.time)
        switch audience {
        case .everybody(let except):
            if !isWanted(surface: touches.surface, of: nil) { return }
            progress.touches.update(touches, except: except)
            for peer in connections.peersInTurn where !except.contains(peer.connection) { publish(touches, to: peer) }
        case .connection(let connection):
            guard let peer = connections.peer(of: connection), peer.wantsTouches(of: touches.surface) else { return }
            peer.touchesUnderWay.update(touches)
            publish(touches, to: peer)
        }
    }

    private func publish(_ touches: TouchNotification, to peer: Peer) {
        for index in peer.subscriptions.indices where peer.subscriptions[index].wantsTouches(of: touches.surface) {
            if peer.isClosed { return }
            if peer.isDisconnecting {
                delivery.countMiss(of: peer)
                continue
            }
            peer.subscriptions[index].filter(touches, hiding: peer.hiddenTouches, into: &delivery.frame.touches)
            if delivery.frame.touches.isEmpty { continue }
            delivery.frame.surface = touches.surface
            delivery.frame.time = touches.time
            delivery.sendFrame(to: index, of: peer)
        }
        connections.settle(peer)
    }

    /// Cancels the touches that a peer has received; it receives nothing more of those that are down.
    func cancelAll(of peer: Peer) {
        peer.hiddenTouches = Set(progress.touches.ids + peer.touchesUnderWay.ids)
        peer.touchesUnderWay.removeAll()
        for index in peer.subscriptions.indices {
            peer.hiddenTouches.formUnion(peer.subscriptions[index].touches.ids)
            cancelAll(of: index, of: peer)
        }
    }

    func cancelAll(of index: Int, of peer: Peer) {
        for notification in peer.subscriptions[index].touches.cancelAll(at: time.present) {
            if peer.isClosed || peer.isDisconnecting { return }
            delivery.frame = notification
            delivery.sendFrame(to: index, of: peer)
        }
    }

    func forgetUnwanted() {
        progress.touches.keep { isWanted(surface: $0, of: nil) }
        for peer in connections.peers { peer.touchesUnderWay.keep { peer.wantsTouches(of: $0) } }
    }

    func forget(surface: String) {
        progress.touches.keep { $0 != surface }
        for peer in connections.peers { peer.touchesUnderWay.keep { $0 != surface } }
    }
}
