// Lines for the daemon, sent by a thread of their own.

import Glibc
import Linux
import Synchronization

/// Sends lines in the order in which they are added; adding one never waits, even if the daemon does not read.
///
/// A line that cannot be sent ends the connection for its reader, too, since part of the line may have been sent.
final class OutgoingLines: Sendable {
    private struct State {
        /// Those that the thread has not taken yet, the oldest first.
        var lines: [[UInt8]] = []
        /// Whether there is a thread, which ends when it finds no more lines.
        var isSending = false
        var isClosed = false
    }

    /// More than any program sends while a daemon reads.
    static let most = 4096

    private let descriptor: Descriptor
    private let state = Mutex(State())

    /// - Parameter descriptor: A second descriptor of the socket.
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Sends a line after all others; nothing is sent once the connection is closed.
    func add(_ line: [UInt8]) {
        let (isFull, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            guard state.lines.count < Self.most else { return (true, false) }
            state.lines.append(line)
            defer { state.isSending = true }
            return (false, !state.isSending)
        }
        if isFull || isFirst && DetachedThread.start({ self.sendAll() }) != 0 { close() }
    }

    /// Ends the connection, and the thread if it waits for the daemon.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.lines = []
        }
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    private func sendAll() {
        while true {
            let lines = state.withLock { state in
                defer { state.lines = [] }
                state.isSending = !state.lines.isEmpty
                return state.lines
            }
            guard !lines.isEmpty else { return }
            guard lines.allSatisfy({ LineStream.send($0, to: descriptor) }) else { return close() }
        }
    }

}
