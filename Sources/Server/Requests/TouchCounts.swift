// Status counters that grow with each touch, and so could reveal typing.

import GestureWire

/// The counters of `status` for clients that may know of touches.
///
/// Clients that have `touches` only by their session receive the difference to its start, rather than nothing: `gesturectl
/// doctor` compares counters before and after a touch for them, too.
struct TouchCounts: Equatable {
    var frames = 0
    var touches = 0
    var gestures = 0
    /// Lines reveal touches, too.
    var notifications = 0
    var merged = 0

    /// Returns the difference between two counts.
    static func - (counts: TouchCounts, earlier: TouchCounts) -> TouchCounts {
        TouchCounts(
            frames: counts.frames - earlier.frames, touches: counts.touches - earlier.touches,
            gestures: counts.gestures - earlier.gestures, notifications: counts.notifications - earlier.notifications,
            merged: counts.merged - earlier.merged)
    }
}

extension StatusReport {
    mutating func take(_ counts: TouchCounts) {
        (frames, touches, gestures) = (counts.frames, counts.touches, counts.gestures)
        (notifications, merged) = (counts.notifications, counts.merged)
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
        return report
    }
}
