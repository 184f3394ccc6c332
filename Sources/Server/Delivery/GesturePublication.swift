// Publication of gestures to all subscribers, without waiting for any of them.

import GestureWire

final class GesturePublication {
    private let connections: Connections
    private let progress: Progress
    private let delivery: Delivery
    private let time: ServerTime
    private(set) var hasRates = false

    init(_ connections: Connections, _ progress: Progress, _ delivery: Delivery, _ time: ServerTime) {
        (self.connections, self.progress, self.delivery, self.time) = (connections, progress, delivery, time)
    }

    func publish(_ notification: GestureNotification, to audience: Audience) -> Int {
        time.update(notification.time)
        var received = 0
        switch audience {
        case .everybody(let except):
            progress.recordOrigin(of: notification)
            if !except.isEmpty { leaveOut(except, of: notification) }
            let base = progress.update(notification)
            delivery.removeTails()
            for peer in connections.peersInTurn
            where !peer.hides(notification) && !except.contains(peer.connection) {
                received += publish(notification, since: base, to: peer)
                connections.settle(peer)
            }
            if !notification.state.isUnderWay {
                for peer in connections.peers { peer.forget(notification.gesture) }
            }
        case .connection(let connection):
            guard let peer = connections.peer(of: connection) else { return 0 }
            let base = progress.update(notification, of: peer)
            hideForbidden(notification, from: peer)
            delivery.removeTails()
            delivery.forgetNames()
            if !peer.isExcluded(from: notification) { received = publish(notification, since: base, to: peer) }
            if !notification.state.isUnderWay { peer.forget(notification.gesture) }
            connections.settle(peer)
        }
        return received
    }

    /// Sends a notification to the subscriptions of one peer.
    ///
    /// - Parameter base: The measurement that was published last; nothing is written of the notification, or with this
    ///   base.
    /// - Returns: The number of subscriptions that received it, or will.
    private func publish(_ notification: GestureNotification, since base: Measurement, to peer: Peer) -> Int {
        var received = 0
        delivery.publishedGesture = notification.gesture
        defer { delivery.publishedGesture = 0 }
        for index in peer.subscriptions.indices {
            if peer.isClosed { break }
            if publish(notification, since: base, to: index, of: peer) { received += 1 }
        }
        if !notification.state.isUnderWay {
            for index in peer.subscriptions.indices { peer.subscriptions[index].pass(over: notification, since: base) }
        }
        return received
    }

    /// Sends a notification to one subscription that selects it, and returns whether it was or will be sent.
    private func publish(
        _ notification: GestureNotification, since base: Measurement, to index: Int, of peer: Peer
    ) -> Bool {
        guard
            peer.subscriptions[index].matches(notification), !peer.subscriptions[index].hides(notification)
        else { return false }
        if peer.isDisconnecting {
            delivery.countMiss(of: peer)
        } else if peer.subscriptions[index].filter.states.contains(notification.state) {
            sendInTime(notification, since: base, to: index, of: peer)
            return true
        } else {
            passOver(notification, since: base, &peer.subscriptions[index])
        }
        return false
    }

    private func sendInTime(
        _ notification: GestureNotification, since base: Measurement, to index: Int, of peer: Peer
    ) {
        let hasPlaces = peer.seesPlaces(of: notification)
        if notification.state == .changed {
            guard peer.subscriptions[index].rate.admits(notification, hasPlaces: hasPlaces) else {
                return peer.subscriptions[index].pass(over: notification, since: base)
            }
        } else {
            peer.subscriptions[index].rate.forget(notification.gesture)
        }
        delivery.send(notification, since: base, hasPlaces: hasPlaces, to: index, of: peer)
    }

    private func passOver(
        _ notification: GestureNotification, since base: Measurement, _ subscription: inout Subscription
    ) {
        if !notification.state.isUnderWay {
            subscription.rate.close(
                notification.gesture, at: notification.time, since: subscription.takeBase(of: notification.gesture))
        }
        subscription.pass(over: notification, since: base)
    }

    // MARK: - Delayed by `maxRate`

    func updateRates() {
        hasRates = connections.peers.contains { $0.subscriptions.contains { $0.filter.maxRate != nil } }
    }

