// Non-blocking socket to the journal.

internal import Glibc
internal import Linux
internal import Logging

/// The journal's datagram socket.
///
/// Messages that the journal does not take at once are lost and counted; the count is sent before the next message.
final class JournalSocket {
    /// The outcome of sending a message.
    enum Outcome: Equatable {
        /// The journal has it.
        case sent
        /// The journal has no room at present: it is counted.
        case lost
        /// The socket has no receiver, or does not take such messages: another output is needed.
        case unavailable
    }

    private let socket: DatagramSocket?
    /// The number of messages lost since the last one that the journal took.
    private(set) var lostCount = 0

    /// A socket of its own; opened when it is needed.
    init(path: String) { socket = DatagramSocket(path: path) }

    func send(_ entry: JournalEntry) -> Outcome {
        if lostCount > 0 {
            let losses = lostCount == 1 ? "a message was" : "\(lostCount) messages were"
            let report = transmit(
                JournalEntry("the journal accepted nothing for a while: \(losses) lost", .warning).bytes)
            switch report {
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
    func countLost() { lostCount += 1 }

    private func transmit(_ bytes: [UInt8]) -> Outcome {
        guard let socket else { return .unavailable }
        return switch socket.send(bytes, waits: false)?.errno {
        case nil: .sent
        case EAGAIN, ENOBUFS: .lost
        default: .unavailable
        }
    }
}
