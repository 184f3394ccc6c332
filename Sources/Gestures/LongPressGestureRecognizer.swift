// Is it a long press? Fingers that stay where they came down.

public import Touch

/// A continuous recognizer of fingers that are held, as UIKit's `UILongPressGestureRecognizer`.
///
/// It begins when the fingers were down for `minimumPressDuration` without moving, changes when one moves, however far,
/// and ends when any of them lifts.
open class LongPressGestureRecognizer: GestureRecognizer {
    /// How long, in seconds, the fingers must be down.
    public final var minimumPressDuration = Thresholds.longPressMinimumDuration
    /// How many fingers must be down; at least 1.
    public final var numberOfTouchesRequired: Int {
        get { tracker.fingers }
        set { tracker.fingers = newValue }
    }
    /// How many taps must come before the press.
    public final var numberOfTapsRequired = 0
    /// How far, in points, a finger may move before the gesture begins.
    public final var allowableMovement = Thresholds.longPressAllowableMovement

    private final var tracker = TapTracker()
    private final var pressTime = Timestamp.zero

    /// How long the fingers are down, in seconds.
    override open var measurement: GestureMeasurement {
        .longPress(duration: eventTime.seconds(since: pressTime))
    }

    private final var isPress: Bool { tracker.taps >= numberOfTapsRequired }

    /// Waits for all fingers, then for the time; too many fail.
    ///
    /// Further fingers after it began are left to others.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard state == .possible else {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        guard tracker.began(self, at: event.timestamp) != .failed else {
            state = .failed
            return
        }
        guard isPress else { return }
        // Only taps must be quick: fingers of a press may come as late as they like.
        pressTime = event.timestamp
        deadline = tracker.isDown ? event.timestamp.adding(seconds: minimumPressDuration) : nil
    }

    /// Fails when a finger strays too soon; afterwards it is a change.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard state == .possible else {
            state = .changed
            return
        }
        guard isPress else {
            if tracker.moved(self) == .failed { state = .failed }
            return
        }
        for touch in touches where (touch.location - touch.startLocation).length > allowableMovement {
            state = .failed
            return
        }
    }

    /// Ends; fails when the press was too short and was no tap before it.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        if state != .possible {
            state = .ended
        } else if isPress || tracker.ended(self, at: event.timestamp) == .failed {
            state = .failed
        }
    }

    /// Fails, or is cancelled once it has begun.
    override open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        endWithoutLift()
    }

    /// Begins when all fingers are down for long enough; fails when a tap before it took too long.
    override open func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        state = isPress && tracker.isDown ? .began : .failed
    }

    /// Forgets the press.
    override open func reset() {
        super.reset()
        tracker.reset()
    }
}
