// Application of changed access rules to open connections.

public import GestureWire

extension Server {
    /// Applies new rules; peers that have lost a capability receive an error and are disconnected.
    public func use(_ access: Access, limits: Limits) {
        self.access = access
        self.limits = limits
        for peer in peers {
            (peer.outbox.limit, peer.outbox.byteLimit) = (limits.outboxLines, limits.outboxBytes)
            peer.lines.limit = limits.requestBytes
            updateOwner(of: peer)
            if peer.isClosed { continue }
            peer.granted = access.capabilities(of: peer.credentials) { peer.stream.groups }
            let capabilities = presentCapabilities(of: peer)
            if peer.patience != nil {
                peer.capabilities = capabilities
                peer.silenceLastLines(lacking: capabilities)
            } else if let lost = peer.capabilities.subtracting(capabilities).inOrder.first {
                peer.capabilities = capabilities
                dismiss(peer, lacking: lost)
            } else {
                use(capabilities, of: peer)
            }
        }
    }

    /// The connections that share the limits of a user with one, that one among them.
    public func connections(ofUserOf connection: Int) -> [Int] {
        guard let owner = peers.first(where: { $0.connection == connection })?.owner else { return [] }
        return peers.filter { $0.owner == owner }.map(\.connection)
    }

    private func dismiss(_ peer: Peer, lacking capability: Capability) {
        let error = RequestError(
            code: .notPermitted,
            message: "the configuration has taken away the capability `\(capability.rawValue)`",
            hint: "connect again to go on with what is left")
        dismiss(peer, because: error, "has lost the capability `\(capability.rawValue)`, disconnecting it")
    }

    /// Sends a peer the reason for its disconnection, in place of all lines that it has not read.
    func dismiss(_ peer: Peer, because error: RequestError, _ words: String) {
        _ = peer.outbox.removeNotifications()
        bidFarewell(to: peer)
        log(.notice, of: peer.credentials, words)
        line.removeAll()
        line.appendError(error, to: .null)
        transmitLine(to: peer)
        // A peer that does not read stays connected for a while; its attachments are removed at once.
        endedConnections.append(peer.connection)
        settle(peer)
    }
}
