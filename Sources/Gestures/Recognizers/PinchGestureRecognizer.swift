// Pinch: two fingers whose distance changes.

public import Touch

/// A continuous recognizer of two fingers that approach or part, as UIKit's `UIPinchGestureRecognizer`.
///
/// It begins when their distance has changed by 10 pt, of which 8 do not count as scale (100 to 110 pt is 110/108), and
/// ends when both have lifted. Further fingers are left to others; when one of the two lifts, another may take its
/// place and the scale goes on from where it was.
open class PinchGestureRecognizer: GestureRecognizer {
    /// The change of distance, in points, before the gesture begins.
    public final var hysteresis: Double

    /// The distance at the start, before the gesture began; afterwards the distance that means a scale of 1.
    private final var baseline = 0.0
    private final var currentScale = 1.0
    /// The distance over time, so that setting `scale` does not disturb the velocity.
    @exclusivity(unchecked) private final var speed = VelocityEstimator()
    /// The time of the step before the one that begins the gesture.
    private final var previousTime = Timestamp.zero
    private final var previousDistance = 0.0

    /// A pinch of two fingers.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        hysteresis = thresholds.pinchHysteresis
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "pinch" }

    override final var endsWithLostTouch: Bool { true }

    override final var includesLiftedTouches: Bool { false }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 2...2 }

    /// The fingers' distance as a factor of what it was; 1 before the gesture begins.
    ///
    /// A gesture in progress continues from a value that is set.
    public final var scale: Double {
        get { currentScale }
        set {
            guard newValue == newValue.asScale, ownState.isActive else { return }
            baseline *= currentScale / newValue
            currentScale = newValue
        }
    }

    /// The change of `scale` per second.
    public final var velocity: Double {
        ownState == .possible || baseline <= 0 ? 0 : speed.velocity(at: eventTime).x / baseline
    }

    override open var measurement: GestureMeasurement { .pinch(scale: scale, velocity: velocity) }

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard let span = pairUp(touches, with: event) else { return }
        let distance = span.length
        speed.reset()
        speed.add(Vector(x: distance, y: 0), at: event.timestamp)
        previousTime = event.timestamp
        previousDistance = distance
        baseline = state == .possible ? distance : max(distance, Thresholds.minimumSpan) / currentScale
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        // Fingers nearer than a point have no meaningful distance.
        guard let span, span.length >= Thresholds.minimumSpan else { return }
        let distance = span.length
        previousDistance = distance
        speed.add(Vector(x: distance, y: 0), at: event.timestamp)
        if state != .possible {
            currentScale = (distance / baseline).asScale
            state = .changed
            return
        }
        if (distance - baseline).magnitude.reaches(hysteresis), !hasRestingFinger {
            begin(at: distance, time: event.timestamp)
        } else {
            previousTime = event.timestamp
        }
    }

    private func begin(at distance: Double, time: Timestamp) {
        let change = distance - baseline
        let shift = min(thresholds.pinchBaselineShift, change.magnitude)
        reason = .enough("distance changed by", change.magnitude, needed: hysteresis, .points)
        baseline = max(change < 0 ? baseline - shift : baseline + shift, Thresholds.minimumSpan)
        currentScale = distance / baseline
        // The first velocity is what counts as scale, over the time of the last step.
        speed.reset()
        speed.add(Vector(x: baseline, y: 0), at: previousTime)
        speed.add(Vector(x: distance, y: 0), at: time)
        state = .began
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        let change = previousDistance > 0 ? previousDistance - baseline : 0
        endWithLastTouch(
            baseline > 0
                ? .tooLittle("distance changed by", change.magnitude, needed: hysteresis, .points)
                : .tooFewFingers(numberOfTouches, needed: 2))
    }

    override open func reset() {
        super.reset()
        previousDistance = 0
        currentScale = 1
        baseline = 0
        speed.reset()
    }
}
