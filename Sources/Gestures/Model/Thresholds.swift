// Distances, times and speeds: every default of a recognizer, with its reason and source.

/// The defaults of all recognizers and of the engine: points, seconds, radians.
///
/// A value of this type is a profile: `standard` has UIKit's numbers, `scaled(by:)` makes larger hands or panels of it,
/// and each number can be replaced. "Measured" means on real UIKit (iOS 26.1).
public struct Thresholds: Hashable, Sendable {
    /// UIKit's numbers where they are known, our own decisions where they are not.
    ///
    /// The shipped configuration differs in two: `landingInterval` and `swipeMaximumOppositeMovement`.
    public static let standard = Thresholds()

    /// The standard profile.
    public init() {}

    // MARK: - Pan

    /// A pan begins after the fingers' centroid has moved this far.
    ///
    /// Measured: a scroll view starts at exactly 10 pt.
    public var panHysteresis = 10.0
    /// A pan from an edge of the screen starts within this distance of it.
    ///
    /// UIKit's is private. Re-implementations chose 20 pt; Android's 12 dp is 1.9 mm.
    public var edgeWidth = 20.0

    // MARK: - Tap

    /// A tap's finger must be down less than this long.
    ///
    /// From UIKit's own tap subclasses; WinObjC has the same.
    public var tapMaximumDuration = 0.75
    /// The next tap of several must begin less than this after the one before ended; the source is the same.
    public var tapMaximumInterval = 0.35
    /// A tap's fingers may stray this far from the centroid of the first tap.
    ///
    /// From one of UIKit's own subclasses.
    public var tapAllowableMovement = 45.0

    // MARK: - Long press

    /// A long press begins after this time.
    ///
    /// Apple's documentation of `minimumPressDuration`.
    public var longPressMinimumDuration = 0.5
    /// A long press' finger may stray this far before it begins.
    ///
    /// Apple's documentation of `allowableMovement`.
    public var longPressAllowableMovement = 10.0

    // MARK: - Swipe

    /// A swipe must be made within this time of touch down (measured).
    public var swipeMaximumDuration = 0.5
    /// How far a swipe goes in its direction, at no time; less by `swipePrimaryRate` of it per second (measured).
    public var swipeMinimumPrimaryMovement = 50.0
    /// How far a swipe may stray sideways, at no time; less by `swipeSecondaryRate` of it per second (measured).
    public var swipeMaximumSecondaryMovement = 50.0
    /// How far a swipe may go against its direction (measured).
    ///
    /// The shipped configuration has 3.5, our own decision: the least half point above the 3.07 pt (0.48 mm) that a
    /// finger's contact drifted backward as it settled, in 0.11 s, before it swiped. Of 62 recorded fingers that swipe,
    /// three drift so, and one more moves backward first, by 8.93 pt, in an arc.
    public var swipeMaximumOppositeMovement = 0.0
    /// The part of the primary movement that a second takes off: slow swipes may be short (measured).
    public static let swipePrimaryRate = 0.94
    /// The part of the secondary movement that a second takes off: slow swipes must be precise (measured).
    public static let swipeSecondaryRate = 0.98

    // MARK: - Pinch and rotation

    /// A pinch begins when the fingers' distance has changed this much.
    ///
    /// Measured: 8 pt possible, 10 pt began.
    public var pinchHysteresis = 10.0
    /// This much of that change does not count as scale: 100 to 110 pt gives 110/108 (measured).
    public var pinchBaselineShift = 8.0
    /// Fingers nearer than this have no meaningful distance or angle.
    ///
    /// Our own guard against dividing by nothing.
    public static let minimumSpan = 1.0

    /// A rotation begins after 10 degrees (measured).
    public var rotationHysteresis = 10.0 * .pi / 180
    /// Half of these degrees do not count as rotation (measured).
    public var rotationBaselineShift = 5.0 * .pi / 180

    /// Slack when angles are compared: 1e-12 degrees, so that ten degrees are ten degrees.
    ///
    /// As in the measurement.
    public static let rotationSlack = 1e-12 * .pi / 180

    /// Slack when lengths are compared, in points: ten points are ten points, wherever on the panel they begin.
    ///
    /// Our own guard against rounding: device units become points by a factor that is no round number.
    public static let lengthSlack = 1e-6

    // MARK: - Hands

