// Publication of gestures to all subscribers, without waiting for any of them.

public import GestureWire

extension Server {
    /// Tells every subscription that wants to know.
    ///
    /// A connection hears nothing of a configured recognizer while it has one of that name itself. The line is written
    /// once with places and once without, and sent with one send(2) for each subscription whose peer keeps up; nothing is
    /// allocated then.
    ///
    /// - Parameter audience: Who may know; the same for all notifications of a gesture. Who is left out in the middle
    ///   of one hears that it is cancelled, and who is let in nothing until it is over.
    /// - Returns: How many subscriptions were told, or will be.
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

    /// Tells the subscriptions of one peer.
    ///
    /// - Parameter base: The measurement that was told last; `tail` is empty, or written since that.
    /// - Returns: How many were told, or will be.
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

    /// Tells one subscription, if it is to know; whether it is told, or will be.
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

    /// Tells one subscription, unless it wants only so many a second and it is too early.
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

    /// Takes note of a state that a subscription does not want to know.
    private func passOver(
        _ notification: GestureNotification, since base: Measurement, _ subscription: inout Subscription
    ) {
        if !notification.state.isUnderWay {
            subscription.rate.close(
                notification.gesture, at: notification.time, since: subscription.takeBase(of: notification.gesture))
        }
        subscription.pass(over: notification, since: base)
    }

    /// Tells one subscription at once if its peer keeps up, else later.
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
