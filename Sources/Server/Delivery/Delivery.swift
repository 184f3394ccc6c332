// The lines to peers: sent at once, or queued for peers that do not keep up, which are disconnected in the end.
//
//     keeps up ── the socket is full ─► lines wait ── no room, and no line is droppable ─► only snapshots wait
//        ▲                                  │                                                  │
//        └───────── all were sent ──────────┘                sent, not read in 10 s, or too many missed ─► disconnected

import GestureWire

/// Writes lines and sends them to peers, without waiting for any of them.
final class Delivery {
    private let connections: Connections
    private let progress: Progress
    private let rules: UserRules
    private let log: ServerLog

    // Reused from line to line, so that nothing is allocated; on one queue, without run-time exclusivity checks.
    @exclusivity(unchecked) var line = LineWriter()
    @exclusivity(unchecked) var frame = TouchNotification(surface: "", time: 0, touches: [])
    /// The shared parts of a gesture's lines: one for each form, and one for each with disguised numbers.
    @exclusivity(unchecked) private var tails = Delivery.emptyTails
    /// Which of them hold something, a bit for each.
    private var writtenTails: UInt32 = 0
    /// The permutation of touch and gesture numbers for clients that must not be able to count them.
    ///
    /// Its key may be any: the hash behind it has a seed of its own in each process.
    var disguise: NumberDisguise? = NumberDisguise(key: 0) {
        didSet { (tails, writtenTails) = (Delivery.emptyTails, 0) }
    }

    private static let emptyTails = Array(repeating: GestureTail(), count: 2 * GestureForm.count)
    var publishedGesture = 0
    /// Whether a disconnecting peer may not have read its last lines.
    private var hasUnreadLastLines = false

    private(set) var notifications = 0
    /// The number of peers that were disconnected because they did not read.
    private(set) var lagged = 0

    init(_ connections: Connections, _ progress: Progress, _ rules: UserRules, _ log: ServerLog) {
        (self.connections, self.progress, self.rules, self.log) = (connections, progress, rules, log)
    }

    // MARK: - Lines

    func beginLine(to peer: Peer) {
        line.removeAll()
        line.disguise = peer.isDisguised ? disguise : nil
    }

    /// Sends `line` at once if nothing waits before it, else queues it; it is not lost while the peer is connected.
    func sendLine(to peer: Peer) {
        if peer.isClosed { return }
        if !peer.outbox.isEmpty { return peer.outbox.append(written: line.bytes) }
        switch line.withUnsafeBytes({ peer.stream.send($0) }) {
        case .bytes(line.count): break
        case .bytes(let count): peer.outbox.keep(rest: line.bytes[count...])
        case .wouldBlock: peer.outbox.keep(rest: line.bytes[...])
        case .exhausted:
            peer.outbox.keep(rest: line.bytes[...])
            connections.pauseSending(to: peer)
        case .gone, .descriptors: connections.disconnect(peer, .info, "left")
        }
    }

    /// Sends `line`, a notification that is never dropped, at once if no line waits, otherwise queues it.
    func sendNotice(to subscription: Int, of peer: Peer) {
        if peer.isClosed { return }
        notifications += 1
        if peer.outbox.isEmpty { return sendLine(to: peer) }
        handle(peer.outbox.append(notice: line.bytes, subscription: subscription), of: peer, dropping: subscription)
    }

    /// Sends `line`, a notification of no subscription, which is never dropped.
    func sendNotice(to peer: Peer) { sendNotice(to: Self.noSubscription, of: peer) }

    /// Sends touches of a recognizer that a peer decides, at once if it keeps up.
    func send(_ touches: AttemptTouches, to peer: Peer) {
        if peer.isClosed { return }
        notifications += 1
        guard peer.outbox.isEmpty else {
            return handle(peer.outbox.append(touches), of: peer, dropping: Self.noSubscription)
        }
        beginLine(to: peer)
        line.append(touches)
        sendLine(to: peer)
    }

    /// Subscriptions are numbered from 1.
    private static let noSubscription = 0

    // MARK: - Gestures and touches

