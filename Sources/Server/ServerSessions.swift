// Changes of capabilities of connected clients when the active session changes.
//
//     allowed ── the session is inactive or locked: gestures in progress are cancelled ──► silent: no notifications,
//        ▲                                                                              │         requests refused
//        └──── the session is active again: a new snapshot, then gestures begun later ──┘

import GestureWire

extension Server {
    /// Sets the user of the active session, or nil for none.
    ///
    /// Clients that lose the grants of ``AccessGrant/Holder/activeSession`` receive the cancellation of everything in
    /// progress, and nothing more; clients that gain them receive what begins from then on.
    ///
    /// - Parameters:
    ///   - user: The user; nil when there is no active session, or it is locked.
    ///   - firstTouch: The ids of the next touches: earlier touches belong to the previous session.
    ///   - time: What CLOCK_MONOTONIC says, in microseconds.
    public func use(sessionOf user: UInt32?, firstTouch: TouchMark, at time: Int64) {
        if isClosed || user == sessionUser { return }
        latestTime = max(latestTime, time)
        sessionUser = user
        startOfSession = firstTouch
        countedBeforeSession = touchCounts
        gesturesBeforeSession = Set<Int>(underWay.last.map(\.gesture))
        for peer in peers {
            peer.gesturesBeforeSession = Set<Int>(peer.underWay.last.map(\.gesture))
            updateOwner(of: peer)
            if peer.isClosed { continue }
            let capabilities = presentCapabilities(of: peer)
            if peer.patience == nil {
                use(capabilities, of: peer)
            } else {
                peer.silenceLastLines(lacking: capabilities)
            }
        }
        // At once: what a connection has attached must not receive one more private touch.
        tellControl()
    }

    /// Returns the present capabilities of a peer.
    func presentCapabilities(of peer: Peer) -> Set<Capability> {
        peer.credentials.user == sessionUser ? peer.granted.union(access.sessionCapabilities) : peer.granted
    }

    /// Returns whether a peer may receive touches only by the active session, and so none of earlier sessions.
    func knowsOnlyOwnTouches(_ peer: Peer) -> Bool { !peer.granted.contains(.touches) }

    /// Changes the capabilities of a peer, and notifies it.
    func use(_ capabilities: Set<Capability>, of peer: Peer) {
        if capabilities == peer.capabilities { return }
        noteDemand(of: peer)
        // A gesture in progress must not continue with locations, or from touches, that the peer was not allowed to
        // know.
        let isSightOther = Sight(capabilities) != peer.sight
        for index in peer.subscriptions.indices where !peer.subscriptions[index].isSilent {
            let isOver = !peer.subscriptions[index].needs.allSatisfy(capabilities.contains)
            if isOver || isSightOther { silence(index, of: peer) }
        }
        if !capabilities.contains(.attach) { for gesture in peer.underWay.last { cancelOwn(gesture, of: peer) } }
        peer.capabilities = capabilities
        if peer.isClosed || peer.patience != nil { return settle(peer) }
        line.removeAll()
        line.appendCapabilities(capabilities.inOrder.map(\.rawValue))
        tellLine(subscription: 0, of: peer)
        for index in peer.subscriptions.indices where peer.subscriptions[index].isSilent {
            if peer.isClosed || peer.patience != nil { break }
            if peer.subscriptions[index].needs.allSatisfy(capabilities.contains) { resume(index, of: peer) }
        }
        settle(peer)
    }

    /// Hides gestures of the previous session from a new subscription.
    func hideWhatWasBefore(from subscription: inout Subscription, of peer: Peer) {
        if isOwed(subscription, to: peer) { return }
        // It never receives gestures of other connections' recognizers.
        let hidden = underWay.last.map(\.gesture).filter(gesturesBeforeSession.contains)
        subscription.begin(after: startOfSession, hiding: peer.gesturesBeforeSession.union(hidden))
    }

    /// Returns whether a subscription receives the same in any session.
    private func isOwed(_ subscription: Subscription, to peer: Peer) -> Bool {
        subscription.needs.allSatisfy(peer.granted.contains) && Sight(peer.granted) == peer.sight
    }

    /// Notes gestures that begin with touches of the previous session, for clients that subscribe during them.
    ///
    /// - Parameter gestures: Those of what is configured, or of what one peer has attached.
    func noteOrigin(of notification: GestureNotification, _ gestures: inout Set<Int>) {
        if startOfSession == .start || notification.state == .changed { return }
        if !notification.state.isUnderWay {
            gestures.remove(notification.gesture)
        } else if notification.touches.contains(where: startOfSession.isAfter) {
            gestures.insert(notification.gesture)
        }
    }

    /// Hides what an own recognizer still begins of a peer that may not attach at present.
    func hideIfAtRest(_ notification: GestureNotification, of peer: Peer) {
        if notification.state != .began || peer.capabilities.contains(.attach) { return }
        for index in peer.subscriptions.indices { peer.subscriptions[index].hide(notification.gesture) }
    }

    /// Closes everything that a subscription has in progress, and silences it.
    private func silence(_ index: Int, of peer: Peer) {
        for gesture in underWay.last where !isHidden(gesture, from: peer) { cancel(gesture, subscription: index, peer) }
        for gesture in peer.underWay.last { cancel(gesture, subscription: index, peer) }
        for notification in peer.subscriptions[index].touches.cancelAll(at: presentTime) {
            if peer.isClosed || peer.patience != nil { break }
            frame = notification
            tellFrame(subscription: index, of: peer)
        }
        peer.subscriptions[index].fallSilent()
    }

    private func cancel(_ gesture: GestureNotification, subscription index: Int, _ peer: Peer) {
        if peer.isClosed || peer.patience != nil { return }
        var end = gesture
        end.state = .cancelled
        end.time = presentTime
        removeTails()
        publishedGesture = gesture.gesture
        defer { publishedGesture = 0 }
        _ = publish(end, since: gesture.measurement, subscription: index, of: peer)
        peer.subscriptions[index].rate.forget(gesture.gesture)
    }

    /// Cancels a gesture of an own recognizer that becomes idle.
    private func cancelOwn(_ gesture: GestureNotification, of peer: Peer) {
        for index in peer.subscriptions.indices where !peer.subscriptions[index].isSilent {
            cancel(gesture, subscription: index, peer)
            peer.subscriptions[index].hide(gesture.gesture)
        }
    }

    /// Resumes a subscription with a snapshot, and with what begins later.
    private func resume(_ index: Int, of peer: Peer) {
        peer.subscriptions[index].begin(
            after: isOwed(peer.subscriptions[index], to: peer) ? .start : startOfSession,
            hiding: Set((underWay.last.filter { !isHidden($0, from: peer) } + peer.underWay.last).map(\.gesture)))
        if writeReloaded(index, of: peer) { tellLine(subscription: peer.subscriptions[index].number, of: peer) }
    }
}
