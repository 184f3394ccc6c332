// What happens when a peer asks for something?

import GestureWire

extension Server {
    /// Takes in one piece of what a peer sent.
    func receive(from peer: Peer) {
        if peer.isClosed || peer.hasEndedInput || peer.hasBacklog || !peer.isHeard { return }
        let transfer = inputBuffer.withUnsafeMutableBytes { Connection.receive(into: $0, from: peer.descriptor) }
        switch transfer {
        case .bytes(let count):
            inputBuffer.withUnsafeBytes { peer.lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            peer.hasBacklog = true
        case .wouldBlock:
            break
        case .gone(0):
            peer.hasEndedInput = true
        case .gone:
            disconnect(peer, .info, "left")
        }
    }

    /// Carries out what a peer asked for, as long as it reads the answers and others need not wait too long.
    func handleBacklog(of peer: Peer) {
        for _ in 0..<limits.requestsPerTurn where !peer.isClosed && peer.hasBacklog && peer.isHeard {
            switch peer.lines.next() {
            case .line(let line): handle(IncomingRequest.decode(line), of: peer)
            case .tooLong: handleTooLong(of: peer)
            case nil: peer.hasBacklog = false
            }
        }
    }

    private func handleTooLong(of peer: Peer) {
        let error = RequestError(
            code: .parseError, message: "the request is longer than \(limits.requestBytes) bytes",
            hint: "send shorter requests, each closed by a line feed")
        log(
            peer.isKnownToMisbehave ? .debug : .warning,
            "peer (\(peer.credentials)) sent a request of more than \(limits.requestBytes) bytes")
        peer.isKnownToMisbehave = true
        handle(IncomingRequest(identifier: .null, content: .failure(error)), of: peer)
    }

    private func handle(_ incoming: IncomingRequest, of peer: Peer) {
        line.removeAll()
        do throws(RequestError) {
            let request = try incoming.content.get()
            try access.check(request, of: peer.credentials)
            if request == .reload { return try reload(incoming.identifier, for: peer) }
            try answer(request, incoming.identifier ?? .null, of: peer)
        } catch {
            refuse(error, incoming.identifier, of: peer)
        }
        if incoming.identifier != nil { transmit(line, to: peer) }
    }

    /// Writes into `line` why not.
    func refuse(_ error: RequestError, _ identifier: RequestIdentifier?, of peer: Peer) {
        log(.debug, "peer (\(peer.credentials)) was refused a request: \(error)")
        line.removeAll()
        line.appendError(error, to: identifier ?? .null)
    }

    /// Carries out a request and writes the answer into `line`.
    private func answer(
        _ request: Request, _ identifier: RequestIdentifier, of peer: Peer
    ) throws(RequestError) {
        switch request {
        case .subscribe(let filter):
            guard peer.subscriptions.count < limits.subscriptionsPerPeer else {
                throw RequestError(
                    code: .limitReached,
                    message: "this connection has \(limits.subscriptionsPerPeer) subscriptions already",
                    hint: "unsubscribe from one of them, or subscribe with more globs at once")
            }
            // Who is there already is told of what the snapshot shows, and nobody of it twice.
            publishSurfaces()
            line.removeAll()
            let subscription = Subscription(number: peer.lastSubscription + 1, filter: filter)
            line.appendSnapshot(try snapshot(for: subscription), to: identifier)
            peer.lastSubscription += 1
            peer.subscriptions.append(subscription)
        case .unsubscribe(let number):
            guard let index = peer.subscriptions.firstIndex(where: { $0.number == number }) else {
                let known = peer.subscriptions.map { "\($0.number)" }.joined(separator: ", ")
                throw RequestError(
                    code: .invalidParameters, message: "no such subscription", path: "params.subscription",
                    hint: known.isEmpty ? "this connection has none" : "this connection has " + known)
            }
            peer.subscriptions.remove(at: index)
            line.appendResult(to: identifier)
        case .rotate(let surface, let rotation):
            try rotate(surface, to: rotation, identifier, for: peer)
        case .reload:
            break  // Its answer comes when it is done.
        case .list(let kind):
            let inventory = try presentInventory()
            switch kind {
            case .surfaces: line.appendList(inventory.surfaces, to: identifier)
            case .devices: line.appendList(inventory.devices, to: identifier)
            case .recognizers: line.appendList(inventory.recognizers, to: identifier)
            case .regions: line.appendList(inventory.regions, to: identifier)
            }
        }
    }

    /// Where things stand, as far as a subscription's globs let it see.
    func snapshot(for subscription: Subscription) throws(RequestError) -> Snapshot {
        let inventory = try presentInventory()
        let filter = subscription.filter
        return Snapshot(
            subscription: subscription.number,
            surfaces: inventory.surfaces.filter { surface in filter.surfaces.contains { $0.matches(surface.name) } },
            recognizers: inventory.recognizers.filter { recognizer in
                filter.recognizers.contains { $0.matches(recognizer.name) }
            },
            gestures: underWay.matching(filter))
    }

    private func presentInventory() throws(RequestError) -> any Inventory {
        guard let inventory else {
            throw RequestError(
                code: .internalError, message: "nothing is known about surfaces and recognizers",
                hint: "report this as a defect of gestured")
        }
        return inventory
    }
}
