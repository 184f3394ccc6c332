// Acceptance and refusal of new connections.

import GestureWire

/// A transport, and whether clients can connect to it at present.
struct Listening {
    let transport: any Transport
    /// Whether it is not watched, because no client can be accepted.
    var isPaused = false
    /// Whether that was logged, and no client was accepted since.
    var hasWarned = false
}

extension Server {
    /// Accepts one waiting client; devices and other clients are served before the next.
    ///
    /// - Parameter isShutDown: Whether the transport accepts no connections any more, as another process that has its
    ///   descriptor has shut it down.
    func accept(from index: Int, isShutDown: Bool) {
        if hasTooManyRefused { return pause(index) }
        let acceptance = listenings[index].transport.accept()
        switch acceptance {
        case .client, .unusable: listenings[index].hasWarned = false
        case .aborted: break
        case .nobody: if isShutDown { pause(index, because: "it was shut down") }
        case .failed(let reason): pause(index, because: reason)
        }
        switch acceptance {
        case .client(let stream, let credentials): welcome(stream, credentials)
        case .unusable(let stream, let credentials, let reason):
            if let credentials { log(.warning, of: credentials, reason) } else { log(.warning, reason) }
            release(stream, place: nil)
        case .aborted, .nobody, .failed: break
        }
    }

    /// Watches paused transports again: the poller is level-triggered and reports waiting connections at once.
    func resumeAccepting() {
        if isClosed { return }
        for index in listenings.indices where listenings[index].isPaused {
            let descriptor = listenings[index].transport.descriptor
            listenings[index].isPaused = (try? poller?.watch(descriptor, readable: true, writable: false)) == nil
            if listenings[index].isPaused { tryAgainLater() }
        }
    }

    /// Has ``advance(to:)`` called in a second: descriptors and memory come back without any event.
    func tryAgainLater() {
        retry = retry ?? latestTime + 1_000_000
    }

    /// Tries again what the kernel had no room for, when its time has come.
    func tryAgain(at time: Int64) {
        guard let due = retry, due <= time else { return }
        retry = nil
        resumeAccepting()
        for peer in peers where peer.isResting {
            peer.isResting = false
            flush(peer)
            settle(peer)
        }
    }

    /// Pauses a transport.
    ///
    /// Without a free descriptor it would stay readable, and the poller would never sleep; the same is true after
    /// another process has shut it down, which is reported as long as it is watched at all.
    private func pause(_ index: Int, because reason: String? = nil) {
        poller?.unwatch(listenings[index].transport.descriptor)
        listenings[index].isPaused = true
        tryAgainLater()
        guard let reason, !listenings[index].hasWarned else { return }
        listenings[index].hasWarned = true
        log(.warning, "cannot accept connections (\(reason)); trying again every second")
    }

    /// Returns the number of connections below which a user is accepted.
    func room(for user: UInt32) -> Int {
        // Some connections are reserved for privileged users, so that they can connect when all others are taken.
        guard access.privilegedUsers.contains(user) else { return limits.peers }
        // And where root has filled even that, `systemctl reload` does: it runs as the daemon's own user.
        return limits.peers + limits.reservedPeers + (user == 0 ? 0 : 1)
    }

    private func welcome(_ stream: PeerStream, _ credentials: PeerCredentials) {
        let user = credentials.user
        if takenPlaces >= room(for: user) {
            return refuse(stream, credentials, "\(takenPlaces) peers are connected already")
        }
        let owner = owner(of: user)
        let most = mostPeers(of: owner)
        if places(of: owner) >= most {
            let whose = owner == Self.unknownOwner ? "users that this system does not know" : "uid \(owner)"
            return refuse(stream, credentials, "\(most) peers of \(whose) are connected already")
        }
        lastConnection += 1
        let peer = Peer(
            stream, connection: lastConnection, credentials: credentials, owner: owner,
            granted: access.capabilities(of: credentials) { stream.groups }, limits: limits)
        peer.capabilities = presentCapabilities(of: peer)
        letWaitIfInDebt(peer)
        peers.append(peer)
        peersInTurn.append(peer)
        log(.info, of: credentials, "connected")
        line.removeAll()
        line.appendHello(capabilities: peer.capabilities.inOrder.map(\.rawValue))
        transmitLine(to: peer)
        settle(peer)
    }

    /// Sends a refused client the reason; the kernel may drop it.
    private func refuse(_ stream: PeerStream, _ credentials: PeerCredentials, _ message: String) {
        line.removeAll()
        line.appendError(
            RequestError(
                code: .limitReached, message: message, hint: "close connections that are not needed, then try again"),
            to: .null)
        _ = line.withUnsafeBytes(stream.send)
        release(stream, place: nil)
        log(.warning, of: credentials, "refused: \(message)")
    }
}
