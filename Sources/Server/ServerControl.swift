// How does a peer change the daemon?

import GestureWire

extension Server {
    /// Turns a surface and writes the answer into `line`.
    func rotate(
        _ surface: String, to rotation: QuarterTurn, _ identifier: RequestIdentifier, for peer: Peer
    ) throws(RequestError) {
        let control = try presentControl()
        log(.notice, "peer (\(peer.credentials)) asks to turn the surface \(surface) to \(rotation.rawValue) degrees")
        let description = try control.rotate(surface, to: rotation)
        // What subscriptions have been told of it was written there, too.
        line.removeAll()
        line.appendResult(description, to: identifier)
    }

    /// Has the configuration read anew, and answers when that is done; until then the peer is not heard.
    func reload(_ identifier: RequestIdentifier?, for peer: Peer) throws(RequestError) {
        let control = try presentControl()
        log(.notice, "peer (\(peer.credentials)) has the configuration read anew")
        peer.isAwaitingReload = true
        control.reload { [weak self, weak peer] outcome in
            guard let self, let peer, !peer.isClosed else { return }
            peer.isAwaitingReload = false
            switch outcome {
            case .success(let report):
                line.removeAll()
                line.appendResult(report, to: identifier ?? .null)
            case .failure(let error):
                refuse(error, identifier, of: peer)
            }
            if identifier != nil { transmit(line, to: peer) }
            settle(peer)
        }
    }

    private func presentControl() throws(RequestError) -> any Control {
        guard let control else {
            throw RequestError(
                code: .internalError, message: "nobody is there to change anything",
                hint: "report this as a defect of gestured")
        }
        return control
    }
}
