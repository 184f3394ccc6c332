// Handling of peers' requests.

import GestureWire

extension Server {
    /// Takes in one piece of what a peer sent.
    func receive(from peer: Peer) {
        if peer.isClosed || peer.hasEndedInput || peer.hasBacklog || !peer.isHeard { return }
        let transfer = inputBuffer.withUnsafeMutableBytes(peer.stream.receive)
        switch transfer {
        case .bytes(let count):
            inputBuffer.withUnsafeBytes { peer.lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            peer.hasBacklog = true
        case .wouldBlock, .exhausted:
            break
        case .gone(0):
            peer.hasEndedInput = true
        case .gone:
            disconnect(peer, .info, "left")
        case .descriptors:
            disconnect(peer, .warning, "passed descriptors, disconnected")
        }
    }

    /// Carries out what a peer asked for, as long as it reads the answers and others need not wait too long.
    func handleBacklog(of peer: Peer) {
        var count = 0
        while !peer.isClosed && peer.hasBacklog && peer.isHeard {
            // An incomplete line waits for more input, not for its next turn.
            if count == limits.requestsPerTurn, peer.lines.hasLine { return }
            count += 1
            let start = timeOfWork() ?? 0
            guard let item = peer.lines.next() else { return peer.hasBacklog = false }
            switch item {
            case .line(let line): handle(IncomingRequest.decode(line), of: peer)
            case .tooLong: handleTooLong(of: peer)
            }
            charge(peer, since: start)
        }
    }

    private func handleTooLong(of peer: Peer) {
        let error = RequestError(
            code: .parseError, message: "the request is longer than \(limits.requestBytes) bytes",
            hint: "send shorter requests, each closed by a line feed")
        log(.warning, of: peer.credentials, "sent a request of more than \(limits.requestBytes) bytes")
        handle(IncomingRequest(identifier: .null, content: .failure(error)), of: peer)
    }

    private func handle(_ incoming: IncomingRequest, of peer: Peer) {
        line.removeAll()
        do throws(RequestError) {
            let request = try incoming.content.get()
            try access.check(request.capabilities, of: peer)
            if request == .reload { return try reload(incoming.identifier, for: peer) }
            try answer(request, incoming.identifier ?? .null, of: peer)
        } catch {
            refuse(error, incoming.identifier, of: peer)
        }
        if incoming.identifier != nil { transmitLine(to: peer) }
        tellControl()
        control?.meetDemand()
    }

    /// Writes into `line` why not.
    func refuse(_ error: RequestError, _ identifier: RequestIdentifier?, of peer: Peer) {
        log(.debug, of: peer.credentials, "was refused a request: \(error)")
        line.removeAll()
        line.appendError(error, to: identifier ?? .null)
    }

    /// Carries out a request and writes the answer into `line`.
    private func answer(
        _ request: Request, _ identifier: RequestIdentifier, of peer: Peer
    ) throws(RequestError) {
        switch request {
        case .subscribe(let filter): try subscribe(filter, identifier, for: peer)
        case .unsubscribe(let number): try unsubscribe(number, identifier, for: peer)
        case .list(let kind): try list(kind, identifier, for: peer)
        case .attach(let request): try attach(request, identifier, for: peer)
        case .detach(let request): try detach(request, identifier, for: peer)
        case .setEnabled(let name, let isEnabled): try setEnabled(name, isEnabled, identifier, for: peer)
        case .setPrivate(let name, let isPrivate): try setPrivate(name, isPrivate, identifier, for: peer)
        case .status: try status(identifier, for: peer)
        case .rotate(let surface, let rotation): try rotate(surface, to: rotation, identifier, for: peer)
        case .reload: break  // Its answer comes when it is done.
        }
    }

    private func list(_ kind: ListKind, _ identifier: RequestIdentifier, for peer: Peer) throws(RequestError) {
        let inventory = try presentInventory()
        switch kind {
        case .surfaces: line.appendList(inventory.surfaces, to: identifier)
        case .devices:
            let mayKnowTouches = peer.capabilities.contains(.touches)
            let devices = inventory.devices
            line.appendList(mayKnowTouches ? devices : devices.map(\.withoutTouches), to: identifier)
        case .recognizers: line.appendList(inventory.recognizers(seenBy: peer.connection), to: identifier)
        case .decisions:
            let start = knowsOnlyOwnTouches(peer) ? startOfSession : .start
            line.appendList(inventory.decisions(after: start), to: identifier)
        case .regions:
            var regions = inventory.regions(seenBy: peer.connection)
            // Only clients that switch an on-screen keyboard may know when it is shown.
            if !peer.capabilities.contains(.control) {
                for index in regions.indices { regions[index].isPrivate = nil }
            }
            line.appendList(regions, to: identifier)
        }
    }
}
