// The event loop: one thread waits in epoll and calls handlers on the pipeline's queue.

import CLinux
import Dispatch
import Glibc
import Linux

struct Readiness {
    let readable: Bool
    let writable: Bool
    /// The other end is gone, or the descriptor is in error.
    let hangup: Bool
}

/// A handler that is called, on the queue, when a descriptor is ready.
protocol ReadinessHandler: AnyObject {
    func ready(_ descriptor: Int32, _ readiness: Readiness)
}

/// One epoll set, and the serial queue on which everything that is ready is handled.
///
/// The thread that calls `run()` waits in epoll and executes each batch through `queue.sync` with a work item that is
/// built once: Dispatch runs it on the calling thread when the queue is free, so the queue's isolation costs no hop
/// and no allocation. Everything else that wants to touch the pipeline enters by the same queue.
///
/// `@unchecked Sendable`: all state but the descriptor is confined to `queue`, or handed over by `queue.sync`.
final class EventLoop: @unchecked Sendable {
    let queue = DispatchQueue(label: "gestured.pipeline")
    private let epoll: Descriptor
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: EventLoop.batchSize)
    // The marked ones are used for every batch, on the queue alone: no run-time exclusivity check, as in `Touch`.
    private var readyCount = 0
    /// By descriptor: the kernel gives the lowest number that is free, so they are dense.
    @exclusivity(unchecked) private var handlers: [(any ReadinessHandler)?] = []
    private var isRunning = true
    /// Whether there is a next batch, as the last one left it for the thread that runs.
    private var isContinuing = true
    /// Called after each batch, on the queue: the place to set the next deadline.
    @exclusivity(unchecked) var afterBatch: () -> Void = {}

    private static let batchSize = 64

    init() throws(SystemError) {
        epoll = try Descriptor("epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC)))
    }

    deinit { events.deallocate() }

    /// Watches a descriptor, or changes what it is watched for.
    func watch(
        _ target: Int32, readable: Bool = true, writable: Bool = false, handler: any ReadinessHandler
    ) throws(SystemError) {
        let interest = (readable ? EPOLLIN.rawValue : 0) | (writable ? EPOLLOUT.rawValue : 0)
        let operation = self.handler(of: target) == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
        try SystemError.check("epoll_ctl", linux_epoll_control(epoll.number, operation, target, interest))
        while handlers.count <= Int(target) { handlers.append(nil) }
        handlers[Int(target)] = handler
    }

    /// Forgets a descriptor; call it before the descriptor is closed.
    func unwatch(_ target: Int32) {
        guard handler(of: target) != nil else { return }
        handlers[Int(target)] = nil
        // Remaining events of this batch must not reach the next owner of the same number.
        for index in 0..<readyCount where linux_epoll_descriptor(events + index) == target {
            events[index].events = 0
        }
        _ = linux_epoll_control(epoll.number, EPOLL_CTL_DEL, target, 0)
    }

    /// Forgets every descriptor and its handler.
    func unwatchAll() {
        for target in handlers.indices { unwatch(Int32(target)) }
        afterBatch = {}
    }

    private func handler(of target: Int32) -> (any ReadinessHandler)? {
        handlers.indices.contains(Int(target)) ? handlers[Int(target)] : nil
    }

    /// Makes `run()` return after the current batch.
    func stop() { isRunning = false }

    /// Waits and works until `stop()` is called on the queue.
    func run() throws(SystemError) {
        // It runs while this method does, and to count the loop for each batch takes long.
        let batch = DispatchWorkItem { [unowned(unsafe) self] in handleBatch() }
        // The first batch is empty. Each says itself whether there is a next: to ask by a closure would allocate.
        queue.sync(execute: batch)
        while isContinuing {
            let count = SystemCall.uninterrupted { epoll_wait(epoll.number, events, Int32(Self.batchSize), -1) }
            guard count >= 0 else { throw SystemError(systemCall: "epoll_wait", errno: errno) }
            readyCount = Int(count)
            queue.sync(execute: batch)
        }
    }

    private func handleBatch() {
        for index in 0..<readyCount {
            let flags = events[index].events
            // A handler before has closed this one.
            if flags == 0 { continue }
            let target = linux_epoll_descriptor(events + index)
            handler(of: target)?.ready(
                target,
                Readiness(
                    readable: flags & EPOLLIN.rawValue != 0, writable: flags & EPOLLOUT.rawValue != 0,
                    hangup: flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
        }
        readyCount = 0
        afterBatch()
        isContinuing = isRunning
    }
}
