// Counters of the gestures of configured recognizers, and the latency of their notifications.

import GestureWire
import Touch

/// Counts gestures for `status` and for the reports of reloads.
final class GestureCounters {
    private(set) var gestures = 0
    private(set) var cancelled = 0
    /// The latency of their notifications.
    @exclusivity(unchecked) private(set) var latency = LatencyHistogram()

    /// Counts a notification that this many subscriptions received.
    func count(_ gesture: GestureNotification, receivers: Int) {
        // `failed` is not a gesture, and would reveal touches.
        if receivers > 0, gesture.state != .failed { latency.record(MonotonicClock.now.microseconds - gesture.time) }
        if gesture.state == .cancelled { cancelled += 1 }
        if gesture.state == .began || gesture.state == .recognized { gestures += 1 }
    }
}
