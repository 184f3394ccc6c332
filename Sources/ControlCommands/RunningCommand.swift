// A running command, and the thread that waits for its end.

import Glibc
import Linux

/// A command that runs until a thread of its own has waited for its end.
final class RunningCommand: Sendable {
    private let process: pid_t
    private let running: CommandCount
    private let didFail: @Sendable (CommandFailure) -> Void

    init(_ process: pid_t, _ running: CommandCount, didFail: @escaping @Sendable (CommandFailure) -> Void) {
        (self.process, self.running, self.didFail) = (process, running, didFail)
        running.enter()
    }

    /// Waits for its end on a thread of its own, so that it does not stay as a zombie.
    func wait() {
        let failure = DetachedThread.start { self.end() }
        if failure != 0 { running.leave() }
    }

    private func end() {
        var status: Int32 = 0
        let ended = SystemCall.uninterrupted { waitpid(process, &status, 0) }
        if ended == process, let failure = CommandFailure(waitStatus: status) { didFail(failure) }
        running.leave()
    }
}
