// A running command, and the thread that waits for its end.

import Glibc

/// A command that runs until a thread of its own has waited for its end.
final class RunningCommand {
    private let process: pid_t
    private let running: CommandCount
    private let didFail: @Sendable (CommandFailure) -> Void

    init(_ process: pid_t, _ running: CommandCount, didFail: @escaping @Sendable (CommandFailure) -> Void) {
        (self.process, self.running, self.didFail) = (process, running, didFail)
        running.enter()
    }

    /// Waits for its end on a thread of its own, so that it does not stay as a zombie.
    func wait() {
        var thread = pthread_t()
        let own = Unmanaged.passRetained(self)
        if pthread_create(&thread, nil, waitForTheEnd, own.toOpaque()) == 0 {
            pthread_detach(thread)
        } else {
            own.release()
            running.leave()
        }
    }

    func end() {
        var (ended, status) = (pid_t(), Int32())
        repeat { ended = waitpid(process, &status, 0) } while ended < 0 && errno == EINTR
        if ended == process, let failure = CommandFailure(waitStatus: status) { didFail(failure) }
        running.leave()
    }
}

private func waitForTheEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<RunningCommand>.fromOpaque(argument).takeRetainedValue().end() }
    return nil
}
