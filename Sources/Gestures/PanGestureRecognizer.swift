// Is it a pan? Fingers that move, in any direction, for as long as they like.

public import Touch

/// A continuous recognizer of moving fingers, as UIKit's `UIPanGestureRecognizer`.
///
/// It begins when the centroid of at least `minimumNumberOfTouches` fingers has moved by `hysteresis`, changes while
/// that many move, and ends when all have lifted. The hysteresis does not count in the translation. Fingers that join
/// or leave do not make the translation jump. More fingers than the maximum fail it before it began, and are left to
/// others afterwards.
open class PanGestureRecognizer: GestureRecognizer {
    /// The fewest fingers that pan; at least 1.
    public final var minimumNumberOfTouches = 1
    /// The most fingers that pan.
    public final var maximumNumberOfTouches = Int.max
    /// How far, in points, the centroid moves before the gesture begins.
    public final var hysteresis = Thresholds.panHysteresis

    /// How far the centroid has gone: from the first finger before it began, the translation afterwards.
    private final var travelled = Vector.zero
    /// The same without hysteresis or rebasing: what velocity is measured on.
    private final var path = Vector.zero
    private final var speed = VelocityEstimator()
    /// When the translation was set; what fingers did before still counts for the velocity of later events.
    private final var rebaseTime: Timestamp?

    /// How far the fingers have moved since the gesture began, in points.
    public final func translation(in region: Region?) -> Vector {
        state == .possible || state == .failed ? .zero : travelled
    }

    /// Makes the translation count from another value.
    ///
    /// Velocity is zero until the next samples.
    public final func setTranslation(_ translation: Vector, in region: Region?) {
        travelled = translation
        rebaseTime = eventTime
    }

    /// How fast the centroid moves, in points per second; zero when it stood still for 40 ms.
    public final func velocity(in region: Region?) -> Vector {
        rebaseTime == eventTime ? .zero : speed.velocity(at: eventTime)
    }

    /// Translation, velocity, and where momentum would carry the centroid.
    override open var measurement: GestureMeasurement {
        let velocity = velocity(in: nil)
        return .pan(
            translation: translation(in: nil), velocity: velocity,
            projection: centroid + Momentum.distance(from: velocity))
    }

    /// Counts the fingers.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        let before = numberOfTouchesDown - touches.count
        if numberOfTouchesDown > maximumNumberOfTouches {
            guard state != .possible else {
                state = .failed
                return
            }
            for touch in touches { ignore(touch, for: event) }
        } else if before < minimumNumberOfTouches, state == .possible {
            // What fingers did while there were too few of them is no pan.
            travelled = .zero
            speed.reset()
            speed.add(path, at: event.timestamp)
        }
    }

    /// Begins, or changes.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard let delta = centroidDelta() else { return }
        travelled += delta
        path += delta
        speed.add(path, at: event.timestamp)
        if state != .possible {
            state = .changed
        } else if travelled.length >= hysteresis {
            travelled = travelled - travelled * (hysteresis / max(travelled.length, .leastNonzeroMagnitude))
            state = .began
        }
    }

    /// The movement of the centroid of those fingers that are in this frame and were in the one before; nil when they
    /// are fewer than the minimum.
    private func centroidDelta() -> Vector? {
        var (sum, count) = (Vector.zero, 0)
        for touch in involved where touch.phase == .moved || touch.phase == .stationary {
            sum += touch.location - touch.previousLocation
            count += 1
        }
        return count >= max(minimumNumberOfTouches, 1) ? sum * (1 / Double(count)) : nil
    }

    /// Ends with the last finger.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        endWithLastTouch()
    }

    /// Fails, or is cancelled once it has begun.
    override open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        endWithoutLift()
    }

    /// Forgets the movement.
    override open func reset() {
        super.reset()
        travelled = .zero
        path = .zero
        rebaseTime = nil
        speed.reset()
    }
}
