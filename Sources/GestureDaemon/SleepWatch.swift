// Who tells the touchscreens that the machine sleeps? logind, by way of the event loop.

internal import Logging
internal import ServiceManager
internal import Touch

/// A sleep monitor in the event loop; without a bus or without logind nothing happens.
final class SleepWatch: ReadinessHandler {
    private let loop: EventLoop
    private let logger: Logger
    /// Nil when nothing will be heard any more.
    private var monitor: SleepMonitor?
    private var descriptor: Int32 = -1
    /// Called with true when the machine goes to sleep, with false when it is awake again.
    var didChange: (Bool) -> Void = { _ in }

    init(loop: EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
        do {
            let monitor = try SleepMonitor()
            descriptor = monitor.descriptor
            self.monitor = monitor
            try loop.watch(descriptor, writable: monitor.isWriting, handler: self)
        } catch {
            giveUp(error)
        }
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) { process() }

    /// When `advance(to:)` is due; nil while nothing waits.
    var nextDeadline: Timestamp? { monitor?.deadline.map { Timestamp(microseconds: $0) } }

    /// Lets time pass.
    func advance(to time: Timestamp) {
        if let deadline = nextDeadline, deadline <= time { process() }
    }

    /// Hears nothing any more.
    func close() {
        guard monitor != nil else { return }
        loop.unwatch(descriptor)
        monitor = nil
    }

    private func process() {
        guard let monitor else { return }
        do {
            let announcements = try monitor.process()
            try loop.watch(descriptor, writable: monitor.isWriting, handler: self)
            for isGoing in announcements { didChange(isGoing) }
        } catch {
            giveUp(error)
        }
    }

    private func giveUp(_ error: any Error) {
        close()
        logger.debug("nobody tells when the machine sleeps: \(error)")
    }
}
