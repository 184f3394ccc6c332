// Acceptance and refusal of new connections.

import CLinux
import GestureWire
import Glibc

extension Server {
    /// Accepts one waiting client; devices and other clients are served before the next.
    ///
    /// - Parameter isShutDown: Whether the socket accepts no connections any more, as another process that has it has
    ///   shut it down.
    func accept(isShutDown: Bool) {
        if hasTooManyRefused { return pauseAccepting() }
        let descriptor = linux_accept(listener.descriptor)
        if descriptor >= 0 {
            hasWarnedOfAccepting = false
            return welcome(descriptor)
        }
        switch errno {
        case EINTR, ECONNABORTED: break
        case EAGAIN: if isShutDown { pauseAccepting(because: "it was shut down") }
        case let failure: pauseAccepting(because: "accept4: \(String(cString: strerror(failure)))")
        }
    }

    /// Watches the listener again if it was paused; it is level-triggered and reports waiting connections at once.
    func resumeAccepting() {
        if !isAcceptingPaused || isClosed { return }
        isAcceptingPaused = (try? poller?.watch(listener.descriptor, readable: true, writable: false)) == nil
        if isAcceptingPaused { tryAgainLater() }
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

    /// Pauses the listener.
    ///
    /// Without a free descriptor it would stay readable, and the poller would never sleep; the same is true after
    /// another process has shut it down, which is reported as long as it is watched at all.
    private func pauseAccepting(because reason: String? = nil) {
        poller?.unwatch(listener.descriptor)
        isAcceptingPaused = true
        tryAgainLater()
        guard let reason, !hasWarnedOfAccepting else { return }
        hasWarnedOfAccepting = true
        log(.warning, "cannot accept connections (\(reason)); trying again every second")
    }

    /// Returns the number of connections below which a user is accepted.
    func room(for user: UInt32) -> Int {
        // Some connections are reserved for privileged users, so that they can connect when all others are taken.
        guard access.privilegedUsers.contains(user) else { return limits.peers }
        // And where root has filled even that, `systemctl reload` does: it runs as the daemon's own user.
        return limits.peers + limits.reservedPeers + (user == 0 ? 0 : 1)
    }

    private func welcome(_ descriptor: Int32) {
        guard let credentials = PeerCredentials(of: descriptor) else {
            log(.warning, "a peer that the kernel does not know (SO_PEERCRED) was refused")
            return release(descriptor, place: nil)
        }
        guard Connection.receiveOnlyBytes(of: descriptor) else {
            log(.warning, of: credentials, "was refused: setsockopt: \(String(cString: strerror(errno)))")
            return release(descriptor, place: nil)
        }
        let user = credentials.user
        if takenPlaces >= room(for: user) {
            return refuse(descriptor, credentials, "\(takenPlaces) peers are connected already")
        }
        let owner = owner(of: user)
        let most = mostPeers(of: owner)
        if places(of: owner) >= most {
            let whose = owner == Self.unknownOwner ? "users that this system does not know" : "uid \(owner)"
            return refuse(descriptor, credentials, "\(most) peers of \(whose) are connected already")
        }
        lastConnection += 1
        let peer = Peer(
            descriptor: descriptor, connection: lastConnection, credentials: credentials, owner: owner,
            granted: capabilities(of: credentials, at: descriptor), limits: limits)
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
    private func refuse(_ descriptor: Int32, _ credentials: PeerCredentials, _ message: String) {
        line.removeAll()
        line.appendError(
            RequestError(
                code: .limitReached, message: message, hint: "close connections that are not needed, then try again"),
            to: .null)
        _ = line.withUnsafeBytes { Connection.send($0, to: descriptor) }
        release(descriptor, place: nil)
        log(.warning, of: credentials, "refused: \(message)")
    }
}
