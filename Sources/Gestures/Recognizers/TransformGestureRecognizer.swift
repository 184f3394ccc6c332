// Transform: any number of fingers that move, scale and rotate something at once.

public import Touch

/// A continuous recognizer of pan, pinch and rotation in one, of one finger or more about their centroid.
///
/// It begins when the centroid has moved by `hysteresis`, the span changed by `pinchHysteresis`, or the fingers turned
/// by `rotationHysteresis`, whichever comes first, changes while fingers move, and ends when all have lifted. Of each
/// of the three only what goes beyond its hysteresis counts when the gesture begins, which is nothing of those that
/// have not reached it; from then on all movement counts. So nothing jumps.
///
/// Fingers can land and lift without a jump of translation, scale or rotation: movements in that frame do not count. A
/// single finger neither scales nor turns. More fingers than the maximum fail it before it began, and are left to
/// others afterwards.
open class TransformGestureRecognizer: GestureRecognizer {
    /// The fewest fingers that transform; at least 1.
    public final var minimumNumberOfTouches = 1
    /// The most fingers that transform.
    public final var maximumNumberOfTouches = Int.max
    /// The distance, in points, that the centroid moves before the gesture begins.
    public final var hysteresis: Double
    /// The change, in points, of the fingers' span before the gesture begins.
    ///
    /// The span is twice the fingers' mean distance from their centroid: for two fingers their distance, as in a pinch.
    public final var pinchHysteresis: Double
    /// The angle, in radians, that the fingers turn before the gesture begins.
    public final var rotationHysteresis: Double

    /// The way of the centroid: from the first finger before it began, the translation afterwards.
    private final var travelled = Vector.zero
    /// The span at the start, before the gesture began; afterwards the span that means a scale of 1; 0 while there is
    /// none.
    private final var baseline = 0.0
    private final var lastSpan = 0.0
    /// The angle since the start, before the gesture began; afterwards the rotation.
    private final var turned = 0.0
    private final var currentScale = 1.0
    /// The fingers that the above is about.
    private final var fingers: UInt64 = 0
    /// Way, growth and turn without hysteresis or rebasing: what velocities are measured on.
    private final var (path, shape) = (Vector.zero, Vector.zero)
    private final var (speed, shapeSpeed) = (VelocityEstimator(), VelocityEstimator())
    private final var sampleTime = Timestamp.zero
    /// The time when the translation was set; earlier movements still count for the velocity of later events.
    private final var rebaseTime: Timestamp?

