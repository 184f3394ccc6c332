// Configured gestures and touches that a connection does not receive, as its own attachments replace them.

import GestureWire

extension Server {
    /// Returns whether a configured recognizer's notification is hidden from a peer: it has a recognizer of that name,
    /// or had one during this gesture.
    func isHidden(_ notification: GestureNotification, from peer: Peer) -> Bool {
        if !peer.hiddenGestures.isEmpty, peer.hiddenGestures.contains(notification.gesture) {
            if !notification.state.isUnderWay { peer.hiddenGestures.remove(notification.gesture) }
            return true
        }
        if !peer.sight.isVisible(notification.visibility) { return true }
        return !peer.ownRecognizers.isEmpty && peer.ownRecognizers.contains(notification.recognizer)
    }

    /// Ensures that connections excluded from a gesture receive nothing more of it, and no end without a beginning
    /// later.
    func leaveOut(_ connections: Set<Int>, of notification: GestureNotification) {
        let last = underWay.last(of: notification.gesture)
        for peer in peers where connections.contains(peer.connection) {
            if let last { hide(last, from: peer) }
            if notification.state.isUnderWay {
                peer.hiddenGestures.insert(notification.gesture)
            } else {
                peer.hiddenGestures.remove(notification.gesture)
            }
            settle(peer)
        }
    }

    /// Applies a connection's changed attachments to the meaning of names.
    func exchangeNames(of peer: Peer, for names: Set<UTF8Key>) {
        cancelTouches(of: peer)
        for gesture in underWay.last
        where peer.ownRecognizers.contains(gesture.recognizer) || names.contains(gesture.recognizer) {
            hide(gesture, from: peer)
        }
        let gone = peer.ownRecognizers.subtracting(names)
        peer.ownRecognizers = names
        for index in peer.subscriptions.indices { peer.subscriptions[index].forgetOutcomes(of: gone) }
        noteDemand(of: peer)
    }

    /// Cancels a gesture in progress for a peer that knows of it; the peer receives nothing more of it.
    private func hide(_ gesture: GestureNotification, from peer: Peer) {
        if !isHidden(gesture, from: peer) {
            var end = gesture
            end.state = .cancelled
            end.time = presentTime
            removeTails()
            publish(end, since: gesture.measurement, to: peer)
            for index in peer.subscriptions.indices { peer.subscriptions[index].rate.forget(gesture.gesture) }
        }
        peer.hiddenGestures.insert(gesture.gesture)
    }

    /// Cancels the touches that a peer has received; it receives nothing more of those that are down.
    private func cancelTouches(of peer: Peer) {
        peer.hiddenTouches = Set(touchesUnderWay.ids + peer.touchesUnderWay.ids)
        peer.touchesUnderWay.removeAll()
        for index in peer.subscriptions.indices {
            peer.hiddenTouches.formUnion(peer.subscriptions[index].touches.ids)
            for notification in peer.subscriptions[index].touches.cancelAll(at: presentTime) {
                if peer.isClosed || peer.patience != nil { return }
                frame = notification
                tellFrame(subscription: index, of: peer)
            }
        }
    }
}
