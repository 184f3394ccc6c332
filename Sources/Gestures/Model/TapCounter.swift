// The tap count of each touch, as in UIKit's `tapCount`.

import Touch

/// Counts taps at about the same place within a short time, for `Touch.tapCount`.
///
/// Several fingers, and several people, tap at once: the last few taps are remembered, each with its place.
struct TapCounter {
    private struct Tap {
        var location: Point
        var time: Timestamp
        var count: Int
    }

    let thresholds: Thresholds
    private var taps: [Tap] = []

    init(thresholds: Thresholds) {
        self.thresholds = thresholds
    }

    private static let capacity = 16

    mutating func number(_ touch: Touch) {
        taps.removeAll { touch.timestamp.seconds(since: $0.time) >= thresholds.tapMaximumInterval }
        var nearest: (index: Int, distance: Double)?
        for (index, tap) in taps.enumerated() {
            let distance = (touch.location - tap.location).length
            if distance <= min(nearest?.distance ?? .infinity, thresholds.tapAllowableMovement) {
                nearest = (index, distance)
            }
        }
        guard let nearest else { return }
        touch.tapCount = taps.remove(at: nearest.index).count + 1
    }

    /// Remembers a touch that ended, if it was short enough to be a tap.
    mutating func remember(_ touch: Touch) {
        guard touch.timestamp.seconds(since: touch.startTime) < thresholds.tapMaximumDuration,
            (touch.location - touch.startLocation).length <= thresholds.tapAllowableMovement
        else { return }
        if taps.count == Self.capacity { taps.removeFirst() }
        taps.append(Tap(location: touch.location, time: touch.timestamp, count: touch.tapCount))
    }
}
