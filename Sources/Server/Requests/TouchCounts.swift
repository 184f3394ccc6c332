// Counters of the status and of devices that change with each touch, and so could reveal typing.

import GestureWire

extension StatusReport {
    /// Reduces the counters that grow with each touch to what a client may know; lines reveal touches, too.
    ///
    /// Clients that have `touches` only by their session receive the difference to its start, rather than nothing:
    /// `gesturectl doctor` compares counters before and after a touch for them, too.
    ///
    /// - Parameter base: The report from which they count; nil for zero in place of each.
    mutating func countTouches(since base: StatusReport?) {
        let counters: [WritableKeyPath<StatusReport, Int>] = [
            \.frames, \.touches, \.gestures, \.notifications, \.merged, \.lagged,
        ]
        for counter in counters {
            self[keyPath: counter] = base.map { self[keyPath: counter] - $0[keyPath: counter] } ?? 0
        }
    }
}

extension DeviceReport {
    /// The report without values that change with touches.
    var withoutTouches: DeviceReport {
        var report = self
        // For a device in use it is a number, 0 while it is unknown.
        (report.rate, report.unwanted) = (rate.map { _ in 0 }, [:])
        // A device that does something wrong may do it with every touch.
        report.defects = [:]
        // Fingers that are down can keep a touchscreen from being intercepted.
        report.interception?.reason = nil
        return report
    }
}