    /// A transform by any number of fingers.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        hysteresis = thresholds.panHysteresis
        pinchHysteresis = thresholds.pinchHysteresis
        rotationHysteresis = thresholds.rotationHysteresis
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "transform" }

    override final var endsWithLostTouch: Bool { true }

    override final var includesLiftedTouches: Bool { false }

    override final var failsWithTooManyTouches: Bool { true }

    override open var numberOfTouchesAccepted: ClosedRange<Int> {
        let fewest = max(minimumNumberOfTouches, 1)
        return fewest...max(maximumNumberOfTouches, fewest)
    }

    // MARK: - What it measures

    private final var isMeasured: Bool { ownState != .possible && ownState != .failed }

    /// Returns the movement of the fingers since the gesture began, in points of a region's coordinates, the surface's
    /// when `region` is nil; see `PanGestureRecognizer.translation(in:)`.
    public final func translation(in region: Region?) -> Vector {
        let way = isMeasured ? travelled : .zero
        return region?.convertFromSurface(way) ?? way
    }

    /// Sets the translation of a gesture in progress, which continues from that value.
    ///
    /// Velocity is zero until the next samples.
    public final func setTranslation(_ translation: Vector, in region: Region?) {
        let translation = region?.convertToSurface(translation) ?? translation
        guard ownState.isActive, translation.length.isFinite else { return }
        travelled = translation
        rebaseTime = eventTime
    }

    /// The fingers' span as a factor of what it was; 1 before the gesture begins.
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

    /// The angle since the gesture began, in radians, clockwise, over any number of turns.
    ///
    /// A gesture in progress continues from a value that is set.
    public final var rotation: Double {
        get { isMeasured ? turned : 0 }
        set { if ownState.isActive, newValue.isFinite { turned = newValue } }
    }

    /// Returns the velocity of the centroid, in points per second of a region's coordinates, the surface's when
    /// `region` is nil; zero after a rest, see `VelocityEstimator`.
    public final func velocity(in region: Region?) -> Vector {
        let velocity = rebaseTime == eventTime ? .zero : speed.velocity(at: eventTime)
        return region?.convertFromSurface(velocity) ?? velocity
    }

    /// The change of `scale` per second.
    public final var scaleVelocity: Double { isMeasured ? shapeSpeed.velocity(at: eventTime).x * currentScale : 0 }

    /// The change of `rotation` in radians per second.
    public final var rotationVelocity: Double { isMeasured ? shapeSpeed.velocity(at: eventTime).y : 0 }

    override open var measurement: GestureMeasurement {
        let velocity = velocity(in: nil)
        return .transform(
            translation: translation(in: nil), velocity: velocity,
            projection: centroid + Momentum.distance(from: velocity), scale: scale, rotation: rotation)
    }

    // MARK: - Fingers

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        let count = numberOfTouchesDown
        if count > maximumNumberOfTouches, state == .possible {
            return fail(because: .tooManyFingers(count, allowed: maximumNumberOfTouches))
        }
        leaveFingers(beyond: max(maximumNumberOfTouches, 1), for: event)
        adopt(FingerGroup(involved), at: event.timestamp)
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        let group = FingerGroup(involved)
        // One has lifted, or a subclass has let it go: panels that merge two contacts move the other one in that frame.
        guard group.mask == fingers, !group.hasNewcomer else {
            adopt(group, at: event.timestamp)
            return coast(at: event.timestamp)
        }
        guard group.count >= minimumNumberOfTouches else { return }
        track(group, at: event.timestamp)
        if state != .possible {
            state = .changed
        } else if hasTransformed, !hasRestingFinger {
            begin()
        }
    }

    /// Adopts a changed set of fingers: their measurement continues that of the previous ones.
    private func adopt(_ group: FingerGroup, at time: Timestamp) {
        guard group.mask != fingers else { return }
        fingers = group.mask
        lastSpan = group.span
        baseline = group.span < Thresholds.minimumSpan ? 0 : group.span / currentScale
        guard state == .possible else { return }
        turned = 0
        // Movements with too few fingers do not count.
        if group.count < minimumNumberOfTouches { travelled = .zero }
        sample(at: time)
    }

    /// In a frame that does not count the fingers are assumed to continue as before: velocities must not drop.
    private func coast(at time: Timestamp) {
        let elapsed = time.seconds(since: sampleTime)
        path += speed.velocity(at: time) * elapsed
        shape += shapeSpeed.velocity(at: time) * elapsed
        sample(at: time)
    }

    private func sample(at time: Timestamp) {
        speed.add(path, at: time)
        shapeSpeed.add(shape, at: time)
        sampleTime = time
    }

    private func track(_ group: FingerGroup, at time: Timestamp) {
        travelled += group.movement
        path += group.movement
        // Fingers nearer than a point have no meaningful span or angle.
        if group.span >= Thresholds.minimumSpan {
            lastSpan = group.span
            if baseline == 0 { baseline = group.span / currentScale }
            if group.previousSpan >= Thresholds.minimumSpan {
                turned += group.turn
                shape.x += 2 * (group.span - group.previousSpan) / (group.span + group.previousSpan)
                shape.y += group.turn
            }
            if state != .possible { currentScale = (group.span / baseline).asScale }
        }
        sample(at: time)
    }

    // MARK: - Begin and end

    private var spanChange: Double { baseline == 0 ? 0 : lastSpan - baseline }

    private var hasTransformed: Bool {
        travelled.length.reaches(hysteresis) || spanChange.magnitude.reaches(pinchHysteresis) && baseline > 0
            || turned.magnitude >= rotationHysteresis - Thresholds.rotationSlack && baseline > 0
    }

    private func begin() {
        let (way, change) = (travelled.length, spanChange)
        reason =
            if way.reaches(hysteresis) {
                .enough("moved", way, needed: hysteresis, .points)
            } else if change.magnitude.reaches(pinchHysteresis) {
                .enough("span changed by", change.magnitude, needed: pinchHysteresis, .points)
            } else {
                .enough("turned by", turned.magnitude, needed: rotationHysteresis, .degrees)
            }
        travelled = way > hysteresis ? travelled - travelled * (hysteresis / way) : .zero
        if baseline > 0 {
            let excess = max(change.magnitude - pinchHysteresis, 0)
            baseline = change < 0 ? lastSpan + excess : lastSpan - excess
            currentScale = (lastSpan / baseline).asScale
        }
        let excess = max(turned.magnitude - rotationHysteresis, 0)
        turned = turned < 0 ? -excess : excess
        state = .began
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        endWithLastTouch(.tooLittle("moved", travelled.length, needed: hysteresis, .points))
        adopt(FingerGroup(involved), at: event.timestamp)
    }

    override open func reset() {
        super.reset()
        (travelled, path, shape) = (.zero, .zero, .zero)
        (baseline, lastSpan, turned, currentScale) = (0, 0, 0, 1)
        fingers = 0
        rebaseTime = nil
        speed.reset()
        shapeSpeed.reset()
    }
}
