// How far, how long, how fast? Every default of a recognizer, with its reason and source.

/// The defaults of all recognizers: points, seconds, radians.
///
/// "Measured" means on real UIKit (iOS 26.1).
public enum Thresholds {
    /// A pan begins after the fingers' centroid has moved this far.
    ///
    /// Measured: a scroll view starts at exactly 10 pt.
    public static let panHysteresis = 10.0

    /// A tap's finger must be down less than this long.
    ///
    /// From UIKit's own tap subclasses; WinObjC has the same.
    public static let tapMaximumDuration = 0.75
    /// The next tap of several must begin less than this after the one before ended.
    ///
    /// As above.
    public static let tapMaximumInterval = 0.35
    /// A tap's fingers may stray this far from the centroid of the first tap.
    ///
    /// From one of UIKit's own subclasses.
    public static let tapAllowableMovement = 45.0

    /// A long press begins after this time.
    ///
    /// Apple's documentation of `minimumPressDuration`.
    public static let longPressMinimumDuration = 0.5
    /// A long press' finger may stray this far before it begins.
    ///
    /// Apple's documentation of `allowableMovement`.
    public static let longPressAllowableMovement = 10.0

    /// A swipe must be made within this time of touch down.
    ///
    /// Measured.
    public static let swipeMaximumDuration = 0.5
    /// How far a swipe goes in its direction, at no time; less by `swipePrimaryRate` of it per second.
    ///
    /// Measured.
    public static let swipeMinimumPrimaryMovement = 50.0
    /// How far a swipe may stray sideways, at no time; less by `swipeSecondaryRate` of it per second.
    ///
    /// Measured.
    public static let swipeMaximumSecondaryMovement = 50.0
    /// How far a swipe may go against its direction.
    ///
    /// Measured: not at all.
    public static let swipeMaximumOppositeMovement = 0.0
    /// The part of the primary movement that a second takes off: slow swipes may be short.
    ///
    /// Measured.
    public static let swipePrimaryRate = 0.94
    /// The part of the secondary movement that a second takes off: slow swipes must be precise.
    ///
    /// Measured.
    public static let swipeSecondaryRate = 0.98

    /// A pinch begins when the fingers' distance has changed this much.
    ///
    /// Measured: 8 pt possible, 10 pt began.
    public static let pinchHysteresis = 10.0
    /// This much of that change does not count as scale: 100 to 110 pt gives 110/108.
    ///
    /// Measured.
    public static let pinchBaselineShift = 8.0
    /// Fingers nearer than this have no meaningful distance or angle.
    ///
    /// Our own guard against dividing by nothing.
    public static let minimumSpan = 1.0

    /// A rotation begins after 10 degrees.
    ///
    /// Measured.
    public static let rotationHysteresis = 10.0 * .pi / 180
    /// Half of which do not count as rotation.
    ///
    /// Measured.
    public static let rotationBaselineShift = 5.0 * .pi / 180
    /// Slack when angles are compared: 1e-12 degrees, so that ten degrees are ten degrees.
    ///
    /// As in the measurement.
    public static let rotationSlack = 1e-12 * .pi / 180

    /// Velocity is fitted to the samples of this last time.
    ///
    /// Android's VelocityTracker; UIKit's is about as long.
    public static let velocityWindow = 0.1
    /// A finger that sent nothing for this long stands still.
    ///
    /// Android's VelocityTracker; UIKit lacks it and reports a stale velocity.
    public static let velocityPause = 0.04
    /// Samples that enter the fit at most.
    ///
    /// Android's VelocityTracker.
    public static let velocitySamples = 20

    /// What is left of a velocity after a millisecond of momentum: UIKit's normal deceleration rate.
    ///
    /// Measured.
    public static let decelerationRate = 0.998
}
