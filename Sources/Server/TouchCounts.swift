// Status counters that grow with each touch, and so could reveal typing.

import GestureWire

/// The counters of `status` that only those may know who may know of touches.
struct TouchCounts: Equatable {
    var frames = 0
    var touches = 0
    var gestures = 0
    /// Touches are told by lines, too.
    var notifications = 0
    var merged = 0

    /// What was counted since then.
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
    /// This without what changes with touches.
    var withoutTouches: DeviceReport {
        var report = self
        // Of a device in use it is a number, 0 while it is not known.
        (report.rate, report.unwanted) = (rate.map { _ in 0 }, [:])
        // A device that does something wrong may do it with every touch.
        report.defects = [:]
        return report
    }
}
