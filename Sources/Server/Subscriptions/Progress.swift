// Everything in progress, and the snapshots of it for subscriptions.

import GestureWire

final class Progress {
    /// What there is; see ``Server/use(_:_:)``.
    weak var inventory: (any Inventory)?
    @exclusivity(unchecked) private(set) var gestures = GesturesUnderWay()
    /// The touches in progress, as clients without own regions receive them.
    @exclusivity(unchecked) var touches = TouchesUnderWay()
    /// The touches before this mark, and these gestures, belong to the previous active session.
    private(set) var startOfSession = TouchMark.start
    private(set) var gesturesBeforeSession: Set<Int> = []

    /// The inventory, or an error for clients.
    func presentInventory() throws(RequestError) -> any Inventory {
        guard let inventory else {
            throw RequestError(
                code: .internalError, message: "nothing is known about surfaces and recognizers",
                hint: "report this as a defect of gestured")
        }
        return inventory
    }

    // MARK: - Gestures

    /// Updates a gesture of a configured recognizer, and returns the measurement that was published last.
    func update(_ notification: GestureNotification) -> Measurement { gestures.update(notification) }

    /// Updates a gesture of a peer's own recognizer, and returns the measurement that was published last.
    func update(_ notification: GestureNotification, of peer: Peer) -> Measurement {
        if mayHaveOrigin(notification) { recordOrigin(of: notification, &peer.gesturesBeforeSession) }
        return peer.underWay.update(notification)
    }

    func gestures(seenBy peer: Peer) -> [GestureNotification] {
        gestures.latest.filter { !peer.hides($0) } + peer.underWay.latest.filter { !peer.isExcluded(from: $0) }
    }

    /// Makes the gestures of a surface private.
    func hideGestures(on surface: String) { gestures.hide(on: surface) }

    /// Returns whether more notifications of a gesture follow for a peer.
    func isInProgress(_ gesture: Int, for peer: Peer) -> Bool {
        peer.underWay.latest(of: gesture) != nil
            || (gestures.latest(of: gesture) != nil && !peer.hiddenGestures.contains(gesture))
    }

    // MARK: - The active session

    /// Starts an active session.
    ///
    /// - Parameter start: The ids of the next touches.
    func startSession(at start: TouchMark, of peers: [Peer]) {
        startOfSession = start
        gesturesBeforeSession = Set<Int>(gestures.latest.map(\.gesture))
        for peer in peers { peer.gesturesBeforeSession = Set<Int>(peer.underWay.latest.map(\.gesture)) }
    }

    /// Records a gesture of a configured recognizer that begins with touches of the previous session, for clients that
    /// subscribe during it.
    func recordOrigin(of notification: GestureNotification) {
        if mayHaveOrigin(notification) { recordOrigin(of: notification, &gesturesBeforeSession) }
    }

    /// Whether there is anything to record, which of most notifications there is not.
    private func mayHaveOrigin(_ notification: GestureNotification) -> Bool {
        startOfSession != .start && notification.state != .changed
    }

    private func recordOrigin(of notification: GestureNotification, _ gestures: inout Set<Int>) {
        if !notification.state.isUnderWay {
            gestures.remove(notification.gesture)
        } else if notification.touches.contains(where: startOfSession.isAfter) {
            gestures.insert(notification.gesture)
        }
    }

    /// Returns whether a subscription receives the same in any session.
    func isIndependentOfSession(_ subscription: Subscription, of peer: Peer) -> Bool {
        subscription.needs.allSatisfy(peer.granted.contains) && Clearance(peer.granted) == peer.clearance
    }

    /// Hides gestures of the previous session from a new subscription.
    func hidePreviousSession(from subscription: inout Subscription, of peer: Peer) {
        if isIndependentOfSession(subscription, of: peer) { return }
        // It never receives gestures of other connections' recognizers.
        let hidden = gestures.latest.map(\.gesture).filter(gesturesBeforeSession.contains)
        subscription.begin(after: startOfSession, hiding: peer.gesturesBeforeSession.union(hidden))
    }

    // MARK: - Snapshots

    /// Returns the snapshot for a subscription, by its connection's view and its globs.
    ///
    /// - Parameter isNew: Whether the subscription begins with this snapshot, in the answer to a request. Then it also
    ///   has the nearest names, at the user's expense; otherwise only touches that it knows are included.
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
        for gesture in gestures(seenBy: peer)
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
        snapshot.form = filter.form
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
        [touches, peer.touchesUnderWay].flatMap { touches in
            touches.seen(by: peer.connection, on: isSurfaceWanted) { !peer.hiddenTouches.contains($0) && isWanted($0) }
        }
    }
}
