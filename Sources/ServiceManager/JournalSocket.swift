// Non-blocking socket to the journal.

internal import Glibc

/// The journal's datagram socket.
///
/// What the journal does not take at once is lost and counted; the count goes before the next message that it takes.
final class JournalSocket {
    /// What became of a message.
    enum Outcome: Equatable {
        /// The journal has it.
        case sent
        /// The journal has no room at present: it is counted.
        case lost
        /// There is nobody at the socket, or it does not take such messages: another way is needed.
        case unavailable
    }

    private let socket: DatagramSocket?
    /// How many were lost since the journal took one last.
    private(set) var lostCount = 0

    /// A socket of its own; opened when it is needed.
    init(path: String) { socket = DatagramSocket(path: path) }

    /// Sends a message, or counts it.
    func send(_ entry: JournalEntry) -> Outcome {
        if lostCount > 0 {
            let words = lostCount == 1 ? "a message was" : "\(lostCount) messages were"
            let told = transmit(
                JournalEntry("the journal took nothing for a while: \(words) lost", .warning).bytes)
            switch told {
            case .sent: lostCount = 0
            case .lost: break
            case .unavailable: return .unavailable
            }
        }
        let outcome = transmit(entry.bytes)
        if outcome == .lost { lostCount += 1 }
        return outcome
    }

    /// Counts a message that was lost on another way to the journal.
    func noteLost() { lostCount += 1 }

    private func transmit(_ bytes: [UInt8]) -> Outcome {
        guard let socket else { return .unavailable }
        return switch socket.send(bytes, waits: false)?.errno {
        case nil: .sent
        case EAGAIN, ENOBUFS: .lost
        default: .unavailable
        }
    }
}
