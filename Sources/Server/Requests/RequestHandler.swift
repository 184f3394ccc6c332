// Handling of peers' requests.

import GestureWire

final class RequestHandler {
    private let parts: ServerParts
    private let subscriptions: SubscriptionRequests
    private let control: ControlRequests
    let reports: ReportRequests
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    init(_ parts: ServerParts) {
        self.parts = parts
        subscriptions = SubscriptionRequests(parts: parts)
        control = ControlRequests(parts: parts)
        reports = ReportRequests(parts)
    }

    /// Takes in one piece of what a peer sent.
    func receive(from peer: Peer) {
        if peer.isClosed || peer.hasEndedInput || peer.hasBacklog || !peer.acceptsRequests { return }
        switch buffer.withUnsafeMutableBytes(peer.stream.receive) {
        case .bytes(let count):
            buffer.withUnsafeBytes { peer.lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            peer.hasBacklog = true
        case .wouldBlock, .exhausted:
            break
        case .gone(0):
            peer.hasEndedInput = true
        case .gone:
            parts.connections.disconnect(peer, .info, "left")
        case .descriptors:
            parts.connections.disconnect(peer, .warning, "passed descriptors, disconnected")
        }
    }

    /// Carries out what a peer asked for, as long as it reads the answers and others need not wait too long.
    func handleBacklog(of peer: Peer) {
        var count = 0
        while !peer.isClosed && peer.hasBacklog && peer.acceptsRequests {
            // An incomplete line waits for more input, not for its next turn.
            if count == parts.rules.limits.requestsPerTurn, peer.lines.hasLine { return }
            count += 1
            guard let item = peer.lines.next() else { return peer.hasBacklog = false }
            switch item {
            case .line(let line):
                let isUpdate = handle(IncomingRequest.decode(line), of: peer)
                parts.requestRates.charge(peer, bytes: line.count, isUpdate: isUpdate)
            case .tooLong:
                handleTooLong(of: peer)
                parts.requestRates.charge(peer, bytes: parts.rules.limits.requestBytes, isUpdate: false)
            }
        }
    }

    private func handleTooLong(of peer: Peer) {
        let limit = parts.rules.limits.requestBytes
        let error = RequestError(
            code: .parseError, message: "the request is longer than \(limit) bytes",
            hint: "send shorter requests, each closed by a line feed")
        parts.log.write(.warning, of: peer.credentials, "sent a request of more than \(limit) bytes")
        handle(IncomingRequest(identifier: .null, content: .failure(error)), of: peer)
    }

    /// - Returns: Whether it was an update of regions, an answer or a decision, and was carried out.
    @discardableResult
    private func handle(_ incoming: IncomingRequest, of peer: Peer) -> Bool {
        var isUpdate = false
        do throws(RequestError) {
            let request = try incoming.content.get()
            try parts.rules.access.check(request.capabilities, of: peer)
            if request == .reload {
                try reload(incoming.identifier, for: peer)
                return false
            }
            answer(incoming.identifier, with: try result(of: request, for: peer), of: peer)
            switch request {
            case .update, .answer, .recognize: isUpdate = true
            default: break
            }
        } catch {
            refuse(error, incoming.identifier, of: peer)
        }
        parts.notifier.notify()
        parts.notifier.control?.meetDemand()
        return isUpdate
    }

    /// Sends an answer, after everything that has been sent while the request was carried out.
    private func answer(_ identifier: RequestIdentifier?, with result: some WireMember, of peer: Peer) {
        guard let identifier else { return }
        parts.delivery.beginLine(to: peer)
        parts.delivery.line.appendResult(result, to: identifier)
        parts.delivery.sendLine(to: peer)
    }

    private func refuse(_ error: RequestError, _ identifier: RequestIdentifier?, of peer: Peer) {
        parts.log.write(.debug, of: peer.credentials, "was refused a request: \(error)")
        guard let identifier else { return }
        parts.delivery.line.removeAll()
        parts.delivery.line.appendError(error, to: identifier)
        parts.delivery.sendLine(to: peer)
    }

    /// Carries out a request, and returns what its answer holds.
    private func result(of request: Request, for peer: Peer) throws(RequestError) -> any WireMember {
        switch request {
        case .subscribe(let filter): return try subscriptions.subscribe(filter, for: peer)
        case .list(let kind): return try reports.list(kind, for: peer)
        case .attach(let request): return try control.attach(request, for: peer)
        case .update(let request): return try control.update(request, for: peer)
        case .status: return try reports.status(for: peer)
        case .rotate(let surface, let rotation): return try control.rotate(surface, to: rotation, for: peer)
        case .unsubscribe(let number): try subscriptions.unsubscribe(number, for: peer)
        case .detach(let request): try control.detach(request, for: peer)
        case .answer(let question, let yes): try control.answer(question, yes, for: peer)
        case .recognize(let request): return try control.recognize(request, for: peer)
        case .setEnabled(let name, let isEnabled): try control.setEnabled(name, isEnabled, for: peer)
        case .setPrivate(let name, let isPrivate): try control.setPrivate(name, isPrivate, for: peer)
        case .swallow(let surface): try control.swallow(surface, for: peer)
        case .reload: break  // Its answer comes when it is done.
        }
        return WireValue.object([])
    }

    /// Reloads the configuration, and answers when that is done; until then the peer's requests wait.
    private func reload(_ identifier: RequestIdentifier?, for peer: Peer) throws(RequestError) {
        let control = try parts.notifier.presentControl()
        parts.log.write(.notice, of: peer.credentials, "reloads the configuration")
        peer.isAwaitingReload = true
        control.reload { [weak self, weak peer] outcome in
            guard let self, let peer, !peer.isClosed else { return }
            peer.isAwaitingReload = false
            switch outcome {
            case .success(let report): answer(identifier, with: report, of: peer)
            case .failure(let error): refuse(error, identifier, of: peer)
            }
            parts.connections.settle(peer)
        }
    }
}