    /// The earliest time at which a `changed` that `maxRate` delays may be sent; nil while none waits.
    var nextDeadline: Int64? {
        if !hasRates { return nil }
        var earliest: Int64?
        for peer in connections.peers where !peer.isDisconnecting {
            for index in peer.subscriptions.indices {
                guard let deadline = peer.subscriptions[index].rate.deadline else { continue }
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        return earliest
    }

    func sendDue(by time: Int64) {
        if !hasRates { return }
        for peer in connections.peers where !peer.isDisconnecting {
            for index in peer.subscriptions.indices { sendDue(by: time, to: index, of: peer) }
            connections.settle(peer)
        }
    }

    private func sendDue(by time: Int64, to index: Int, of peer: Peer) {
        while !peer.isClosed, !peer.isDisconnecting, let due = peer.subscriptions[index].rate.takeDue(by: time) {
            delivery.removeTails()
            delivery.send(
                due.notification, since: due.base ?? .none, hasPlaces: due.hasPlaces, to: index, of: peer)
        }
    }

    // MARK: - Hidden gestures

    /// Ensures that connections excluded from a gesture receive nothing more of it, and no end without a beginning
    /// later.
    private func leaveOut(_ excluded: Set<Int>, of notification: GestureNotification) {
        let last = progress.gestures.latest(of: notification.gesture)
        for peer in connections.peers where excluded.contains(peer.connection) {
            if let last { hide(last, from: peer) }
            if notification.state.isUnderWay {
                peer.hiddenGestures.insert(notification.gesture)
            } else {
                peer.hiddenGestures.remove(notification.gesture)
            }
            connections.settle(peer)
        }
    }

    /// Hides the gestures in progress of configured recognizers whose names a peer uses, or used, for its own.
    func hide(namesOf peer: Peer, and names: Set<String>) {
        for gesture in progress.gestures.latest
        where peer.ownRecognizers.contains(gesture.recognizer) || names.contains(gesture.recognizer) {
            hide(gesture, from: peer)
        }
    }

    /// Cancels a gesture in progress for a peer that knows of it; the peer receives nothing more of it.
    private func hide(_ gesture: GestureNotification, from peer: Peer) {
        if !peer.hides(gesture) {
            var end = gesture
            end.state = .cancelled
            end.time = time.present
            delivery.removeTails()
            _ = publish(end, since: gesture.measurement, to: peer)
            for index in peer.subscriptions.indices { peer.subscriptions[index].rate.forget(gesture.gesture) }
        }
        peer.hiddenGestures.insert(gesture.gesture)
    }

    /// Hides what an own recognizer begins of a peer that may not attach at present, or not receive private touches.
    private func hideForbidden(_ notification: GestureNotification, from peer: Peer) {
        let isAllowed = peer.capabilities.contains(.attach) && !peer.isExcluded(from: notification)
        if notification.state != .began || isAllowed { return }
        for index in peer.subscriptions.indices { peer.subscriptions[index].hide(notification.gesture) }
    }

    func cancelAll(of index: Int, of peer: Peer) {
        for gesture in progress.gestures(seenBy: peer) { cancel(gesture, of: index, of: peer) }
    }

    private func cancel(_ gesture: GestureNotification, of index: Int, of peer: Peer) {
        if peer.isClosed || peer.isDisconnecting { return }
        var end = gesture
        end.state = .cancelled
        end.time = time.present
        delivery.removeTails()
        delivery.publishedGesture = gesture.gesture
        defer { delivery.publishedGesture = 0 }
        _ = publish(end, since: gesture.measurement, to: index, of: peer)
        peer.subscriptions[index].rate.forget(gesture.gesture)
    }

    /// Cancels a surface's gestures for peers that may not receive private touches; see ``Server/hideGestures(on:)``.
    func hideAll(on surface: String) {
        for peer in connections.peers where !peer.clearance.privateTouches {
            for gesture in progress.gestures.latest where gesture.surface == surface { hide(gesture, from: peer) }
            cancelOwn(of: peer) { $0.surface == surface }
            connections.settle(peer)
        }
        progress.hideGestures(on: surface)
        for peer in connections.peers { peer.underWay.hide(on: surface) }
    }

    /// Cancels the gestures of a peer's own recognizers, which become idle or hidden.
    func cancelOwn(of peer: Peer, where isMeant: (GestureNotification) -> Bool = { _ in true }) {
        for gesture in peer.underWay.latest where isMeant(gesture) {
            for index in peer.subscriptions.indices where !peer.subscriptions[index].isSilent {
                cancel(gesture, of: index, of: peer)
                peer.subscriptions[index].hide(gesture.gesture)
            }
        }
    }
}
