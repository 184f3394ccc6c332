// Who tells the touchscreens that the machine sleeps? logind, by way of the event loop, also after its bus was away.
//
//     listening ──the bus goes: told once──► waiting ──1 s, 2 s, 4 s … 60 s──► listening
//         └── it never answered: silence ──► over

internal import Logging
internal import ServiceManager
internal import Touch

/// Whoever hears that the machine goes to sleep, as `SleepMonitor` does.
protocol SleepListening: AnyObject {
    var descriptor: Int32 { get }
    var isWriting: Bool { get }
    var isReady: Bool { get }
    var deadline: Int64? { get }
    func process() throws -> [Bool]
}

extension SleepMonitor: SleepListening {}

/// A sleep monitor in the event loop; without a bus or without logind nothing happens.
final class SleepWatch: ReadinessHandler {
    private let loop: EventLoop
    private let logger: Logger
    private let connect: () throws -> any SleepListening
    /// Nil while nothing can be heard.
    private var monitor: (any SleepListening)?
    private var descriptor: Int32 = -1
    /// Whether the bus has answered since it was last lost.
    private var isHeard = false
    /// Whether it ever has: one that never did is not waited for.
    private var wasHeard = false
    private var retry: Timestamp?
    private var delay = 1.0
    private static let longestDelay = 60.0
    /// Called with true when the machine goes to sleep, with false when it is awake again.
    var didChange: (Bool) -> Void = { _ in }

    /// - Parameter connect: Begins to listen.
    init(
        loop: EventLoop, logger: Logger,
        connect: @escaping () throws -> any SleepListening = { try SleepMonitor() }
    ) {
        (self.loop, self.logger, self.connect) = (loop, logger, connect)
        listen(at: .zero)
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) { process(at: MonotonicClock.now) }

    /// When `advance(to:)` is due; nil while nothing waits.
    var nextDeadline: Timestamp? { retry ?? monitor?.deadline.map { Timestamp(microseconds: $0) } }

    /// Lets time pass.
    func advance(to time: Timestamp) {
        guard let deadline = nextDeadline, deadline <= time else { return }
        if retry == nil { process(at: time) } else { listen(at: time) }
    }

    /// Hears nothing any more.
    func close() {
        retry = nil
        stopListening()
    }

    private func listen(at time: Timestamp) {
        retry = nil
        do {
            let monitor = try connect()
            (self.monitor, descriptor) = (monitor, monitor.descriptor)
            try loop.watch(descriptor, writable: monitor.isWriting, handler: self)
        } catch {
            lose(error, at: time)
        }
    }

    private func process(at time: Timestamp) {
        guard let monitor else { return }
        do {
            let announcements = try monitor.process()
            if monitor.isReady, !isHeard {
                if wasHeard { logger.info("the message bus is back, which tells when the machine sleeps") }
                (isHeard, wasHeard, delay) = (true, true, 1)
            }
            try loop.watch(descriptor, writable: monitor.isWriting, handler: self)
            for isGoing in announcements { didChange(isGoing) }
        } catch {
            lose(error, at: time)
        }
    }

    private func stopListening() {
        guard monitor != nil else { return }
        loop.unwatch(descriptor)
        monitor = nil
    }

    private func lose(_ error: any Error, at time: Timestamp) {
        stopListening()
        guard wasHeard else {
            logger.debug("nobody tells when the machine sleeps: \(error)")
            return
        }
        if isHeard {
            logger.notice("the message bus is gone (\(error)); until it is back nobody tells when the machine sleeps")
        }
        isHeard = false
        retry = time.adding(seconds: delay)
        delay = min(delay * 2, Self.longestDelay)
    }
}
