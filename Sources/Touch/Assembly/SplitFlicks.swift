// Continuation of a flick by a new contact after the panel lost the first one.

/// The touch of a fast finger whose contact was lost.
///
/// Some panels lose a finger that flicks and find it again a few frames later, with another tracking id. The touch goes
/// on when a contact comes within 50 ms, alone, no farther from its way than 30°, ahead, and no farther than a finger
/// of twice its speed gets; else it ends at the time of its lift. Two fingers or more are left to the recognizers,
/// which join them while another finger is down (`Thresholds.mergeInterval`).
struct LostFlick {
    let touch: Touch
    let time: Timestamp
    /// Points per second.
    private let velocity: Vector

    /// Nil when the finger was too slow for a panel to lose it, or rested before it lifted.
    init?(_ touch: Touch, from before: (place: Point, time: Timestamp)?, at time: Timestamp) {
        guard let before, time.seconds(since: touch.timestamp) < Self.interval else { return nil }
        let seconds = max(touch.timestamp.seconds(since: before.time), Self.shortestFrame)
        velocity = (touch.location - before.place) * (1 / seconds)
        guard velocity.length >= Self.leastSpeed else { return nil }
        (self.touch, self.time) = (touch, time)
    }

    var deadline: Timestamp { time.adding(seconds: Self.interval) }

    /// Whether a contact that lands here, at this time, is the same finger.
    func isContinued(at place: Point, time: Timestamp) -> Bool {
        guard time < deadline else { return false }
        let (gap, speed) = (place - touch.location, velocity.length)
        let ahead = (gap.x * velocity.x + gap.y * velocity.y) / speed
        let reach = 2 * speed * max(time.seconds(since: touch.timestamp), Self.shortestFrame) + Self.allowance
        return ahead > 0 && ahead >= gap.length * Self.cosine && gap.length <= reach
    }

    /// The time that the lift is held back, in seconds.
    private static let interval = 0.05
    /// In points per second: 0.3 m/s, below which fingers are not flicked, and taps are not delayed.
    private static let leastSpeed = 300 / PointUnit.millimetres
    /// The distance that a landing adds, in points: 5 mm.
    private static let allowance = 5 / PointUnit.millimetres
    /// In seconds: time stamps may be nearer to each other than frames are.
    private static let shortestFrame = 0.002
    /// The cosine of 30°.
    private static let cosine = 0.8660254037844386
}
