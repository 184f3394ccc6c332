// Questions of a connection's own recognizers, sent to that connection.

import GestureWire

final class QuestionPublication {
    private let connections: Connections
    private let delivery: Delivery

    init(_ connections: Connections, _ delivery: Delivery) {
        (self.connections, self.delivery) = (connections, delivery)
    }

    /// Returns whether a connection may have gestures from recognizers of its own.
    func mayAsk(_ connection: Int) -> Bool {
        guard let peer = connections.peer(of: connection) else { return false }
        return !peer.isDisconnecting && peer.capabilities.contains(.attach)
    }

    /// Asks a connection; a peer without room for the line is disconnected.
    ///
    /// - Parameter isPrivate: Whether it is about private touches.
    /// - Returns: The number of the question; nil if the connection cannot be asked.
    func ask(_ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool) -> Int? {
        guard let peer = connections.peer(of: connection), !peer.isClosed, !peer.isDisconnecting,
            peer.capabilities.contains(.attach), !isPrivate || peer.clearance.privateTouches
        else { return nil }
        let number = peer.nextQuestion()
        delivery.beginLine(to: peer)
        delivery.line.append(Question(question: number, recognizer: recognizer, subject: subject))
        delivery.sendNotice(to: peer)
        connections.settle(peer)
        return peer.isClosed || peer.isDisconnecting ? nil : number
    }
}
