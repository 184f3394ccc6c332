// Publication of touches to the subscriptions that ask for them.

public import GestureWire

extension Server {
    /// Sends touches to every subscription that selects them.
    ///
    /// Nothing is allocated for peers that keep up. The end of each touch must be published while
    /// ``wantsTouches(surface:own:)`` is true; the server forgets touches that no subscription selects.
    ///
    /// - Parameter audience: The connections that receive the touches in this form. A connection that attaches or
    ///   detaches receives the cancellation of its touches, and nothing more of them: the audience may change then.
    public func publish(_ touches: TouchNotification, to audience: Audience = .everybody(except: [])) {
        if isClosed || touches.touches.isEmpty { return }
        latestTime = max(latestTime, touches.time)
        switch audience {
        case .everybody(let except):
            if !wantsTouches(surface: touches.surface, own: nil) { return }
            touchesUnderWay.update(touches, except: except)
            for peer in peersInTurn where !except.contains(peer.connection) { publish(touches, to: peer) }
        case .connection(let connection):
            guard let peer = peers.first(where: { $0.connection == connection }),
                peer.wantsTouches(of: touches.surface)
            else { return }
            peer.touchesUnderWay.update(touches)
            publish(touches, to: peer)
        }
    }

    private func publish(_ touches: TouchNotification, to peer: Peer) {
        for index in peer.subscriptions.indices where peer.subscriptions[index].wantsTouches(of: touches.surface) {
            if peer.isClosed { return }
            if peer.patience != nil {
                losePatience(with: peer)
                continue
            }
            peer.subscriptions[index].filter(touches, hiding: peer.hiddenTouches, into: &frame.touches)
            if frame.touches.isEmpty { continue }
            frame.surface = touches.surface
            frame.time = touches.time
            tellFrame(subscription: index, of: peer)
        }
        settle(peer)
    }

    /// Sends one subscription the touches in `frame` at once if its peer keeps up, otherwise later.
    func tellFrame(subscription index: Int, of peer: Peer) {
        notifications += 1
        let number = peer.subscriptions[index].number
        if peer.outbox.isEmpty {
            writeFrame(for: number, of: peer)
            transmitLine(to: peer)
        } else {
            let waiting = WaitingTouches(subscription: number, notification: frame)
            note(peer.outbox.append(waiting), of: peer, dropping: number)
        }
    }

    /// Writes the touches in `frame` into `line`, relative to the locations that the subscription received last.
    func writeFrame(for subscription: Int, of peer: Peer) {
        if let index = peer.subscriptions.firstIndex(where: { $0.number == subscription }) {
            peer.subscriptions[index].touches.tell(&frame.touches)
        }
        beginLine(to: peer)
        line.append(frame, subscription: subscription)
    }

    /// Writes the touches that wait for a subscription, because what is known of them is about to change or go.
    func writeWaitingTouches(of subscription: Int, _ peer: Peer) {
        peer.outbox.writeTouches(of: subscription) { notification in
            frame = notification
            writeFrame(for: subscription, of: peer)
            return line.bytes
        }
    }

    /// Forgets touches that no subscription selects any more.
    func forgetUnwantedTouches() {
        touchesUnderWay.keep { wantsTouches(surface: $0, own: nil) }
        for peer in peers { peer.touchesUnderWay.keep { peer.wantsTouches(of: $0) } }
    }
}
