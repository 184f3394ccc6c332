// Interruption of a thread that waits for the daemon or for the next connection attempt.

import Dispatch
import Glibc
import Synchronization

/// Ends a thread's waiting for good, from any other thread.
final class Interruption: Sendable {
    private struct State {
        var isTriggered = false
        // A second descriptor of the socket that is waited for. It is ours alone: it cannot be another one by now.
        var descriptor: Int32 = -1
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    deinit { release() }

    /// Whether waiting is over.
    var isTriggered: Bool { state.withLock(\.isTriggered) }

    /// Takes over a second descriptor of the socket that is waited for from now on.
    func adopt(_ descriptor: Int32) {
        release()
        state.withLock { state in
            state.descriptor = descriptor
            if state.isTriggered { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes what was adopted, so that the server sees the connection go.
    func release() {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
        }
    }

    /// Ends the wait for a socket, or the pause, and all that come.
    func trigger() {
        state.withLock { state in
            state.isTriggered = true
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
        bell.signal()
    }

    /// Waits so many seconds, or until it is triggered.
    func pause(_ seconds: Double) { _ = bell.wait(timeout: .now() + seconds) }
}
