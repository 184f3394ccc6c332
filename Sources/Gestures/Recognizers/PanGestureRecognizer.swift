// Pan: fingers that move, in any direction, without a time limit.

public import Touch

/// A continuous recognizer of moving fingers, as UIKit's `UIPanGestureRecognizer`.
///
/// It begins when the centroid of at least `minimumNumberOfTouches` fingers has moved by `hysteresis`, changes while
/// that many move, and ends when all have lifted. The hysteresis does not count in the translation. Fingers that join
/// or leave do not make the translation jump: in the frame in which one does, nothing counts. More fingers than the
/// maximum fail it before it began, and are left to others afterwards.
open class PanGestureRecognizer: GestureRecognizer {
    /// The fewest fingers that pan; at least 1.
    public final var minimumNumberOfTouches = 1
    /// The most fingers that pan.
    public final var maximumNumberOfTouches = Int.max
    /// The distance, in points, that the centroid moves before the gesture begins.
    public final var hysteresis: Double

    /// The movement of the centroid: since the first finger landed before the gesture begins, the translation
    /// afterwards.
    private final var travelled = Vector.zero
    /// The number of fingers that were down at once, at most.
    private final var mostFingers = 0
    /// The translation that was set before it began, which is counted from.
    private final var preset = Vector.zero
    /// The same without hysteresis or rebasing: what velocity is measured on.
    private final var path = Vector.zero
    @exclusivity(unchecked) private final var speed = VelocityEstimator()
    private final var sampleTime = Timestamp.zero
    /// The time when the translation was set; earlier movements still count for the velocity of later events.
    private final var rebaseTime: Timestamp?

    /// A pan of any number of fingers.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        hysteresis = thresholds.panHysteresis
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "pan" }

    override final var endsWithLostTouch: Bool { true }

    override final var includesLiftedTouches: Bool { false }

    override var failsWithTooManyTouches: Bool { true }

    override package final var leastMovement: Double? { hysteresis }

    override open var numberOfTouchesAccepted: ClosedRange<Int> {
        let fewest = max(minimumNumberOfTouches, 1)
        return fewest...max(maximumNumberOfTouches, fewest)
    }

    /// Returns the movement of the fingers since the gesture began, in a region's coordinates; in the surface's when
    /// `region` is nil.
    ///
    /// Points. For a region that follows the fingers, ask in the region around it: the movement measured in what itself
    /// scales or turns is not the one that it has to make.
    public final func translation(in region: Region?) -> Vector {
        let way = ownState == .possible || ownState == .failed ? preset : travelled
        return region?.convertFromSurface(way) ?? way
    }

    /// Sets the translation of a gesture in progress, which continues from that value.
    ///
    /// Velocity is zero until the next samples.
    public final func setTranslation(_ translation: Vector, in region: Region?) {
        let translation = region?.convertToSurface(translation) ?? translation
        guard translation.length.isFinite else { return }
        switch ownState {
        case .possible: preset = translation
        case .began, .changed: travelled = translation
        case .ended, .cancelled, .failed: return
        }
        rebaseTime = eventTime
    }

    /// Returns the velocity of the centroid, in points per second of a region's coordinates, the surface's when
    /// `region` is nil; zero after a rest, see `VelocityEstimator`.
    public final func velocity(in region: Region?) -> Vector {
        let velocity = rebaseTime == eventTime ? .zero : speed.velocity(at: eventTime)
        return region?.convertFromSurface(velocity) ?? velocity
    }

    override open var measurement: GestureMeasurement {
        let velocity = velocity(in: nil)
        return .pan(
            translation: translation(in: nil), velocity: velocity,
            projection: centroid + Momentum.distance(from: velocity))
    }

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        mostFingers = max(mostFingers, numberOfTouchesDown)
        let before = numberOfTouchesDown - touches.count
        if numberOfTouchesDown > maximumNumberOfTouches {
            guard state != .possible else {
                return fail(because: .tooManyFingers(numberOfTouchesDown, allowed: maximumNumberOfTouches))
            }
            leaveFingers(beyond: maximumNumberOfTouches, for: event)
        } else if before < minimumNumberOfTouches, state == .possible {
            // Movements with too few fingers do not count.
            countAnew(at: event.timestamp)
        }
    }

    /// Forgets how far the fingers have moved before the gesture began.
    private func countAnew(at time: Timestamp) {
        travelled = .zero
        speed.reset()
        sample(at: time)
    }

    private func sample(at time: Timestamp) {
        speed.add(path, at: time)
        sampleTime = time
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard !isCountChanging(in: event) else { return coast(at: event.timestamp) }
        guard let delta = centroidDelta() else { return }
        travelled += delta
        path += delta
        sample(at: event.timestamp)
        if state != .possible {
            state = .changed
        } else if travelled.length.reaches(hysteresis), !hasRestingFinger, mayBegin(after: travelled) {
            begin()
        }
    }

    /// Whether a movement that is far enough goes where it has to; if not, fails.
    func mayBegin(after way: Vector) -> Bool { true }

    private func begin() {
        reason = .enough("moved", travelled.length, needed: hysteresis, .points)
        travelled = travelled - travelled * min(hysteresis / max(travelled.length, .leastNonzeroMagnitude), 1) + preset
        state = .began
    }

    /// In a frame that does not count the fingers are assumed to continue as before: the velocity must not drop.
    private func coast(at time: Timestamp) {
        path += speed.velocity(at: time) * time.seconds(since: sampleTime)
        sample(at: time)
    }

    /// The movement of the fingers' centroid; nil when they are fewer than the minimum.
    private func centroidDelta() -> Vector? {
        var (sum, count) = (Vector.zero, 0)
        // By index, as in `centroid`.
        for index in involved.indices where !involved[index].isOver {
            sum += involved[index].location - involved[index].previousLocation
            count += 1
        }
        return count >= max(minimumNumberOfTouches, 1) ? sum * (1 / Double(count)) : nil
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        endWithLastTouch(
            mostFingers < minimumNumberOfTouches
                ? .tooFewFingers(mostFingers, needed: minimumNumberOfTouches)
                : .tooLittle("moved", travelled.length, needed: hysteresis, .points))
    }

    override open func reset() {
        super.reset()
        travelled = .zero
        path = .zero
        preset = .zero
        mostFingers = 0
        rebaseTime = nil
        speed.reset()
    }
}
