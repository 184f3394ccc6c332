// A monitor of logind in the event loop, with reconnection when the bus was lost.
//
//     listening ──the bus is lost: reported──► waiting ──1 s, 2 s, 4 s … 60 s──► listening
//         └── it never answered, and the monitor is optional ──► over

import Logging
import ServiceManager
import Touch

/// A monitor of logind in the event loop, such as `SleepMonitor` and `SeatMonitor`.
protocol BusListening<News>: AnyObject {
    associatedtype News
    var descriptor: Int32 { get }
    var isWriting: Bool { get }
    var isReady: Bool { get }
    var deadline: Int64? { get }
    func process() throws -> [News]
}

extension SleepMonitor: BusListening {}
extension SeatMonitor: BusListening {}

/// A monitor in the event loop; the base class of the watches.
class BusWatch<News>: ReadinessHandler {
    enum Change {
        /// It has answered, or has done so again.
        case connected(isBack: Bool)
        /// It has gone.
        case lost(any Error)
        /// It could not be reached.
        case absent(any Error)
    }

    private let loop: EventLoop
    private let isPatient: Bool
    private let connect: () throws -> any BusListening<News>
    private var monitor: (any BusListening<News>)?
    private var descriptor: Int32 = -1
    /// Whether the bus has answered since it was last lost.
    private var isConnected = false
    /// Whether it ever has.
    private var wasConnected = false
    private var retry: Timestamp?
    /// The time when the bus needs `process()` without input; asked for only when it can have changed, as the daemon
    /// needs it after every frame.
    private var busDeadline: Timestamp?
    private var delay = 1.0
    private let longestDelay = 60.0

    /// - Parameter isPatient: Whether a bus that never answered is waited for.
    init(loop: EventLoop, isPatient: Bool, connect: @escaping () throws -> any BusListening<News>) {
        (self.loop, self.isPatient, self.connect) = (loop, isPatient, connect)
    }

    /// Receives each message.
    func didReceive(_ news: News) {}

    /// The bus has come or gone.
    func connectionDidChange(_ change: Change) {}

    final func ready(_ descriptor: Int32, _ readiness: Readiness) { process(at: MonotonicClock.now) }

    /// The time when `advance(to:)` is due; nil while nothing waits.
    final var nextDeadline: Timestamp? { retry ?? busDeadline }

    final func advance(to time: Timestamp) {
        guard let deadline = nextDeadline, deadline <= time else { return }
        if retry == nil { process(at: time) } else { listen(at: time) }
    }

    final func listen(at time: Timestamp) {
        retry = nil
        do {
            let monitor = try connect()
            (self.monitor, descriptor) = (monitor, monitor.descriptor)
            try watch(monitor)
        } catch {
            lose(error, at: time)
        }
    }

    final func close() {
        retry = nil
        delay = 1
        isConnected = false
        stopListening()
    }

    private func process(at time: Timestamp) {
        guard let monitor else { return }
        do {
            let news = try monitor.process()
            if monitor.isReady, !isConnected {
                let isBack = wasConnected
                (isConnected, wasConnected, delay) = (true, true, 1)
                connectionDidChange(.connected(isBack: isBack))
            }
            try watch(monitor)
            for each in news { didReceive(each) }
        } catch {
            lose(error, at: time)
        }
    }

    /// Waits for what the bus waits for now.
    private func watch(_ monitor: any BusListening<News>) throws {
        try loop.watch(descriptor, writable: monitor.isWriting, handler: self)
        busDeadline = monitor.deadline.map(Timestamp.init(microseconds:))
    }

    private func stopListening() {
        guard monitor != nil else { return }
        loop.unwatch(descriptor)
        (monitor, busDeadline) = (nil, nil)
    }

    private func lose(_ error: any Error, at time: Timestamp) {
        stopListening()
        let wasListening = isConnected
        isConnected = false
        if isPatient || wasConnected {
            retry = time.adding(seconds: delay)
            delay = min(delay * 2, longestDelay)
        }
        connectionDidChange(wasListening ? .lost(error) : .absent(error))
    }
}
