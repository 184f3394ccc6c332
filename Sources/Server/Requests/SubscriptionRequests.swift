// Start and end of subscriptions.

import GestureWire

/// Carries out `subscribe` and `unsubscribe`.
struct SubscriptionRequests {
    let connections: Connections
    let progress: Progress
    let delivery: Delivery
    let rules: UserRules
    let surfaces: SurfacePublication

    /// Adds a subscription and writes its snapshot into `line`.
    func subscribe(
        _ filter: SubscriptionFilter, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        try checkLimits(filter, peer)
        // Present subscriptions receive the changes that the snapshot contains, each once.
        surfaces.publish()
        delivery.beginLine(to: peer)
        var subscription = Subscription(number: peer.lastSubscription + 1, filter: filter)
        progress.hidePreviousSession(from: &subscription, of: peer)
        let snapshot = try progress.snapshot(for: &subscription, of: peer, isNew: true)
        delivery.line.appendSnapshot(snapshot, to: identifier)
        subscription.touches.join(snapshot.touches ?? [])
        peer.lastSubscription += 1
        peer.subscriptions.append(subscription)
        connections.demand.note(peer)
    }

    private func checkLimits(_ filter: SubscriptionFilter, _ peer: Peer) throws(RequestError) {
        let limits = rules.limits
        guard peer.subscriptions.count < limits.subscriptionsPerPeer else {
            throw RequestError(
                code: .limitReached,
                message: "this connection has \(limits.subscriptionsPerPeer) subscriptions already",
                hint: "unsubscribe from one of them, or subscribe with more globs at once")
        }
        guard connections.subscriptionCount(of: peer.owner) < limits.subscriptionsPerUser else {
            throw RequestError(
                code: .limitReached,
                message: "the connections of this user have \(limits.subscriptionsPerUser) subscriptions already",
                hint: "unsubscribe from one of them, or subscribe with more globs at once")
        }
        let globs = peer.subscriptions.reduce(filter.globCount) { $0 + $1.filter.globCount }
        guard globs <= limits.globsPerPeer else {
            throw RequestError(
                code: .limitReached, message: "this connection would have more than \(limits.globsPerPeer) globs",
                hint: "subscribe with fewer globs, or unsubscribe before")
        }
        guard connections.globBytes(of: peer.owner) + filter.globBytes <= limits.globBytesPerUser else {
            throw RequestError(
                code: .limitReached,
                message: "the globs of this user's subscriptions would take more than \(limits.globBytesPerUser) bytes",
                hint: "subscribe with fewer or shorter globs, or unsubscribe before")
        }
    }

    /// Ends a subscription and writes the answer into `line`; what waits for it still comes before that.
    func unsubscribe(_ number: Int, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        guard let index = peer.subscriptions.firstIndex(where: { $0.number == number }) else {
            let known = peer.subscriptions.map { "\($0.number)" }.joined(separator: ", ")
            throw RequestError(
                code: .invalidParameters, message: "no such subscription", path: "params.subscription",
                hint: known.isEmpty ? "this connection has none" : "this connection has " + known)
        }
        delivery.writeWaitingTouches(of: number, peer)
        peer.subscriptions.remove(at: index)
        connections.demand.note(peer)
        delivery.line.removeAll()
        delivery.line.appendResult(to: identifier)
    }
}
