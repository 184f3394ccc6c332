// Interruption of a thread that waits for the daemon or for the next connection attempt.

import Dispatch
import Glibc
import Linux
import Synchronization

/// Ends a thread's waiting for good, from any other thread.
package final class Interruption: Sendable {
    private struct State: ~Copyable {
        var isTriggered = false
        // A second descriptor of the socket that is waited for. It is ours alone: it cannot be another one by now.
        var descriptor: Descriptor?
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// One that was not triggered yet.
    package init() {}

    package var isTriggered: Bool { state.withLock { $0.isTriggered } }

    /// Takes over a second descriptor of the socket that is waited for from now on.
    func adopt(_ descriptor: consuming Descriptor) {
        var descriptor = Optional(descriptor)
        state.withLock { state in
            state.descriptor = descriptor.take()
            if state.isTriggered { Self.end(state) }
        }
    }

    /// Closes what was adopted, so that the server sees the connection go.
    func release() {
        state.withLock { $0.descriptor = nil }
    }

    /// Ends the wait for a socket, or the pause, and all that come.
    package func trigger() {
        state.withLock { state in
            state.isTriggered = true
            Self.end(state)
        }
        bell.signal()
    }

    private static func end(_ state: borrowing State) {
        if let number = state.descriptor.number { shutdown(number, Int32(SHUT_RDWR)) }
    }

    /// Waits so many seconds, or until it is triggered.
    func pause(_ seconds: Double) { _ = bell.wait(timeout: .now() + seconds) }
}
