// Sending of lines to peers, and disconnection of peers that do not read.

import GestureWire

extension Server {
    /// Begins a line about gestures or touches for a peer.
    func beginLine(to peer: Peer) {
        line.removeAll()
        line.disguise = peer.isDisguised ? disguise : nil
    }

    /// Sends `line` at once if nothing waits before it, else queues it; it is not lost while the peer is connected.
    func transmitLine(to peer: Peer) {
        if peer.isClosed { return }
        if !peer.outbox.isEmpty { return peer.outbox.append(written: line.bytes) }
        switch line.withUnsafeBytes({ peer.stream.send($0) }) {
        case .bytes(line.count): break
        case .bytes(let count): peer.outbox.keep(rest: line.bytes[count...])
        case .wouldBlock: peer.outbox.keep(rest: line.bytes[...])
        case .exhausted:
            peer.outbox.keep(rest: line.bytes[...])
            rest(peer)
        case .gone, .descriptors: disconnect(peer, .info, "left")
        }
    }

    /// Sends a notification that is never dropped at once if no line waits, otherwise queues it.
    func tellLine(subscription: Int, of peer: Peer) {
        if peer.isClosed { return }
        notifications += 1
        if peer.outbox.isEmpty { return transmitLine(to: peer) }
        note(peer.outbox.append(notice: line.bytes, subscription: subscription), of: peer, dropping: subscription)
    }

    /// Handles the outcome of queueing a subscription's notification.
    func note(_ outcome: Outbox.Outcome, of peer: Peer, dropping subscription: Int) {
        switch outcome {
        case .queued:
            break
        case .gaveWay(let victims):
            for victim in victims { restore(victim, of: peer) }
        case .overflow:
            giveUp(on: peer, dropping: subscription)
        }
    }

    /// Makes the next notification of a gesture count from the base of a dropped one.
    private func restore(_ victim: WaitingGesture, of peer: Peer) {
        guard let index = peer.subscriptions.firstIndex(where: { $0.number == victim.subscription }) else { return }
        let gesture = victim.notification.gesture
        let goesOn =
            gesture == publishedGesture || peer.underWay.last(of: gesture) != nil
            || (underWay.last(of: gesture) != nil && !peer.hiddenGestures.contains(gesture))
        peer.subscriptions[index].restore(victim.base, of: gesture, goesOn: goesOn)
    }

    /// Replaces all lines that a peer did not read by snapshots, after which it is disconnected.
    ///
    /// Snapshots are written when the peer reads them: of many peers that do not read, they would take much memory.
    private func giveUp(on peer: Peer, dropping last: Int) {
        let dropped = peer.outbox.removeNotifications() + [last]
        bidFarewell(to: peer)
        lagged += 1
        log(
            .warning, of: peer.credentials,
            "does not read what it subscribed to: \(dropped.count) notifications dropped, disconnecting it")
        for subscription in peer.subscriptions {
            let number = subscription.number
            peer.outbox.append(laggedOf: number, dropped: dropped.count { $0 == number })
            notifications += 1
        }
    }

    /// Writes the last line of a subscription into `line`; nothing when there is no snapshot.
    private func writeLagged(_ number: Int, dropped: Int, of peer: Peer) {
        beginLine(to: peer)
        guard var subscription = peer.subscriptions.first(where: { $0.number == number }),
            let snapshot = try? snapshot(for: &subscription, of: peer)
        else { return }
        line.appendLagged(snapshot, dropped: dropped)
    }

    /// Begins to disconnect a peer: it may only read its last lines, until it has missed too many others or its time is
    /// over.
    func bidFarewell(to peer: Peer) {
        peer.patience = limits.outboxLines
        hasPeersToGo = true
        noteDemand(of: peer)
    }

    /// Disconnects peers that have not read their last lines in time.
    func disconnectUnread(by time: Int64) {
        if !hasPeersToGo { return }
        for peer in peers where peer.patience != nil {
            let last = peer.lastMoment ?? time + Self.farewell
            peer.lastMoment = last
            if last <= time { disconnect(peer, .warning, "did not read its last lines, disconnected") }
        }
        hasPeersToGo = peers.contains { $0.patience != nil }
    }

    /// The time that a disconnecting peer has to read its last lines, in microseconds.
    private static let farewell: Int64 = 10_000_000

    /// Notes a notification that a disconnecting peer did not receive.
    func losePatience(with peer: Peer) {
        peer.patience = peer.patience.map { $0 - 1 }
        if peer.patience == 0 { disconnect(peer, .warning, "read nothing more, disconnected") }
    }

    /// Sends waiting lines, as far as the peer's socket has room.
    func flush(_ peer: Peer) {
        while !peer.isClosed, !peer.outbox.isEmpty {
            if peer.outbox.rest.isEmpty { writeNext(of: peer) }
            switch peer.outbox.rest.withUnsafeBytes({ peer.stream.send($0) }) {
            case .bytes(let count): peer.outbox.removeFirst(bytes: count)
            case .wouldBlock: return
            case .exhausted: return rest(peer)
            case .gone, .descriptors: disconnect(peer, .info, "left")
            }
        }
    }

    /// Delays a peer's lines until the kernel has memory again.
    private func rest(_ peer: Peer) {
        peer.isResting = true
        tryAgainLater()
    }

    private func writeNext(of peer: Peer) {
        switch peer.outbox.removeFirst() {
        case .written(let bytes), .notice(let bytes, _):
            peer.outbox.keep(rest: bytes[...])
        case .gesture(let gesture):
            beginLine(to: peer)
            line.appendGestureHead(subscription: gesture.subscription, sequence: gesture.sequence)
            line.appendGestureTail(gesture.notification, since: gesture.base, hasPlaces: gesture.hasPlaces)
            peer.outbox.keep(rest: line.bytes[...])
        case .touches(let touches):
            frame = touches.notification
            writeFrame(for: touches.subscription, of: peer)
            peer.outbox.keep(rest: line.bytes[...])
        case .lagged(let subscription, let dropped):
            writeLagged(subscription, dropped: dropped, of: peer)
            peer.outbox.keep(rest: line.bytes[...])
        case nil:
            break
        }
    }
}
