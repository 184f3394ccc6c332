// Notifications to the service manager: readiness, status, watchdog, stopping.
//
// All of them are sent by the daemon's one timer, on the pipeline's queue, so that a blocked pipeline sends no watchdog
// notification.
//
//     starting ──READY──► running ──STOPPING──► stopping
//        │                   │                       └ EXTEND_TIMEOUT_USEC when devices take long
//        │                   └ STATUS when it changed, at most once a second; WATCHDOG at half of its interval; after a
//        │                     second again what the service manager had no room for, as touches must not wait
//        └ EXTEND_TIMEOUT_USEC when devices or the lookup of user names take long

import ServiceManager
import Touch

/// Sends notifications to the service manager; without one, nothing is ever due.
///
/// Works on the event loop's queue only.
final class ServiceLife {
    private let notifier: ServiceNotifier
    /// The watchdog's timeout, in microseconds; nil when there is none.
    private let watchdogPeriod: Int64?
    /// Returns the daemon's status as a sentence, without the number of clients.
    var describe: (_ clients: String) -> String = { $0 }
    /// Called with the reason why a watchdog notification was not sent.
    var reportFailure: (_ reason: String) -> Void = { _ in }

    private var clients = 0
    private var isStatusOutdated = false
    /// Whether the service manager does not know yet that the daemon works.
    private var isReadyPending = false
    private var lastSent: Timestamp?
    private var nextWatchdog: Timestamp?
    /// The time of the last progress notification to the service manager, or of the start of the work.
    private var progress: Timestamp

    /// The shortest time from one status to the next, and until is said again what there was no room for.
    private static let pause: Int64 = 1_000_000
    /// The interval of progress notifications to the service manager during long work.
    private static let progressPeriod: Int64 = 5_000_000
    /// The time by which each of them extends the timeout.
    private static let moreTime: Int64 = 30_000_000

    /// - Parameter watchdog: ``Watchdog/interval``.
    init(_ notifier: ServiceNotifier, watchdog: Int64?, at time: Timestamp) {
        self.notifier = notifier
        // Half of it, as sd_watchdog_enabled(3) recommends: at 30 s a wake-up every 15.
        watchdogPeriod = watchdog.map { max($0 / 2, 1) }
        progress = time
    }

    /// The daemon works, or works again after `reloading(at:)`.
    func ready(at time: Timestamp) {
        guard notifier.hasReceiver else { return }
        sendReady()
        (isStatusOutdated, lastSent) = (isReadyPending, time)
        if nextWatchdog == nil { sendWatchdog(at: time) }
    }

    func reloading(at time: Timestamp) { notifier.reloading(at: time.microseconds) }

    func stopping(at time: Timestamp) {
        notifier.stopping()
        (isStatusOutdated, nextWatchdog, progress) = (false, nil, time)
    }

    private func sendReady() {
        let outcome = notifier.ready(status: status)
        isReadyPending = outcome == .busy
        if case .failed(let reason) = outcome { reportFailure(reason) }
    }

    /// Devices are being opened or closed, or names of users looked up, one after the other, which may take its time.
    func isWorking(at time: Timestamp) {
        // The queue works, although its timer has no turn.
        if let nextWatchdog, nextWatchdog <= time { sendWatchdog(at: time) }
        guard notifier.hasReceiver, time.microseconds - progress.microseconds >= Self.progressPeriod else { return }
        if notifier.extendTimeout(by: Self.moreTime) != .busy { progress = time }
    }

    /// Sets the number of clients; costs nothing when it has not changed.
    func update(clients: Int) {
        if clients == self.clients { return }
        self.clients = clients
        changed()
    }

    /// Notes that the result of `describe` may have changed.
    func changed() {
        if lastSent != nil { isStatusOutdated = true }
    }

    /// The time when `advance(to:)` is due; nil while nothing is.
    var nextDeadline: Timestamp? {
        guard isStatusOutdated, let lastSent else { return nextWatchdog }
        let due = Timestamp(microseconds: lastSent.microseconds + Self.pause)
        return nextWatchdog.map { min($0, due) } ?? due
    }

    func advance(to time: Timestamp) {
        if isStatusOutdated, let lastSent, time.microseconds - lastSent.microseconds >= Self.pause {
            if isReadyPending {
                sendReady()
                isStatusOutdated = isReadyPending
            } else {
                isStatusOutdated = notifier.status(status) == .busy
            }
            self.lastSent = time
        }
        if let nextWatchdog, nextWatchdog <= time { sendWatchdog(at: time) }
    }

    private func sendWatchdog(at time: Timestamp) {
        guard let watchdogPeriod else { return }
        let isSent = notifier.isAlive() == .sent
        let pause = isSent ? watchdogPeriod : min(Self.pause, watchdogPeriod)
        nextWatchdog = Timestamp(microseconds: time.microseconds + pause)
    }

    private var status: String { describe("\(clients) client\(clients == 1 ? "" : "s")") }
}
