// The closing of clients' streams, and the connection slots that they occupy until then.

/// Closes clients' streams, and counts those that the closer has not closed yet.
struct ConnectionSlots {
    private struct Closing {
        let number: Int
        /// The user whose connection slot it occupies; nil if the client was refused.
        let owner: UInt32?
    }

    /// Closes descriptors that may hold others; without one, they are closed at once.
    weak var closer: (any DescriptorCloser)?
    private var closings: [Closing] = []
    /// The number that was given to such a descriptor last.
    private var lastNumber = 0

    init(closer: (any DescriptorCloser)?) { self.closer = closer }

    /// Closes a client's stream, at once if nothing is left in it; the client reads the end of the stream in any case.
    ///
    /// - Parameter owner: The user whose connection slot the client occupies until then; nil if it was refused.
    mutating func release(_ stream: PeerStream, of owner: UInt32?) {
        guard let closer, !withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1, stream.end) else {
            return stream.close()
        }
        lastNumber += 1
        closings.append(Closing(number: lastNumber, owner: owner))
        closer.close(stream.descriptor, as: lastNumber)
    }

    mutating func free(_ number: Int) { closings.removeAll { $0.number == number } }

    /// The number of slots that disconnected clients occupy.
    var taken: Int { closings.count { $0.owner != nil } }

    func taken(by owner: UInt32) -> Int { closings.count { $0.owner == owner } }

    var refused: Int { closings.count { $0.owner == nil } }
}
