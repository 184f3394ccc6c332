// Index of the connections that subscribe to each configured recognizer.

internal import GestureWire

/// The connections that subscribe to each configured recognizer.
///
/// The cost of one peer's requests must not grow with the subscriptions of other peers.
struct DemandIndex {
    private struct Question: Hashable {
        let recognizer: UTF8Key
        let surface: UTF8Key
        let visibility: Visibility
    }

    private struct Answer {
        /// The revision of all demand when it was given.
        var revision = -1
        var connections: [Int] = []
    }

    private var answers: [Question: Answer] = [:]
    /// Room for 16 panels with 256 recognizers, each in two views; when it is full, all answers are dropped.
    static let mostAnswers = 8192

    /// Returns whether a peer subscribes to a recognizer.
    ///
    /// - Parameters:
    ///   - revision: The revision of all demand; that of a peer is larger than what was known when it changed.
    ///   - isWanted: Asked of peers that want something else since this was asked last.
    mutating func hasListener(
        of recognizer: String, on surface: String, _ visibility: Visibility, among peers: [Peer], at revision: Int,
        isWanted: (Peer) -> Bool
    ) -> Bool {
        let question = Question(recognizer: UTF8Key(recognizer), surface: UTF8Key(surface), visibility: visibility)
        let known = answers[question]
        var answer = known ?? Answer()
        if answer.revision == revision { return !answer.connections.isEmpty }
        for peer in peers where peer.demandRevision > answer.revision {
            answer.connections.removeAll { $0 == peer.connection }
            if isWanted(peer) { answer.connections.append(peer.connection) }
        }
        answer.revision = revision
        if known == nil, answers.count >= Self.mostAnswers { answers = [:] }
        answers[question] = answer
        return !answer.connections.isEmpty
    }

    /// Removes a connection.
    mutating func forget(_ connection: Int) {
        for index in answers.values.indices { answers.values[index].connections.removeAll { $0 == connection } }
    }
}
