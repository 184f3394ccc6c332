// The demand of all peers for recognizers and touches, and what the control does not know of it yet.

import GestureWire

/// The demand for recognizers, its changes, and the connections that ended.
struct Demand {
    /// The number of changes of demand.
    private(set) var revision = 0
    /// Whether the control does not know of the latest change.
    private(set) var hasChanged = false
    /// Closed connections that the control does not know of.
    private(set) var ended: [Int] = []
    private var index = DemandIndex()

    /// Notes that a peer's demand has changed.
    mutating func note(_ peer: Peer) {
        hasChanged = true
        revision &+= 1
        peer.demandRevision = revision
    }

    /// Notes the end of a connection, or of everything that it has attached.
    mutating func noteEnd(of connection: Int) { ended.append(connection) }

    /// Forgets a peer.
    mutating func forget(_ peer: Peer) {
        // A peer that ever had demand may still be in the index.
        if peer.demandRevision > 0 { index.forget(peer.connection) }
    }

    /// Returns whether one of the peers subscribes to a configured recognizer.
    mutating func includes(recognizer: String, surface: String, _ visibility: Visibility, among peers: [Peer]) -> Bool {
        index.hasListener(of: recognizer, on: surface, visibility, among: peers, at: revision) { peer in
            !peer.ownRecognizers.contains(recognizer) && peer.clearance.includes(visibility)
                && peer.wants(recognizer: recognizer, surface: surface)
        }
    }

    /// Removes and returns a connection that ended.
    mutating func takeEnded() -> Int? { ended.isEmpty ? nil : ended.removeFirst() }

    /// Returns whether demand has changed since the last call.
    mutating func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    /// Whether the control does not know of something.
    var isUnknown: Bool { hasChanged || !ended.isEmpty }
}