    /// Fingers of one gesture land within this time of the first: until then, one of more fingers may take it back.
    ///
    /// 0 as in UIKit, which takes nothing back. The shipped configuration has 0.18 s, our own decision: recorded hands
    /// take 20 to 175 ms, and some fingers move before the last has landed.
    public var landingInterval = 0.0
    /// A finger that has not moved by so much, in points, since it landed beside others is a thumb that rests: it takes
    /// nothing back.
    ///
    /// Our own decision: as far as recorded contacts drift while their fingers settle; see
    /// `swipeMaximumOppositeMovement`.
    public static let restingMovement = 3.5
    /// A finger that is lost and seen again within this time has not lifted.
    ///
    /// Our own decision: panels merge fingers that come near for a few frames, of 8 to 16 ms each.
    public var mergeInterval = 0.06
    /// Contacts this near to each other may be merged by a panel.
    ///
    /// Our own decision: 21 mm, the width of a finger and a half.
    public var mergeDistance = 135.0
    /// A touch this near to a touch of a recognizer's attempt is of the same hand, or of the other hand of the same
    /// person.
    ///
    /// Our own decision: 250 mm.
    public var sequenceDistance = 250.0 / 25.4 * 163
    /// Touches that land within this time of each other are of one sequence, however far apart.
    ///
    /// Our own decision: 0.3 s.
    public var sequenceInterval = 0.3

    // MARK: - Velocity and momentum

    /// Velocity is that of this last time; a finger that sent nothing for so long stands still.
    ///
    /// The time after which Android's VelocityTracker assumes that a pointer has stopped; UIKit reports a stale
    /// velocity.
    public static let velocityWindow = 0.04
    /// As many intervals of a slow panel, when they are longer than that.
    ///
    /// Our own decision: a lift comes one interval after the last movement, and the first report that is missing, two.
    public static let velocityIntervals = 1.5
    /// A panel's interval is no longer than this.
    ///
    /// Our own decision: the slowest panels that were reported need 70 ms.
    public static let velocityLongestInterval = 0.1
    /// Velocity is at most that of the movement in this last time, or of the last step if that took longer.
    ///
    /// Our own decision: a step of a panel of 125 Hz, and several of a faster one.
    public static let velocityStep = 0.0075
    /// The samples that an estimate remembers.
    ///
    /// Android's VelocityTracker: enough for 40 ms of a panel of 500 Hz.
    public static let velocitySamples = 20

    /// What is left of a velocity after a millisecond of momentum: UIKit's normal deceleration rate (measured).
    public static let decelerationRate = 0.998
    /// What moves slower than this, in points per second, stands (measured).
    public static let stopSpeed = 10.0

    // MARK: - Strokes and tickles

    /// A stroke is at least this long.
    ///
    /// Our own measurement: shorter ones are told apart badly when the panel trembles by half a point.
    public var strokeMinimumLength = 80.0
    /// A tickle goes this far before it turns.
    ///
    /// The text that the tickle comes from.
    public var tickleDistance = 25.0

    /// The same profile with every distance that a finger must or may go multiplied by `factor`.
    ///
    /// Times and angles stay. What tells hands apart stays too: arms are no longer in front of a larger panel.
    public func scaled(by factor: Double) -> Thresholds {
        var scaled = self
        for path in Self.lengths { scaled[keyPath: path] *= factor }
        return scaled
    }

    private static let lengths: [any WritableKeyPath<Thresholds, Double> & Sendable] = [
        \.panHysteresis, \.edgeWidth, \.tapAllowableMovement, \.longPressAllowableMovement,
        \.swipeMinimumPrimaryMovement, \.swipeMaximumSecondaryMovement, \.swipeMaximumOppositeMovement,
        \.pinchHysteresis, \.pinchBaselineShift, \.strokeMinimumLength, \.tickleDistance,
    ]

    /// What lengths are multiplied by on a surface with this diagonal, in millimetres.
    ///
    /// Our own decision: 1 up to 16 inches, then in proportion up to 1.5 at 55 inches: on tables the arm moves, not the
    /// finger, and large panels are noisier.
    public static func factor(forDiagonal millimetres: Double) -> Double {
        let inches = millimetres / 25.4
        return 1 + 0.5 * min(max((inches - 16) / (55 - 16), 0), 1)
    }
}
