// Thread that closes clients' descriptors whose closing may block.

import CLinux
import Glibc
import Linux
import Server
import Synchronization

/// Closes descriptors on a thread of its own: to free a file that a client has passed may take long, and other clients
/// must not wait.
final class ClosingThread: DescriptorCloser, ReadinessHandler {
    private let queue: ClosingQueue
    private let didClose: (Int) -> Void

    /// - Parameter didClose: Called on the loop's queue with the number of each.
    init(loop: EventLoop, didClose: @escaping (Int) -> Void) throws(SystemError) {
        self.didClose = didClose
        queue = try ClosingQueue()
        try loop.watch(queue.answers.number, handler: self)
        try queue.start()
    }

    /// The thread ends when it has closed what waits.
    deinit { queue.end() }

    func close(_ descriptor: Int32, as number: Int) { queue.append((descriptor, number)) }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        for number in queue.takeClosed() { didClose(number) }
    }
}

/// The state that both threads share.
private final class ClosingQueue: Sendable {
    typealias Job = (descriptor: Int32, number: Int)

    private struct State {
        var waiting: [Job] = []
        var closed: [Int] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    /// Rings when something waits to be closed.
    nonisolated(unsafe) private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// Readable when something was closed.
    let answers: Descriptor

    init() throws(SystemError) {
        answers = try Descriptor("eventfd", eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)))
        sem_init(bell, 0, 0)
    }

    deinit {
        sem_destroy(bell)
        bell.deallocate()
    }

    func start() throws(SystemError) {
        // It needs hardly any; the C library gives large stacks back when it ends, and aborts where that fails.
        let failure = DetachedThread.start(stackSize: 256 * 1024) { self.run() }
        guard failure == 0 else { throw SystemError(systemCall: "pthread_create", errno: failure) }
    }

    func append(_ job: Job) {
        state.withLock { $0.waiting.append(job) }
        sem_post(bell)
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        sem_post(bell)
    }

    func takeClosed() -> [Int] {
        var count: eventfd_t = 0
        eventfd_read(answers.number, &count)
        return state.withLock { state in
            defer { state.closed = [] }
            return state.closed
        }
    }

    private func run() {
        // Signals are for the program's other threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        while let job = next() {
            linux_close_interrupted(job.descriptor)
            state.withLock { $0.closed.append(job.number) }
            eventfd_write(answers.number, 1)
        }
    }

    /// Waits for a descriptor; nil when there will be no more.
    private func next() -> Job? {
        while true {
            let (job, hasEnded) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.hasEnded)
            }
            if let job { return job }
            if hasEnded { return nil }
            sem_wait(bell)
        }
    }
}
