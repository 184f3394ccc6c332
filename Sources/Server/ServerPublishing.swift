// Publication of gestures to all subscribers, without waiting for any of them.

public import GestureWire

extension Server {
    /// Sends a notification to every subscription that selects it.
    ///
    /// A connection does not receive a configured recognizer's gestures while it has a recognizer of the same name. The
    /// line is written once with locations and once without, and sent with one send(2) for each subscription whose peer
    /// keeps up; nothing is allocated then.
    ///
    /// - Parameter audience: The connections that may receive it; the same for all notifications of a gesture. A
    ///   connection that is excluded during a gesture receives its cancellation, and one that is included later
    ///   receives nothing until it ends.
    /// - Returns: The number of subscriptions that received it, or will.
    @discardableResult
    public func publish(_ notification: GestureNotification, to audience: Audience = .everybody(except: [])) -> Int {
        if isClosed { return 0 }
        latestTime = max(latestTime, notification.time)
        var told = 0
        switch audience {
        case .everybody(let except):
            noteOrigin(of: notification, &gesturesBeforeSession)
            if !except.isEmpty { leaveOut(except, of: notification) }
            let base = underWay.update(notification)
            removeTails()
            for peer in peersInTurn where !isHidden(notification, from: peer) && !except.contains(peer.connection) {
                told += publish(notification, since: base, to: peer)
                settle(peer)
            }
            if !notification.state.isUnderWay { for peer in peers { peer.forget(notification.gesture) } }
        case .connection(let connection):
            guard let peer = peers.first(where: { $0.connection == connection }) else { return 0 }
            noteOrigin(of: notification, &peer.gesturesBeforeSession)
            let base = peer.underWay.update(notification)
            hideIfAtRest(notification, of: peer)
            removeTails()
            // Each connection numbers its own gestures alike.
            for index in tails.indices { tails[index].forgetNames() }
            told = publish(notification, since: base, to: peer)
            if !notification.state.isUnderWay { peer.forget(notification.gesture) }
            settle(peer)
        }
        // Not with every frame: each attempt may fail again.
        return told
    }

    /// Sends a notification to the subscriptions of one peer.
    ///
    /// - Parameter base: The measurement that was published last; `tail` is empty, or written with it as the base.
    /// - Returns: The number of subscriptions that received it, or will.
    @discardableResult
    func publish(_ notification: GestureNotification, since base: Measurement, to peer: Peer) -> Int {
        var told = 0
        publishedGesture = notification.gesture
        defer { publishedGesture = 0 }
        for index in peer.subscriptions.indices {
            if peer.isClosed { break }
            if publish(notification, since: base, subscription: index, of: peer) { told += 1 }
        }
        if !notification.state.isUnderWay {
            for index in peer.subscriptions.indices { peer.subscriptions[index].pass(over: notification, since: base) }
        }
        return told
    }

    /// Sends a notification to one subscription that selects it, and returns whether it was or will be sent.
    func publish(
        _ notification: GestureNotification, since base: Measurement, subscription index: Int, of peer: Peer
    ) -> Bool {
        guard
            peer.subscriptions[index].matches(recognizer: notification.recognizer, surface: notification.surface),
            !peer.subscriptions[index].hides(notification)
        else { return false }
        if peer.patience != nil {
            losePatience(with: peer)
        } else if peer.subscriptions[index].filter.states.contains(notification.state) {
            tellInTime(notification, since: base, subscription: index, of: peer)
            return true
        } else {
            passOver(notification, since: base, &peer.subscriptions[index])
        }
        return false
    }

    /// Sends a notification to one subscription, unless its `maxRate` delays it.
    private func tellInTime(
        _ notification: GestureNotification, since base: Measurement, subscription index: Int, of peer: Peer
    ) {
        let hasPlaces = peer.seesPlaces(of: notification)
        if notification.state == .changed {
            guard peer.subscriptions[index].rate.admits(notification, hasPlaces: hasPlaces) else {
                return peer.subscriptions[index].pass(over: notification, since: base)
            }
        } else {
            peer.subscriptions[index].rate.forget(notification.gesture)
        }
        tell(notification, since: base, hasPlaces: hasPlaces, subscription: index, of: peer)
    }

    /// Notes a state that a subscription does not select.
    private func passOver(
        _ notification: GestureNotification, since base: Measurement, _ subscription: inout Subscription
    ) {
        if !notification.state.isUnderWay {
            subscription.rate.close(
                notification.gesture, at: notification.time, since: subscription.takeBase(of: notification.gesture))
        }
        subscription.pass(over: notification, since: base)
    }

    /// Sends a notification to one subscription at once if its peer keeps up, otherwise later.
    ///
    /// - Parameter hasPlaces: Whether the peer was entitled to places when the notification was published.
    func tell(
        _ notification: GestureNotification, since base: Measurement, hasPlaces: Bool, subscription index: Int,
        of peer: Peer
    ) {
        notifications += 1
        let number = peer.subscriptions[index].number
        let sequence = peer.subscriptions[index].nextSequence()
        let ownBase = peer.subscriptions[index].takeBase(of: notification.gesture)
        guard peer.outbox.isEmpty else {
            let waiting = WaitingGesture(
                subscription: number, sequence: sequence, notification: notification, hasPlaces: hasPlaces,
                base: ownBase ?? base)
            return note(peer.outbox.append(waiting), of: peer, dropping: number)
        }
        beginLine(to: peer)
        line.appendGestureHead(subscription: number, sequence: sequence)
        if let ownBase {
            line.appendGestureTail(notification, since: ownBase, hasPlaces: hasPlaces)
        } else {
            let index = (hasPlaces ? 1 : 0) + (peer.isDisguised ? 2 : 0)
            if writtenTails & 1 << index == 0 {
                writtenTails |= 1 << index
                tails[index].write(notification, since: base, hasPlaces: hasPlaces, disguise: line.disguise)
            }
            // By way of a pointer: else it would be copied first.
            tails.withUnsafeBufferPointer { line.append($0[index].line) }
        }
        transmitLine(to: peer)
    }

    /// Forgets what is written of the last notification.
    func removeTails() {
        for index in tails.indices where writtenTails & 1 << index != 0 { tails[index].clear() }
        writtenTails = 0
    }
}
