// Closing of clients' descriptors, and the connection slots that they occupy until then.

import GestureWire
import Glibc

extension Server {
    /// A descriptor that the closer has not closed yet.
    struct Closing {
        let number: Int
        /// The user whose place it takes; nil if the client was refused.
        let owner: UInt32?
    }

    /// Closes a client's descriptor, at once if nothing is left in it; the client reads the end of the stream in any case.
    ///
    /// - Parameter owner: The user whose place the client has until then; nil if it was refused.
    func release(_ descriptor: Int32, place owner: UInt32?) {
        guard let closer, !inputBuffer.withUnsafeMutableBytes({ Connection.end(descriptor, using: $0) }) else {
            Glibc.close(descriptor)
            return
        }
        lastClosing += 1
        closings.append(Closing(number: lastClosing, owner: owner))
        closer.close(descriptor, as: lastClosing)
    }

    /// The closer has closed a descriptor: its place is free.
    public func didClose(_ number: Int) {
        closings.removeAll { $0.number == number }
        resumeAccepting()
    }

    /// The number of connected clients, and of disconnected ones whose descriptors are not closed yet.
    var takenPlaces: Int { peers.count + closings.count { $0.owner != nil } }

    /// How many of them are a user's.
    func places(of owner: UInt32) -> Int {
        peers.count { $0.owner == owner } + closings.count { $0.owner == owner }
    }

    /// Whether so many clients were refused and are not closed yet that others have to wait: they take descriptors.
    var hasTooManyRefused: Bool { closings.count { $0.owner == nil } >= limits.refusedPeers }
}
