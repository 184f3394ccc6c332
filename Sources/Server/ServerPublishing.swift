// How does a notification get to everybody who wants it, without anybody waiting for anybody?

public import GestureWire

extension Server {
    /// Tells every subscription that wants to know.
    ///
    /// The line is written once, and sent with one send(2) for each subscription whose peer keeps up; nothing is
    /// allocated then.
    public func publish(_ notification: GestureNotification) {
        if isClosed { return }
        let base = underWay.base(of: notification.gesture)
        underWay.update(notification)
        tail.removeAll()
        for peer in peers where !peer.subscriptions.isEmpty {
            publish(notification, since: base, to: peer)
            settle(peer)
        }
        // Not with every frame: each attempt may fail again.
        if notification.state != .changed { resumeAccepting() }
    }

    private func publish(_ notification: GestureNotification, since base: Measurement, to peer: Peer) {
        for index in peer.subscriptions.indices {
            if peer.isClosed { return }
            if !peer.subscriptions[index].filter.matches(
                recognizer: notification.recognizer, surface: notification.surface)
            {
                continue
            }
            if peer.patience != nil {
                losePatience(with: peer)
            } else if peer.subscriptions[index].filter.states.contains(notification.state) {
                tell(notification, since: base, subscription: index, of: peer)
            } else {
                peer.subscriptions[index].pass(over: notification, since: base)
            }
        }
    }

    /// Tells one subscription at once if its peer keeps up, else later.
    private func tell(
        _ notification: GestureNotification, since base: Measurement, subscription index: Int, of peer: Peer
    ) {
        let number = peer.subscriptions[index].number
        let sequence = peer.subscriptions[index].nextSequence()
        let ownBase = peer.subscriptions[index].takeBase(of: notification.gesture)
        guard peer.outbox.isEmpty else {
            return queue(
                WaitingGesture(
                    subscription: number, sequence: sequence, notification: notification, base: ownBase ?? base),
                for: peer)
        }
        line.removeAll()
        line.appendGestureHead(subscription: number, sequence: sequence)
        if let ownBase {
            line.appendGestureTail(notification, since: ownBase)
        } else {
            if tail.bytes.isEmpty { tail.appendGestureTail(notification, since: base) }
            line.append(tail)
        }
        transmit(line, to: peer)
    }

    private func queue(_ gesture: WaitingGesture, for peer: Peer) {
        note(peer.outbox.append(gesture), of: peer, dropping: gesture.subscription)
    }

    /// Draws the conclusion from what became of a notification of a subscription that had to wait.
    func note(_ outcome: Outbox.Outcome, of peer: Peer, dropping subscription: Int) {
        switch outcome {
        case .queued:
            break
        case .gaveWay(let victim):
            guard let index = peer.subscriptions.firstIndex(where: { $0.number == victim.subscription }) else { return }
            peer.subscriptions[index].pass(over: victim.notification, since: victim.base)
        case .overflow:
            giveUp(on: peer, dropping: subscription)
        }
    }

    /// Replaces everything that a peer did not read by where things stand, after which it has to go.
    private func giveUp(on peer: Peer, dropping last: Int) {
        let dropped = peer.outbox.removeNotifications() + [last]
        peer.patience = limits.outboxLines
        log(
            .warning,
            "peer (\(peer.credentials)) does not read what it subscribed to: "
                + "\(dropped.count) notifications dropped, disconnecting it")
        for subscription in peer.subscriptions {
            guard let snapshot = try? snapshot(for: subscription) else { continue }
            line.removeAll()
            line.appendLagged(snapshot, dropped: dropped.count { $0 == subscription.number })
            transmit(line, to: peer)
        }
    }

    private func losePatience(with peer: Peer) {
        peer.patience = peer.patience.map { $0 - 1 }
        if peer.patience == 0 { disconnect(peer, .warning, "read nothing more, disconnected") }
    }
}
