// Rate limit for a gesture's `changed` notifications to a subscription with `maxRate`.
//
//     changed ─► the interval has passed ─► sent
//             └► it has not ─► waits ── newer `changed` ─► replaced by it
//                                    ├─ the interval passes ─► sent
//                                    └─ the gesture ends ──► part of the final notification; if the subscription does
//                                                            not receive that one, sent when the interval has passed

import GestureWire

struct ChangeRate {
    private struct Entry {
        let gesture: Int
        /// The time when the next one may be sent.
        var next: Int64
        var waiting: GestureNotification?
        /// Whether the peer was entitled to its places when it was published.
        var hasPlaces = true
        /// The measurement before it, once the gesture is over.
        var base: Measurement?
    }

    private let interval: Int64?
    /// One for each gesture in progress: few.
    private var entries: [Entry] = []

    /// - Parameter interval: The least time between two of them in microseconds; nil for none.
    init(interval: Int64?) {
        self.interval = interval
    }

    /// The time when the first of those that wait is due.
    var deadline: Int64? {
        var earliest: Int64?
        for entry in entries where entry.waiting != nil { earliest = min(earliest ?? entry.next, entry.next) }
        return earliest
    }

    /// Returns whether a `changed` may be sent now; otherwise it waits.
    ///
    /// - Parameter hasPlaces: Whether the peer is entitled to its places; names may mean something else later.
    mutating func admits(_ notification: GestureNotification, hasPlaces: Bool = true) -> Bool {
        guard let interval else { return true }
        guard let index = entries.firstIndex(where: { $0.gesture == notification.gesture }) else {
            entries.append(Entry(gesture: notification.gesture, next: Self.sum(notification.time, interval)))
            return true
        }
        if notification.time < entries[index].next {
            (entries[index].waiting, entries[index].hasPlaces) = (notification, hasPlaces)
            return false
        }
        entries[index].waiting = nil
        entries[index].next = Self.sum(notification.time, interval)
        return true
    }

    /// Forgets a gesture whose end is sent, or that the subscription does not receive any more.
    mutating func forget(_ gesture: Int) {
        if !entries.isEmpty { entries.removeAll { $0.gesture == gesture } }
    }

    /// Notes the end of a gesture that is not sent: the waiting `changed` is still sent when due.
    ///
    /// - Parameters:
    ///   - time: When it ended, in microseconds.
    ///   - base: The measurement that was sent last.
    mutating func close(_ gesture: Int, at time: Int64, since base: Measurement?) {
        guard let index = entries.firstIndex(where: { $0.gesture == gesture }) else { return }
        if entries[index].waiting == nil {
            entries.remove(at: index)
        } else {
            entries[index].base = base ?? Measurement.none
            // However small the rate is: gestures that are over must not gather.
            entries[index].next = min(entries[index].next, Self.sum(time, 1_000_000))
        }
    }

    /// Notes that the last `changed` of an ended gesture was dropped from the outbox.
    mutating func restore(_ base: Measurement, of gesture: Int) {
        guard let index = entries.firstIndex(where: { $0.gesture == gesture && $0.base != nil }) else { return }
        entries[index].base = base
    }

    /// Removes and returns a waiting notification that is due.
    ///
    /// - Returns: Also the base of its delta if the gesture is over; otherwise the subscription has that.
    mutating func takeDue(
        by time: Int64
    ) -> (notification: GestureNotification, hasPlaces: Bool, base: Measurement?)? {
        guard let interval, let index = entries.firstIndex(where: { $0.waiting != nil && $0.next <= time }),
            let notification = entries[index].waiting
        else { return nil }
        let entry = entries[index]
        if entry.base == nil {
            entries[index].waiting = nil
            entries[index].next = Self.sum(time, interval)
        } else {
            entries.remove(at: index)
        }
        return (notification, entry.hasPlaces, entry.base)
    }

    /// However late it is, time does not run over.
    private static func sum(_ time: Int64, _ interval: Int64) -> Int64 {
        let (sum, isTooLate) = time.addingReportingOverflow(interval)
        return isTooLate ? .max : sum
    }
}
