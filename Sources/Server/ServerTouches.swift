// Publication of touches to the subscriptions that ask for them.

public import GestureWire

extension Server {
    /// Tells every subscription that wants to know of touches what has become of those that it knows.
    ///
    /// Nothing is allocated for peers that keep up. The end of each touch must be published while
    /// ``wantsTouches(surface:own:)`` says so; the server forgets touches of which nobody wants to know.
    ///
    /// - Parameter audience: Who sees the touches so. Whoever attaches or detaches hears that the touches it knows are
    ///   cancelled, and nothing more of them: the audience may change then.
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

    /// Tells one subscription of the touches in `frame` at once if its peer keeps up, else later.
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

    /// Writes the touches in `frame` into `line`, with where the subscription was told that they were.
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

    /// Forgets touches of which nobody wants to know any more.
    func forgetUnwantedTouches() {
        touchesUnderWay.keep { wantsTouches(surface: $0, own: nil) }
        for peer in peers { peer.touchesUnderWay.keep { peer.wantsTouches(of: $0) } }
    }
}
