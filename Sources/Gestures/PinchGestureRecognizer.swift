// Is it a pinch? Two fingers whose distance changes.

public import Touch

/// A continuous recognizer of two fingers that approach or part, as UIKit's `UIPinchGestureRecognizer`.
///
/// It begins when their distance has changed by 10 pt, of which 8 do not count as scale (100 to 110 pt is 110/108), and
/// ends when both have lifted. Further fingers are left to others; when one of the two lifts, another may take its
/// place and the scale goes on from where it was.
open class PinchGestureRecognizer: GestureRecognizer {
    /// How much, in points, the distance changes before the gesture begins.
    public final var hysteresis = Thresholds.pinchHysteresis

    /// The distance at the start, before the gesture began; afterwards the distance that means a scale of 1.
    private final var baseline = 0.0
    private final var currentScale = 1.0
    /// The distance over time, so that setting `scale` does not disturb the velocity.
    private final var speed = VelocityEstimator()
    /// The time of the step before the one that begins the gesture.
    private final var previousTime = Timestamp.zero

    /// The fingers' distance as a factor of what it was; 1 before the gesture begins.
    ///
    /// Set it to count anew while the gesture goes on.
    public final var scale: Double {
        get { currentScale }
        set {
            guard newValue > 0, newValue.isFinite, state.isActive else { return }
            baseline *= currentScale / newValue
            currentScale = newValue
        }
    }

    /// The change of `scale` per second.
    public final var velocity: Double {
        state == .possible || baseline <= 0 ? 0 : speed.velocity(at: eventTime).x / baseline
    }

    /// Scale and its velocity.
    override open var measurement: GestureMeasurement { .pinch(scale: scale, velocity: velocity) }

    /// Takes two fingers and leaves the others.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard let distance = pairUp(touches, with: event)?.length else { return }
        speed.reset()
        speed.add(Vector(x: distance, y: 0), at: event.timestamp)
        previousTime = event.timestamp
        baseline = state == .possible ? distance : max(distance, Thresholds.minimumSpan) / currentScale
    }

    /// Begins, or changes.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        // Fingers nearer than a point have no meaningful distance.
        guard let distance = span?.length, distance >= Thresholds.minimumSpan else { return }
        if state == .possible {
            begin(at: distance, time: event.timestamp)
        } else {
            speed.add(Vector(x: distance, y: 0), at: event.timestamp)
            currentScale = distance / baseline
            state = .changed
        }
    }

    private func begin(at distance: Double, time: Timestamp) {
        let change = distance - baseline
        guard change.magnitude >= hysteresis else {
            previousTime = time
            return
        }
        let shift = min(Thresholds.pinchBaselineShift, change.magnitude)
        baseline = max(change < 0 ? baseline - shift : baseline + shift, Thresholds.minimumSpan)
        currentScale = distance / baseline
        // The first velocity is what counts as scale, over the time of the last step.
        speed.reset()
        speed.add(Vector(x: baseline, y: 0), at: previousTime)
        speed.add(Vector(x: distance, y: 0), at: time)
        state = .began
    }

    /// Ends with the second finger.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        endWithLastTouch()
    }

    /// Fails, or is cancelled once it has begun.
    override open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        endWithoutLift()
    }

    /// Forgets the fingers.
    override open func reset() {
        super.reset()
        currentScale = 1
        baseline = 0
        speed.reset()
    }
}
