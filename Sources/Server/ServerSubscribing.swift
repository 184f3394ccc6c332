// Start and end of subscriptions, and their snapshots.

import GestureWire

extension Server {
    /// Adds a subscription and writes its snapshot into `line`.
    func subscribe(
        _ filter: SubscriptionFilter, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        guard peer.subscriptions.count < limits.subscriptionsPerPeer else {
            throw RequestError(
                code: .limitReached,
                message: "this connection has \(limits.subscriptionsPerPeer) subscriptions already",
                hint: "unsubscribe from one of them, or subscribe with more globs at once")
        }
        guard subscriptionCount(of: peer.owner) < limits.subscriptionsPerUser else {
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
        guard globBytes(of: peer.owner) + filter.globBytes <= limits.globBytesPerUser else {
            throw RequestError(
                code: .limitReached,
                message: "the globs of this user's subscriptions would take more than \(limits.globBytesPerUser) bytes",
                hint: "subscribe with fewer or shorter globs, or unsubscribe before")
        }
        // Present subscriptions receive the changes that the snapshot contains, each once.
        publishSurfaces()
        beginLine(to: peer)
        var subscription = Subscription(number: peer.lastSubscription + 1, filter: filter)
        hideWhatWasBefore(from: &subscription, of: peer)
        let snapshot = try snapshot(for: &subscription, of: peer, isNew: true)
        line.appendSnapshot(snapshot, to: identifier)
        subscription.touches.join(snapshot.touches ?? [])
        peer.lastSubscription += 1
        peer.subscriptions.append(subscription)
        noteDemand(of: peer)
    }

    /// Ends a subscription and writes the answer into `line`; what waits for it still comes before that.
    func unsubscribe(_ number: Int, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        guard let index = peer.subscriptions.firstIndex(where: { $0.number == number }) else {
            let known = peer.subscriptions.map { "\($0.number)" }.joined(separator: ", ")
            throw RequestError(
                code: .invalidParameters, message: "no such subscription", path: "params.subscription",
                hint: known.isEmpty ? "this connection has none" : "this connection has " + known)
        }
        writeWaitingTouches(of: number, peer)
        peer.subscriptions.remove(at: index)
        noteDemand(of: peer)
        line.removeAll()
        line.appendResult(to: identifier)
    }

    /// Returns the snapshot for a subscription, by its connection's view and its globs.
    ///
    /// - Parameter isNew: Whether it begins with this, in the answer to a request, whose user pays for looking for the
    ///   nearest names; else only touches count of which it knows.
    func snapshot(
        for subscription: inout Subscription, of peer: Peer, isNew: Bool = false
    ) throws(RequestError) -> Snapshot {
        let inventory = try presentInventory()
        let filter = subscription.filter
        if subscription.isSilent {
            let touches: [TouchNotification]? = filter.touches ? [] : nil
            return Snapshot(
                subscription: subscription.number, surfaces: [], recognizers: [], gestures: [], touches: touches)
        }
        let gestures = underWay.last.filter { !isHidden($0, from: peer) } + peer.underWay.last
        let recognizers = inventory.recognizers(seenBy: peer.connection)
        let wanted = recognizers.filter { subscription.names(recognizer: $0.name) }
        let asked = subscription
        let surfaces = inventory.surfaces.filter { asked.wants(surface: $0.name) }
        var unmatched = subscription.unmatchedGlobs(amongRecognizers: wanted.lazy.map(\.name))
        var unmatchedSurfaces = subscription.unmatchedGlobs(amongSurfaces: surfaces.lazy.map(\.name))
        if isNew {
            Self.hint(&unmatched, among: recognizers.lazy.map(\.name))
            Self.hint(&unmatchedSurfaces, among: inventory.surfaces.lazy.map(\.name))
        }
        var seen: [GestureNotification] = []
        for gesture in gestures
        where subscription.matches(recognizer: gesture.recognizer, surface: gesture.surface)
            && !subscription.hiddenGestures.contains(gesture.gesture)
        {
            seen.append(gesture)
        }
        var snapshot = Snapshot(
            subscription: asked.number, surfaces: surfaces, recognizers: wanted, unmatched: unmatched,
            unmatchedSurfaces: unmatchedSurfaces, gestures: seen,
            touches: filter.touches
                ? touches(of: peer, on: asked.wants) {
                    isNew && !asked.start.isAfter($0) || asked.touches.contains($0)
                } : nil)
        for gesture in snapshot.gestures where !peer.seesPlaces(of: gesture) {
            snapshot.withoutPlaces.insert(gesture.gesture)
        }
        return snapshot
    }

    /// Adds the nearest names to the first globs, as looking for them takes time.
    private static func hint(_ globs: inout [UnmatchedGlob], among names: some Sequence<String>) {
        for index in globs.indices.prefix(hintedGlobs) {
            globs[index].nearest = nearestName(to: globs[index].glob, among: names)
        }
    }

    private func touches(
        of peer: Peer, on isSurfaceWanted: (String) -> Bool, where isWanted: (Int) -> Bool
    ) -> [TouchNotification] {
        [touchesUnderWay, peer.touchesUnderWay].flatMap { touches in
            touches.seen(by: peer.connection, on: isSurfaceWanted) { !peer.hiddenTouches.contains($0) && isWanted($0) }
        }
    }

    func presentInventory() throws(RequestError) -> any Inventory {
        guard let inventory else {
            throw RequestError(
                code: .internalError, message: "nothing is known about surfaces and recognizers",
                hint: "report this as a defect of gestured")
        }
        return inventory
    }
}
