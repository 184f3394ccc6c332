// Long press: fingers that stay where they landed for a minimum time.

public import Touch

/// A continuous recognizer of fingers that are held, as UIKit's `UILongPressGestureRecognizer`.
///
/// It begins when the fingers were down for `minimumPressDuration` without moving, changes when one moves, however far,
/// and ends when any of them lifts. When one of several lifts, that is known only `Thresholds.mergeInterval` later: the
/// panel may have lost it, because it came near another one, and it may be there again by then.
open class LongPressGestureRecognizer: GestureRecognizer {
    /// The time, in seconds, that the fingers must be down.
    public final var minimumPressDuration: Double
    /// The number of fingers that must be down; at least 1.
    public final var numberOfTouchesRequired: Int {
        get { tracker.fingers }
        set { tracker.fingers = newValue }
    }
    /// The number of taps that must come before the press.
    public final var numberOfTapsRequired = 0
    /// The distance, in points, that a finger may move before the gesture begins.
    public final var allowableMovement: Double

    @exclusivity(unchecked) private final var tracker: TapTracker
    private final var pressTime: Timestamp?
    /// The time when one of several fingers lifted that may be back soon; nil while all are down.
    private final var liftTime: Timestamp?

    /// A press of one finger, without taps before it.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        minimumPressDuration = thresholds.longPressMinimumDuration
        allowableMovement = thresholds.longPressAllowableMovement
        tracker = TapTracker(thresholds: thresholds)
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "longPress" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { numberOfTouchesRequired...numberOfTouchesRequired }

    override final var endsWithLostTouch: Bool { true }

    override final var keepsLiftedTouches: Bool { ownState != .failed && (!isPress || liftTime != nil) }

    override final var hasAllFingers: Bool { tracker.isDown && liftTime == nil }

    override open var measurement: GestureMeasurement {
        .longPress(duration: pressTime.map { (liftTime ?? eventTime).seconds(since: $0) } ?? 0)
    }

    private final var isPress: Bool { tracker.taps >= numberOfTapsRequired }

    /// Waits for all fingers, then for the time; too many fail.
    ///
    /// Further fingers after it began are left to others.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        let known = liftTime == nil ? 0 : replaceLostTouches(at: event.timestamp)
        if known != 0, numberOfTouchesDown >= numberOfTouchesRequired { continuePress() }
        guard state == .possible else {
            for touch in touches where known & touch.mask == 0 { ignore(touch, for: event) }
            return
        }
        guard touches.mask != known else { return }
        if case .failed(let reason) = tracker.began(self, at: event.timestamp, except: known) {
            fail(because: reason)
            return
        }
        guard isPress else { return }
        // Only taps must be quick: fingers of a press may come as late as they like.
        pressTime = event.timestamp
        deadline = tracker.isDown ? event.timestamp.adding(seconds: minimumPressDuration) : nil
    }

    /// The finger that seemed to have lifted is there again.
    private func continuePress() {
        liftTime = nil
        deadline = state == .possible ? pressTime?.adding(seconds: minimumPressDuration) : nil
    }

    /// Fails when a finger strays too soon; afterwards it is a change.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard isPress else {
            if case .failed(let reason) = tracker.moved(self) { fail(because: reason) }
            return
        }
        // When a panel loses one of two contacts, the other moves to the middle.
        guard numberOfTouchesDown == numberOfTouches else { return }
        guard state == .possible else {
            state = .changed
            return
        }
        for touch in touches {
            let way = (touch.location - touch.startLocation).length
            guard way.exceeds(allowableMovement) else { continue }
            fail(because: .tooMuch("moved", way, allowed: allowableMovement, .points))
            return
        }
    }

    /// Ends, at once with the last finger; fails when the press was too short and was no tap before it.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        guard isPress else {
            if case .failed(let reason) = tracker.ended(self, at: event.timestamp) { fail(because: reason) }
            return
        }
        if liftTime == nil { liftTime = event.timestamp }
        guard numberOfTouchesDown > 0, tracker.isDown, mayBeMerged(touches) else { return end() }
        deadline = event.timestamp.adding(seconds: thresholds.mergeInterval)
    }

    private func end() {
        let held = tracker.isDown ? pressTime.flatMap { liftTime?.seconds(since: $0) } ?? 0 : 0
        if state == .possible {
            fail(because: .tooLittle("held for", held, needed: minimumPressDuration, .seconds))
        } else {
            state = .ended
        }
    }

    /// Begins when all fingers are down for long enough, ends when one does not come back; fails when a tap before it
    /// took too long.
    override open func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        guard liftTime == nil else { return end() }
        guard isPress, tracker.isDown else { return fail(because: tracker.overdue(self, at: time)) }
        let held = time.seconds(since: pressTime ?? time)
        reason = .enough("held for", held, needed: minimumPressDuration, .seconds)
        state = .began
    }

    override open func reset() {
        super.reset()
        pressTime = nil
        tracker.reset()
        liftTime = nil
    }
}
