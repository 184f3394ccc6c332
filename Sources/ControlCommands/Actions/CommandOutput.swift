// Streams in which commands write to the log: the journal's own, or pipes and the thread that reads them.

import CLinux
import Glibc
import Linux
import ServiceManager

/// The end of a stream in which the commands of one action write.
///
/// Each action has a stream, so that its commands' output is logged with its line. Where gesturectl's own messages go
/// to the journal, the journal reads it, within its limits and also after gesturectl's end. Elsewhere it is a pipe,
/// which a thread reads as long as gesturectl runs and somebody can write to it, such as a command in the background; a
/// flood slows its writer only.
final class CommandOutput: Sendable {
    private let descriptor: Descriptor

    /// Takes over a descriptor in which commands write.
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// For system calls, as long as this object lives.
    var number: Int32 { descriptor.number }

    /// Opens a stream of the journal for each of some actions; nil if this program's own messages do not go there.
    ///
    /// - Parameter identifiers: What the journal calls the actions.
    static func toJournal(
        _ identifiers: [String], path: String = JournalStream.usualPath, isService: Bool = Journal.isStandardError
    ) -> [CommandOutput]? {
        guard isService else { return nil }
        var outputs: [CommandOutput] = []
        for identifier in identifiers {
            guard let stream = JournalStream.open(identifier: identifier, path: path) else { return nil }
            outputs.append(CommandOutput(stream))
        }
        return outputs
    }

    /// Makes the pipes of some actions, and starts the thread that reads them.
    ///
    /// - Parameter tell: Receives the index of the action and a line; called on that thread.
    static func make(
        count: Int, _ tell: @escaping @Sendable (Int, String) -> Void
    ) throws(SystemError) -> [CommandOutput] {
        var (inputs, outputs) = ([CommandOutput](), [CommandOutput]())
        for _ in 0..<count {
            var ends: [Int32] = [-1, -1]
            try SystemError.check("pipe2", linux_pipe(&ends))
            // The other end is another open file: a command that writes waits as usual.
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            outputs.append(CommandOutput(Descriptor(owning: ends[0])))
            inputs.append(CommandOutput(Descriptor(owning: ends[1])))
        }
        let failure = DetachedThread.start { [outputs] in read(outputs, tell) }
        if failure != 0 { throw SystemError(systemCall: "pthread_create", errno: failure) }
        return inputs
    }

    /// Reads pipes until none has a writer.
    private static func read(_ outputs: [CommandOutput], _ tell: (Int, String) -> Void) {
        var limits = [OutputLimit](repeating: OutputLimit(), count: outputs.count)
        var open = outputs.map { Optional($0) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while open.contains(where: { $0 != nil }) {
            var now = KernelClock.monotonic.seconds
            var next = Double.infinity
            var polled: [pollfd] = []
            for index in limits.indices {
                for line in limits[index].begin(at: now) { tell(index, line) }
                next = min(next, limits[index].nextTime)
                let number = limits[index].mayRead ? open[index]?.number : nil
                polled.append(pollfd(fd: number ?? -1, events: Int16(POLLIN), revents: 0))
            }
            let patience = next.isFinite ? Int32(max(1, ((next - now) * 1000).rounded(.up))) : -1
            guard SystemCall.uninterrupted({ poll(&polled, nfds_t(polled.count), patience) }) > 0 else { continue }
            now = KernelClock.monotonic.seconds
            // One read of each, so that none is delayed by another.
            for index in polled.indices where polled[index].revents != 0 {
                let count = Glibc.read(polled[index].fd, &bytes, bytes.count)
                if count > 0 {
                    for line in limits[index].process(bytes[..<count], at: now) { tell(index, line) }
                } else if count == 0 {
                    for line in limits[index].finish() { tell(index, line) }
                    open[index] = nil
                }
            }
        }
    }
}
