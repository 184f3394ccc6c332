// Questions of a connection's own recognizers, and the touches of those that it decides.

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

    /// Returns whether a connection may decide for recognizers, and so receive their touches.
    func mayDecide(_ connection: Int) -> Bool {
        connections.peer(of: connection).map { !$0.isClosed && $0.mayDecide } ?? false
    }

    /// Returns whether a connection's recognizers may take touches from applications.
    func mayIntercept(_ connection: Int) -> Bool {
        connections.peer(of: connection).map { !$0.isClosed && $0.mayIntercept } ?? false
    }

    /// Sends a connection touches of an attempt, merged with those that it has not read.
    ///
    /// - Returns: Whether the peer may decide, and will read the line.
    func send(_ touches: AttemptTouches, to connection: Int) -> Bool {
        mayDecide(connection) && send(to: connection) { delivery.send(touches, to: $0) }
    }

    /// Sends a connection the end of an attempt, also one that may not decide any more.
    func send(_ end: AttemptEnd, to connection: Int) {
        _ = send(to: connection) {
            delivery.beginLine(to: $0)
            delivery.line.append(end)
            delivery.sendNotice(to: $0)
        }
    }

    /// Sends a connection a line about an attempt; a peer without room for it is disconnected.
    private func send(to connection: Int, _ send: (Peer) -> Void) -> Bool {
        guard let peer = connections.peer(of: connection), !peer.isClosed, !peer.isDisconnecting else { return false }
        send(peer)
        connections.settle(peer)
        return !peer.isClosed && !peer.isDisconnecting
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
