// Continuation of a flick by a new contact after the panel lost the first one.

/// The touch of a fast finger whose contact was lost.
///
/// Some panels lose a finger that flicks and find it again a few frames later, with another tracking id. The touch goes
/// on when a contact comes within 50 ms, alone, no farther from its way than 30°, ahead, and no farther than a finger of
/// twice its speed gets; else it ends at the time of its lift. Two fingers or more are left to the recognizers, which
/// join them while another finger is down (`Thresholds.mergeInterval`).
struct LostFlick {
    let touch: Touch
    /// The time when its contact was gone.
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

    /// The time when waiting for its continuation ends.
    var deadline: Timestamp { time.adding(seconds: Self.interval) }

    /// Whether a contact that lands here, at this time, is the same finger.
    func goesOn(at place: Point, time: Timestamp) -> Bool {
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

extension FrameAssembler {
    /// The time of the lift that is held back; nil when none is.
    ///
    /// The next frame may have this time, so recognizers must not be advanced beyond it meanwhile.
    public var heldBackSince: Timestamp? { lostFlick?.time }

    /// Holds the lift of a touch back if it is the only one, and flicks.
    func holdBack(_ touch: Touch, _ slot: ContactSlot) -> Bool {
        guard judge.rules.joinsFlicks, table.all.count == 1 else { return false }
        lostFlick = LostFlick(touch, from: slot.before, at: time)
        return lostFlick != nil
    }

    /// Continues the lost touch with the contact in this slot, if they match.
    func goOn(from slot: inout ContactSlot, at place: Point) -> Touch? {
        guard let flick = lostFlick, flick.goesOn(at: place, time: time) else { return nil }
        lostFlick = nil
        note(.flickSplit)
        slot.before = (flick.touch.location, flick.touch.timestamp)
        table.move(flick.touch, to: place, time: time)
        return flick.touch
    }

    /// Reports the lift, with its own time, if no contact of this frame continues the touch.
    func leaveLostFlick(deliver: (TouchFrame) -> Void) {
        guard let flick = lostFlick else { return }
        var count = 0
        var goesOn = false
        for slot in slots where slot.hasArrived && slot.isDown || slot.passed != nil {
            count += 1
            // Without a place nothing is known yet.
            goesOn = slot.passed == nil && location(of: slot).map { flick.goesOn(at: $0, time: time) } ?? true
        }
        if count > 1 || count == 1 && !goesOn { endLostFlick(deliver: deliver) }
    }

    /// Reports the lift, with its own time.
    func endLostFlick(deliver: (TouchFrame) -> Void) {
        guard let time = lostFlick?.time else { return }
        endLostFlick()
        table.deliver(at: time, to: deliver)
    }

    /// Ends the touch for good, which is reported with the next frame.
    func endLostFlick() {
        guard let flick = lostFlick else { return }
        lostFlick = nil
        table.end(flick.touch, time: flick.time)
    }
}
