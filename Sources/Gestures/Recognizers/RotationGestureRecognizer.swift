// Rotation: two fingers that turn about each other.

public import Touch

/// A continuous recognizer of two fingers that turn, as UIKit's `UIRotationGestureRecognizer`.
///
/// It begins after 10 degrees, of which 5 do not count, and ends when both fingers have lifted. Angles are radians,
/// clockwise, and add up over any number of turns. Further fingers are left to others; when one of the two lifts,
/// another may take its place and the rotation goes on from where it was.
open class RotationGestureRecognizer: GestureRecognizer {
    /// The angle, in radians, that the fingers turn before the gesture begins.
    public final var hysteresis: Double
    /// The angle since the gesture began, in radians, clockwise.
    ///
    /// A gesture in progress continues from a value that is set.
    public final var rotation: Double {
        get { turnedSinceBegin }
        set { if newValue.isFinite, ownState.isActive { turnedSinceBegin = newValue } }
    }
    private final var turnedSinceBegin = 0.0

    private final var previousSpan = Vector.zero
    /// The angle since the two fingers landed, without hysteresis or rebasing.
    private final var turned = 0.0
    @exclusivity(unchecked) private final var speed = VelocityEstimator()

    /// A rotation of two fingers.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        hysteresis = thresholds.rotationHysteresis
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "rotation" }

    override final var endsWithLostTouch: Bool { true }

    override final var includesLiftedTouches: Bool { false }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 2...2 }

    /// The change of `rotation` in radians per second.
    public final var velocity: Double {
        ownState == .possible ? 0 : speed.velocity(at: eventTime).x
    }

    override open var measurement: GestureMeasurement { .rotation(rotation: rotation, velocity: velocity) }

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard let span = pairUp(touches, with: event) else { return }
        previousSpan = span
        if state == .possible { turned = 0 }
        speed.reset()
        speed.add(Vector(x: turned, y: 0), at: event.timestamp)
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        // Fingers nearer than a point have no meaningful angle.
        guard let span, span.length >= Thresholds.minimumSpan else { return }
        let delta = previousSpan.length >= Thresholds.minimumSpan ? span.turn(since: previousSpan) : 0
        previousSpan = span
        turned += delta
        speed.add(Vector(x: turned, y: 0), at: event.timestamp)
        if state != .possible {
            turnedSinceBegin += delta
            state = .changed
            return
        }
        if turned.magnitude >= hysteresis - Thresholds.rotationSlack, !hasRestingFinger { begin() }
    }

    private func begin() {
        let angle = turned
        let shift = min(thresholds.rotationBaselineShift, angle.magnitude)
        reason = .enough("turned by", angle.magnitude, needed: hysteresis, .degrees)
        turnedSinceBegin = angle < 0 ? angle + shift : angle - shift
        state = .began
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        endWithLastTouch(
            previousSpan == .zero
                ? .tooFewFingers(numberOfTouches, needed: 2)
                : .tooLittle("turned by", turned.magnitude, needed: hysteresis, .degrees))
    }

    override open func reset() {
        super.reset()
        turnedSinceBegin = 0
        turned = 0
        previousSpan = .zero
        speed.reset()
    }
}
