// Reload of an actions file when SIGHUP arrives.

import Configuration
import GestureClient
import Glibc
import Linux
import Synchronization

/// Reads the file again at each SIGHUP, and interrupts those who use the old one; a file with mistakes changes nothing.
///
/// The signal still ends a program whose terminal is closed, unless it was ignored before, as by nohup(1).
final class ActionReload: Sendable {
    private struct State {
        var file: ActionsFile?
        var interruption: Interruption?
    }

    /// What is said when the new file cannot be used.
    static let refusal = "the file was not loaded; the previous actions stay in force"

    private let read: @Sendable () throws -> ActionsFile
    private let endsWithTerminal: Bool
    private let state = Mutex(State())

    /// Begins to wait for the signal, on a thread of its own.
    ///
    /// No other thread may have been started before.
    init(_ read: @escaping @Sendable () throws -> ActionsFile) throws(SystemError) {
        var old = sigaction()
        sigaction(SIGHUP, nil, &old)
        let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
        (self.read, endsWithTerminal) = (read, !isIgnored && Self.hasTerminal)
        var signals = Self.signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let failure = DetachedThread.start { [self] in
            var (signals, signal) = (Self.signals, Int32(0))
            while true { if sigwait(&signals, &signal) == 0 { hangUp() } }
        }
        if failure != 0 { throw SystemError(systemCall: "pthread_create", errno: failure) }
    }

    /// Triggers an interruption as soon as a file was read.
    func interrupt(_ interruption: Interruption) {
        state.withLock { state in
            state.interruption = interruption
            if state.file != nil { interruption.trigger() }
        }
    }

    /// The file that was read last; nil without any since the last call.
    func take() -> ActionsFile? {
        state.withLock { state in
            defer { state.file = nil }
            return state.file
        }
    }

    private func hangUp() {
        if endsWithTerminal, !Self.hasTerminal {
            var signals = Self.signals
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(SIGHUP)
        }
        do {
            let file = try read()
            state.withLock { state in
                state.file = file
                state.interruption?.trigger()
            }
        } catch {
            if error is ConfigurationError { Output.note("\(error)") } else { Output.message("\(error)") }
            Output.message(Self.refusal)
        }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGHUP)
        return signals
    }

    /// Whether there may be a terminal: without free descriptors, for one, it is not known.
    private static var hasTerminal: Bool {
        if Descriptor(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) != nil { return true }
        return errno != ENXIO && errno != EIO
    }
}
