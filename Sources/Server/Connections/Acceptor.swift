// Acceptance and refusal of new clients.

import GestureWire

final class Acceptor {
    private let parts: ServerParts
    /// The number that was given to a connection last.
    private var lastConnection = 0

    init(_ parts: ServerParts) { self.parts = parts }

    /// Accepts one waiting client of a transport; devices and other clients are served before the next.
    ///
    /// - Parameter isShutDown: Whether the transport accepts no connections any more.
    func accept(from index: Int, isShutDown: Bool) {
        if parts.connections.slots.refused >= parts.rules.limits.refusedPeers { return parts.transports.pause(index) }
        switch parts.transports.accept(from: index, isShutDown: isShutDown) {
        case .client(let stream, let credentials): admit(stream, credentials)
        case .unusable(let stream, let credentials, let reason):
            if let credentials {
                parts.log.write(.warning, of: credentials, reason)
            } else {
                parts.log.write(.warning, reason)
            }
            parts.connections.slots.release(stream, of: nil)
        case .aborted, .nobody, .failed, nil: break
        }
    }

    private func admit(_ stream: PeerStream, _ credentials: PeerCredentials) {
        let taken = parts.connections.takenSlots
        if taken >= parts.rules.room(for: credentials.user) {
            return refuse(stream, credentials, "\(taken) peers are connected already")
        }
        let owner = parts.rules.owner(of: credentials.user)
        let most = parts.rules.mostPeers(of: owner)
        if parts.connections.takenSlots(by: owner) >= most {
            let whose = owner == Server.unknownOwner ? "users that this system does not know" : "uid \(owner)"
            return refuse(stream, credentials, "\(most) peers of \(whose) are connected already")
        }
        lastConnection += 1
        let peer = Peer(
            stream, connection: lastConnection, credentials: credentials, owner: owner,
            granted: parts.rules.access.capabilities(of: credentials) { stream.groups }, limits: parts.rules.limits)
        peer.capabilities = parts.rules.capabilities(of: peer)
        parts.requestRates.update(peer)
        parts.connections.add(peer)
        parts.log.write(.info, of: credentials, "connected")
        parts.delivery.line.removeAll()
        parts.delivery.line.appendHello(capabilities: peer.capabilities.inOrder.map(\.rawValue))
        parts.delivery.sendLine(to: peer)
        parts.connections.settle(peer)
    }

    /// Sends a refused client the reason; the kernel may drop it.
    private func refuse(_ stream: PeerStream, _ credentials: PeerCredentials, _ message: String) {
        parts.delivery.line.removeAll()
        parts.delivery.line.appendError(
            RequestError(
                code: .limitReached, message: message, hint: "close connections that are not needed, then try again"),
            to: .null)
        _ = parts.delivery.line.withUnsafeBytes(stream.send)
        parts.connections.slots.release(stream, of: nil)
        parts.log.write(.warning, of: credentials, "refused: \(message)")
    }
}
