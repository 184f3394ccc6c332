// Start and end of subscriptions.

import GestureWire

struct SubscriptionRequests {
    let parts: ServerParts

    /// Adds a subscription and returns its snapshot.
    func subscribe(_ filter: SubscriptionFilter, for peer: Peer) throws(RequestError) -> Snapshot {
        try checkLimits(filter, peer)
        // Present subscriptions receive the changes that the snapshot contains, each once.
        parts.surfaces.publish()
        var subscription = Subscription(number: peer.lastSubscription + 1, filter: filter)
        parts.progress.hidePreviousSession(from: &subscription, of: peer)
        let snapshot = try parts.progress.snapshot(for: &subscription, of: peer, isNew: true)
        subscription.touches.join(snapshot.touches ?? [])
        peer.lastSubscription += 1
        peer.subscriptions.append(subscription)
        parts.connections.demand.markChanged(peer)
        return snapshot
    }

    private func checkLimits(_ filter: SubscriptionFilter, _ peer: Peer) throws(RequestError) {
        let limits = parts.rules.limits
        let fewer = "unsubscribe from one of them, or subscribe with more globs at once"
        try require(
            peer.subscriptions.count < limits.subscriptionsPerPeer,
            "this connection has \(limits.subscriptionsPerPeer) subscriptions already", fewer)
        try require(
            parts.connections.subscriptionCount(of: peer.owner) < limits.subscriptionsPerUser,
            "the connections of this user have \(limits.subscriptionsPerUser) subscriptions already", fewer)
        try require(
            peer.subscriptions.reduce(filter.globCount) { $0 + $1.filter.globCount } <= limits.globsPerPeer,
            "this connection would have more than \(limits.globsPerPeer) globs",
            "subscribe with fewer globs, or unsubscribe before")
        try require(
            parts.connections.globBytes(of: peer.owner) + filter.globBytes <= limits.globBytesPerUser,
            "the globs of this user's subscriptions would take more than \(limits.globBytesPerUser) bytes",
            "subscribe with fewer or shorter globs, or unsubscribe before")
    }

    private func require(
        _ isWithin: Bool, _ message: @autoclosure () -> String, _ hint: String
    ) throws(RequestError) {
        if !isWithin { throw RequestError(code: .limitReached, message: message(), hint: hint) }
    }

    /// Ends a subscription; what waits for it still comes before the answer.
    func unsubscribe(_ number: Int, for peer: Peer) throws(RequestError) {
        guard let index = peer.subscriptions.firstIndex(where: { $0.number == number }) else {
            let known = peer.subscriptions.map { "\($0.number)" }.joined(separator: ", ")
            throw RequestError(
                code: .invalidParameters, message: "no such subscription", path: "params.subscription",
                hint: known.isEmpty ? "this connection has none" : "this connection has " + known)
        }
        parts.delivery.writeWaitingTouches(of: number, peer)
        peer.subscriptions.remove(at: index)
        parts.connections.demand.markChanged(peer)
    }
}
