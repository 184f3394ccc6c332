// The demand of all peers for recognizers and touches, and what the control does not know of it yet.

import GestureWire

/// The demand for recognizers, its changes, and the connections that ended.
///
/// It keeps which connections subscribe to each configured recognizer: the cost of one peer's requests must not grow
/// with the subscriptions of other peers.
struct Demand {
    private struct Question: Hashable {
        let recognizer: String
        let surface: String
    }

    private struct Answer {
        /// The revision when it was given.
        var revision = -1
        var connections: [Int] = []
    }

    /// The number of changes of demand; that of a peer is the one of its own latest change.
    private(set) var revision = 0
    /// Whether the control does not know of the latest change.
    private var hasChanged = false
    private var ended: [Int] = []
    private var answers: [Question: Answer] = [:]
    /// Room for 32 panels with 256 recognizers each; when it is full, all answers are dropped.
    static let mostAnswers = 8192

    /// Records that the demand of a peer has changed.
    mutating func markChanged(_ peer: Peer) {
        hasChanged = true
        revision &+= 1
        peer.demandRevision = revision
    }

    /// Records the end of a connection, or of everything that it has attached.
    mutating func recordEnd(of connection: Int) { ended.append(connection) }

    mutating func forget(_ peer: Peer) {
        // A peer that never had demand is in no answer.
        if peer.demandRevision == 0 { return }
        for index in answers.values.indices { answers.values[index].connections.removeAll { $0 == peer.connection } }
    }

    /// Returns whether one of the peers subscribes to a configured recognizer.
    mutating func includes(recognizer: String, surface: String, among peers: [Peer]) -> Bool {
        let question = Question(recognizer: recognizer, surface: surface)
        let known = answers[question]
        var answer = known ?? Answer()
        if answer.revision == revision { return !answer.connections.isEmpty }
        // Only of those whose demand has changed since.
        for peer in peers where peer.demandRevision > answer.revision {
            answer.connections.removeAll { $0 == peer.connection }
            if !peer.ownRecognizers.contains(recognizer), peer.wants(recognizer: recognizer, surface: surface) {
                answer.connections.append(peer.connection)
            }
        }
        answer.revision = revision
        if known == nil, answers.count >= Self.mostAnswers { answers = [:] }
        answers[question] = answer
        return !answer.connections.isEmpty
    }

    mutating func takeEnded() -> Int? { ended.isEmpty ? nil : ended.removeFirst() }

    mutating func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    /// Whether the control does not know of something.
    var isUnknown: Bool { hasChanged || !ended.isEmpty }
}
