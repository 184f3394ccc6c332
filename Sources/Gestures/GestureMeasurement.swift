// What does a gesture measure? The values that its notification carries.

public import Touch

/// What a recognizer of a known type has to say at an action: points, seconds, radians, of the surface.
public enum GestureMeasurement: Hashable, Sendable {
    /// Nothing beside place and touches.
    case none
    /// How many taps.
    case tap(taps: Int)
    /// How long the fingers are down, in seconds.
    case longPress(duration: Double)
    /// Where to, and how fast.
    case swipe(direction: SwipeDirection, velocity: Vector)
    /// How far since it began, how fast, and where momentum would carry the location.
    case pan(translation: Vector, velocity: Vector, projection: Point)
    /// The factor of the fingers' distance since it began, and its change per second.
    case pinch(scale: Double, velocity: Double)
    /// The angle since it began, clockwise, and its change per second.
    case rotation(rotation: Double, velocity: Double)
}

/// Where a finger comes to rest after it has let go, under UIKit's normal deceleration.
enum Momentum {
    /// The way from `velocity` (points per second): v/1000 · d/(1 − d), the closed form of 0.998 per millisecond.
    static func distance(from velocity: Vector) -> Vector {
        velocity * (Thresholds.decelerationRate / (1 - Thresholds.decelerationRate) / 1000)
    }
}