    /// Sends a gesture to one subscription at once if its peer keeps up, otherwise later.
    ///
    /// - Parameter hasPlaces: Whether the peer was entitled to places when the notification was published.
    func send(
        _ notification: GestureNotification, since base: Measurement, hasPlaces: Bool, to index: Int, of peer: Peer
    ) {
        notifications += 1
        let (number, sequence, ownBase, form) =
            peer.subscriptions[index].beginLine(of: notification, hasPlaces: hasPlaces)
        guard peer.outbox.isEmpty else {
            let waiting = WaitingGesture(
                subscription: number, sequence: sequence, notification: notification, form: form,
                base: ownBase ?? base)
            return handle(peer.outbox.append(waiting), of: peer, dropping: number)
        }
        beginLine(to: peer)
        line.appendGestureHead(subscription: number, sequence: sequence)
        if let ownBase {
            line.appendGestureTail(notification, since: ownBase, form: form)
        } else {
            let index = Int(form.rawValue) + (peer.isDisguised ? GestureForm.count : 0)
            if writtenTails & 1 << index == 0 {
                writtenTails |= 1 << index
                tails[index].write(notification, since: base, form: form, disguise: line.disguise)
            }
            // By way of a pointer: else it would be copied first.
            tails.withUnsafeBufferPointer { line.append($0[index].line) }
        }
        sendLine(to: peer)
    }

    /// Forgets what is written of the last notification.
    func removeTails() {
        while writtenTails != 0 {
            tails[writtenTails.trailingZeroBitCount].clear()
            writtenTails &= writtenTails - 1
        }
    }

    /// Forgets names in what is written: each connection numbers its own gestures alike.
    func forgetNames() { for index in tails.indices { tails[index].forgetNames() } }

    /// Sends one subscription the touches in `frame` at once if its peer keeps up, otherwise later.
    func sendFrame(to index: Int, of peer: Peer) {
        notifications += 1
        let number = peer.subscriptions[index].number
        if peer.outbox.isEmpty {
            writeFrame(for: number, of: peer)
            sendLine(to: peer)
        } else {
            let waiting = WaitingTouches(subscription: number, notification: frame)
            handle(peer.outbox.append(waiting), of: peer, dropping: number)
        }
    }

    /// Writes the touches in `frame` into `line`, relative to the locations that the subscription received last.
    private func writeFrame(for subscription: Int, of peer: Peer) {
        var coordinates = PlaceCoordinates.surface
        if let index = peer.subscriptions.firstIndex(where: { $0.number == subscription }) {
            peer.subscriptions[index].touches.addPreviousLocations(to: &frame.touches)
            coordinates = peer.subscriptions[index].filter.coordinates
        }
        beginLine(to: peer)
        line.append(frame, subscription: subscription, in: coordinates)
    }

    /// Writes the touches that wait for a subscription, because what is known of them is about to change or go.
    func writeWaitingTouches(of subscription: Int, _ peer: Peer) {
        peer.outbox.writeTouches(of: subscription) { notification in
            frame = notification
            writeFrame(for: subscription, of: peer)
            return line.bytes
        }
    }

    // MARK: - Peers that do not keep up

    private func handle(_ outcome: Outbox.Outcome, of peer: Peer, dropping subscription: Int) {
        switch outcome {
        case .queued: break
        case .dropped(let victims, let touches):
            for victim in victims { restore(victim, of: peer) }
            for lost in touches {
                guard let index = peer.subscriptions.firstIndex(where: { $0.number == lost.subscription }) else {
                    continue
                }
                peer.subscriptions[index].touches.lose(lost.notification.touches)
            }
        case .overflow: giveUp(on: peer, dropping: subscription)
        }
    }

    /// Makes the next notification of a gesture count from the base of a dropped one.
    private func restore(_ victim: WaitingGesture, of peer: Peer) {
        guard let index = peer.subscriptions.firstIndex(where: { $0.number == victim.subscription }) else { return }
        let gesture = victim.notification.gesture
        let isInProgress = gesture == publishedGesture || progress.isInProgress(gesture, for: peer)
        peer.subscriptions[index].restore(victim.base, of: gesture, isInProgress: isInProgress)
    }

    /// Replaces all lines that a peer did not read by snapshots, after which it is disconnected.
    ///
    /// Snapshots are written when the peer reads them: of many peers that do not read, they would take much memory.
    private func giveUp(on peer: Peer, dropping last: Int) {
        let dropped = peer.outbox.removeNotifications() + [last]
        beginDisconnecting(peer)
        lagged += 1
        log.write(
            .warning, of: peer.credentials,
            "is too slow: \(dropped.count) notifications dropped, disconnecting it")
        for subscription in peer.subscriptions {
            let number = subscription.number
            peer.outbox.append(laggedOf: number, dropped: dropped.count { $0 == number })
            notifications += 1
        }
    }

