// The how manieth tap of a row is a touch?

internal import Touch

/// Counts taps at about the same place within a short time, for `Touch.tapCount`.
struct TapCounter {
    private var last: (location: Point, time: Timestamp, count: Int)?

    /// Gives a touch that began its number.
    func number(_ touch: Touch) {
        guard let last,
            touch.timestamp.seconds(since: last.time) <= Thresholds.tapMaximumInterval,
            (touch.location - last.location).length <= Thresholds.tapAllowableMovement
        else { return }
        touch.tapCount = last.count + 1
    }

    /// Remembers a touch that ended, if it was short enough to be a tap.
    mutating func note(_ touch: Touch) {
        let isTap =
            touch.timestamp.seconds(since: touch.startTime) <= Thresholds.tapMaximumDuration
            && (touch.location - touch.startLocation).length <= Thresholds.tapAllowableMovement
        last = isTap ? (touch.location, touch.timestamp, touch.tapCount) : nil
    }
}
