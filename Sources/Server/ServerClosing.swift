// Closing of clients' descriptors, and the connection slots that they occupy until then.

import GestureWire

extension Server {
    /// A descriptor that the closer has not closed yet.
    struct Closing {
        let number: Int
        /// The user whose connection slot it occupies; nil if the client was refused.
        let owner: UInt32?
    }

    /// Closes a client's stream, at once if nothing is left in it; the client reads the end of the stream in any case.
    ///
    /// - Parameter owner: The user whose connection slot the client occupies until then; nil if it was refused.
    func release(_ stream: PeerStream, place owner: UInt32?) {
        guard let closer, !inputBuffer.withUnsafeMutableBytes(stream.end) else { return stream.close() }
        lastClosing += 1
        closings.append(Closing(number: lastClosing, owner: owner))
        closer.close(stream.descriptor, as: lastClosing)
    }

    /// Frees the connection slot of a closed descriptor.
    public func didClose(_ number: Int) {
        closings.removeAll { $0.number == number }
        resumeAccepting()
    }

    /// The number of connected clients, and of disconnected ones whose descriptors are not closed yet.
    var takenPlaces: Int { peers.count + closings.count { $0.owner != nil } }

    /// Returns the number of a user's clients among them.
    func places(of owner: UInt32) -> Int {
        peers.count { $0.owner == owner } + closings.count { $0.owner == owner }
    }

    /// Whether the descriptors of refused clients that are not closed yet are so many that new clients have to wait.
    var hasTooManyRefused: Bool { closings.count { $0.owner == nil } >= limits.refusedPeers }
}