    /// Begins to disconnect a peer: it may only read its last lines, until it has missed too many others or its time is
    /// over.
    private func beginDisconnecting(_ peer: Peer) {
        peer.missesLeft = rules.limits.outboxLines
        hasUnreadLastLines = true
        connections.demand.markChanged(peer)
    }

    /// Sends a peer the reason for its disconnection, in place of all lines that it has not read.
    func dismiss(_ peer: Peer, because error: RequestError, _ words: String) {
        _ = peer.outbox.removeNotifications()
        beginDisconnecting(peer)
        log.write(.notice, of: peer.credentials, words)
        line.removeAll()
        line.appendError(error, to: .null)
        sendLine(to: peer)
        // A peer that does not read stays connected for a while; its attachments are removed at once.
        connections.demand.recordEnd(of: peer.connection)
        connections.settle(peer)
    }

    /// The time when the first peer that has not read its last lines is disconnected; nil if there is none.
    ///
    /// - Parameter present: A known time: the time limit of a peer starts with the next one.
    func nextDeadline(after present: Int64) -> Int64? {
        if !hasUnreadLastLines { return nil }
        return connections.peers.lazy.filter(\.isDisconnecting).map { $0.disconnectDeadline ?? present }.min()
    }

    func disconnectUnread(by time: Int64) {
        if !hasUnreadLastLines { return }
        for peer in connections.peers where peer.isDisconnecting {
            let last = peer.disconnectDeadline ?? time + Self.lastLinesTime
            peer.disconnectDeadline = last
            if last <= time { connections.disconnect(peer, .warning, "did not read its last lines, disconnected") }
        }
        hasUnreadLastLines = connections.peers.contains(where: \.isDisconnecting)
    }

    /// The time that a disconnecting peer has to read its last lines, in microseconds.
    private static let lastLinesTime: Int64 = 10_000_000

    /// Counts a notification that a disconnecting peer did not receive.
    func countMiss(of peer: Peer) {
        peer.missesLeft = peer.missesLeft.map { $0 - 1 }
        if peer.missesLeft == 0 { connections.disconnect(peer, .warning, "stopped reading, disconnected") }
    }

    // MARK: - Waiting lines

    func sendWaiting(to peer: Peer) {
        while !peer.isClosed, !peer.outbox.isEmpty {
            if peer.outbox.rest.isEmpty { writeNext(of: peer) }
            switch peer.outbox.rest.withUnsafeBytes({ peer.stream.send($0) }) {
            case .bytes(let count): peer.outbox.removeFirst(bytes: count)
            case .wouldBlock: return
            case .exhausted: return connections.pauseSending(to: peer)
            case .gone, .descriptors: connections.disconnect(peer, .info, "left")
            }
        }
    }

    func resumeSending() {
        for peer in connections.peers where peer.isSendingPaused {
            peer.isSendingPaused = false
            sendWaiting(to: peer)
            connections.settle(peer)
        }
    }

    private func writeNext(of peer: Peer) {
        switch peer.outbox.removeFirst() {
        case .written(let bytes), .notice(let bytes, _):
            peer.outbox.keep(rest: bytes[...])
        case .gesture(let gesture):
            beginLine(to: peer)
            line.appendGestureHead(subscription: gesture.subscription, sequence: gesture.sequence)
            line.appendGestureTail(gesture.notification, since: gesture.base, form: gesture.form)
            peer.outbox.keep(rest: line.bytes[...])
        case .touches(let touches):
            frame = touches.notification
            writeFrame(for: touches.subscription, of: peer)
            peer.outbox.keep(rest: line.bytes[...])
        case .attempt(let touches):
            beginLine(to: peer)
            line.append(touches)
            peer.outbox.keep(rest: line.bytes[...])
        case .lagged(let subscription, let dropped):
            writeLagged(subscription, dropped: dropped, of: peer)
            peer.outbox.keep(rest: line.bytes[...])
        case nil:
            break
        }
    }

    /// Writes the last line of a subscription into `line`; nothing when there is no snapshot.
    private func writeLagged(_ number: Int, dropped: Int, of peer: Peer) {
        beginLine(to: peer)
        guard var subscription = peer.subscriptions.first(where: { $0.number == number }),
            let snapshot = try? progress.snapshot(for: &subscription, of: peer)
        else { return }
        line.appendLagged(snapshot, dropped: dropped)
    }
}
