// Acceptance and refusal of new clients.

import GestureWire

/// Accepts clients while there are slots for them.
final class Acceptor {
    private let transports: TransportWatch
    private let connections: Connections
    private let delivery: Delivery
    private let rules: UserRules
    private let timeLimits: TimeLimits
    private let log: ServerLog
    /// The number that was given to a connection last.
    private var lastConnection = 0

    init(
        _ transports: TransportWatch, _ connections: Connections, _ delivery: Delivery, _ rules: UserRules,
        _ timeLimits: TimeLimits, _ log: ServerLog
    ) {
        (self.transports, self.connections, self.delivery) = (transports, connections, delivery)
        (self.rules, self.timeLimits, self.log) = (rules, timeLimits, log)
    }

    /// Accepts one waiting client of a transport; devices and other clients are served before the next.
    ///
    /// - Parameter isShutDown: Whether the transport accepts no connections any more.
    func accept(from index: Int, isShutDown: Bool) {
        if connections.slots.refused >= rules.limits.refusedPeers { return transports.pause(index) }
        switch transports.accept(from: index, isShutDown: isShutDown) {
        case .client(let stream, let credentials): admit(stream, credentials)
        case .unusable(let stream, let credentials, let reason):
            if let credentials { log.write(.warning, of: credentials, reason) } else { log.write(.warning, reason) }
            connections.slots.release(stream, of: nil)
        case .aborted, .nobody, .failed, nil: break
        }
    }

    private func admit(_ stream: PeerStream, _ credentials: PeerCredentials) {
        let taken = connections.takenSlots
        if taken >= rules.room(for: credentials.user) {
            return refuse(stream, credentials, "\(taken) peers are connected already")
        }
        let owner = rules.owner(of: credentials.user)
        let most = rules.mostPeers(of: owner)
        if connections.takenSlots(by: owner) >= most {
            let whose = owner == Server.unknownOwner ? "users that this system does not know" : "uid \(owner)"
            return refuse(stream, credentials, "\(most) peers of \(whose) are connected already")
        }
        lastConnection += 1
        let peer = Peer(
            stream, connection: lastConnection, credentials: credentials, owner: owner,
            granted: rules.access.capabilities(of: credentials) { stream.groups }, limits: rules.limits)
        peer.capabilities = rules.capabilities(of: peer)
        timeLimits.update(peer)
        connections.add(peer)
        log.write(.info, of: credentials, "connected")
        delivery.line.removeAll()
        delivery.line.appendHello(capabilities: peer.capabilities.inOrder.map(\.rawValue))
        delivery.sendLine(to: peer)
        connections.settle(peer)
    }

    /// Sends a refused client the reason; the kernel may drop it.
    private func refuse(_ stream: PeerStream, _ credentials: PeerCredentials, _ message: String) {
        delivery.line.removeAll()
        delivery.line.appendError(
            RequestError(
                code: .limitReached, message: message, hint: "close connections that are not needed, then try again"),
            to: .null)
        _ = delivery.line.withUnsafeBytes(stream.send)
        connections.slots.release(stream, of: nil)
        log.write(.warning, of: credentials, "refused: \(message)")
    }
}
