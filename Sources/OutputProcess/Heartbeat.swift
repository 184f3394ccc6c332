// Notifications to systemd's watchdog: frequent while a panel is touched, rare otherwise.

import ServiceManager
import Touch

/// Has the service manager end this process within two seconds when it hangs under fingers.
///
/// ```
///                  touched: WATCHDOG_USEC=2 s
///   rare: WatchdogSec= ─────────────────────────► frequent: WATCHDOG=1 once a second
///          ▲                                          │
///          └── a notification is due, not touched ────┘ WATCHDOG_USEC=WatchdogSec=
/// ```
/// A clone's fingers end with the process. While no panel is touched, no clone has any, and it may be dead for longer.
struct Heartbeat {
    private let notifier: ServiceNotifier
    /// The unit's `WatchdogSec=` in microseconds; nil without a watchdog.
    private let longPeriod: Int64?
    private var isFrequent = false
    /// The time at which a notification is due; nil without a watchdog.
    private(set) var next: Timestamp?

    private static let shortPeriod: Int64 = 2_000_000
    /// Microseconds after which what the service manager had no room for is sent again.
    private static let pause: Int64 = 100_000

    init(_ notifier: ServiceNotifier, watchdog: Int64?, at time: Timestamp) {
        self.notifier = notifier
        longPeriod = watchdog
        if let watchdog { next = Timestamp(microseconds: time.microseconds &+ watchdog / 2) }
    }

    private var period: Int64 {
        let long = longPeriod ?? .max
        return isFrequent ? min(Self.shortPeriod, long) : long
    }

    /// Sends what is due.
    mutating func advance(isTouched: Bool, at time: Timestamp) {
        guard let next, next <= time || isTouched && !isFrequent else { return }
        let isChanged = isTouched != isFrequent
        isFrequent = isTouched
        let outcome = isChanged ? notifier.watchdog(period: period) : notifier.isAlive()
        if outcome == .busy, isChanged { isFrequent.toggle() }
        let pause = outcome == .busy ? Self.pause : period / 2
        self.next = Timestamp(microseconds: time.microseconds &+ pause)
    }
}
