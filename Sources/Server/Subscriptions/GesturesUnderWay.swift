// The last notification of each gesture in progress.

import GestureWire

/// The last notification of each gesture in progress, for snapshots and as the base of the next `delta`.
///
/// There is one of these for all connections, and one for what each has attached.
struct GesturesUnderWay {
    /// In the order of their beginning.
    ///
    /// There is one for each gesture in progress: few.
    private(set) var latest: [GestureNotification] = []

    /// Returns the last notification of a gesture; nil before its beginning.
    func latest(of gesture: Int) -> GestureNotification? {
        latest.first { $0.gesture == gesture }
    }

    /// Updates the gesture of a notification.
    ///
    /// - Returns: The last published measurement of its gesture, `.none` before its beginning.
    mutating func update(_ notification: GestureNotification) -> Measurement {
        let index = latest.firstIndex { $0.gesture == notification.gesture }
        switch (index, notification.state.isUnderWay) {
        case (let index?, true): return latest[index].update(to: notification)
        case (let index?, false): return latest.remove(at: index).measurement
        case (nil, true): latest.append(notification)
        case (nil, false): break
        }
        return .none
    }

    /// Makes the gestures of a surface private.
    mutating func hide(on surface: String) {
        for index in latest.indices where latest[index].surface == surface { latest[index].isPrivate = true }
    }
}

extension GestureNotification {
    /// Copies the values that change during a gesture; names do not change, and copying them takes longer.
    ///
    /// - Returns: What it measured before.
    fileprivate mutating func update(to newer: GestureNotification) -> Measurement {
        var before = newer.measurement
        swap(&before, &measurement)
        (state, time, location, toRegion) = (newer.state, newer.time, newer.location, newer.toRegion)
        if touches != newer.touches { touches = newer.touches }
        locations = newer.locations
        return before
    }
}
