// Pipes in which commands write to the log, and the thread that reads them.

import Glibc
import Linux

/// A pipe for each action, so that its commands' output is logged with its line, and a flood slows its writer only.
///
/// Pipes stay open as long as the program runs: what a command has left in the background may write, too.
struct CommandOutput: Sendable {
    /// The descriptors in which commands write, by action.
    let inputs: [Int32]
    private let outputs: [Int32]

    /// Makes the pipes.
    init(count: Int) throws(SystemError) {
        var (inputs, outputs) = ([Int32](), [Int32]())
        for _ in 0..<count {
            var ends: [Int32] = [-1, -1]
            try SystemError.check("pipe", pipe(&ends))
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            // The other end is another open file: a command that writes waits as usual.
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            outputs.append(ends[0])
            inputs.append(ends[1])
        }
        (self.inputs, self.outputs) = (inputs, outputs)
    }

    /// Starts the thread that reads.
    ///
    /// - Parameter tell: Receives the index of the action and a line; called on that thread.
    func start(_ tell: @escaping @Sendable (Int, String) -> Void) throws(SystemError) {
        let failure = DetachedThread.start { [self] in read(tell) }
        if failure != 0 { throw SystemError(systemCall: "pthread_create", errno: failure) }
    }

    private func read(_ tell: (Int, String) -> Void) {
        var limits = [OutputLimit](repeating: OutputLimit(), count: outputs.count)
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            var now = KernelClock.monotonic.seconds
            var next = Double.infinity
            var polled: [pollfd] = []
            for index in limits.indices {
                for line in limits[index].begin(at: now) { tell(index, line) }
                let mayRead = limits[index].mayRead
                if !mayRead || limits[index].hasLeftOut { next = min(next, limits[index].nextSecond) }
                polled.append(pollfd(fd: mayRead ? outputs[index] : -1, events: Int16(POLLIN), revents: 0))
            }
            let patience = next.isFinite ? Int32(max(1, ((next - now) * 1000).rounded(.up))) : -1
            guard SystemCall.uninterrupted({ poll(&polled, nfds_t(polled.count), patience) }) > 0 else { continue }
            now = KernelClock.monotonic.seconds
            // One read of each, so that none is delayed by another.
            for index in polled.indices where polled[index].revents != 0 {
                let count = Glibc.read(outputs[index], &bytes, bytes.count)
                guard count > 0 else { continue }
                for line in limits[index].take(bytes[..<count], at: now) { tell(index, line) }
            }
        }
    }
}
