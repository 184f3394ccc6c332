// The measured values of each type of gesture.

/// The direction of a swipe.
public enum SwipeDirection: String, CaseIterable, Sendable, Decodable {
    /// Towards x = 0.
    case left
    /// Away from x = 0.
    case right
    /// Towards y = 0.
    case up
    /// Away from y = 0.
    case down
}

/// At which edge a pan came in.
public enum ScreenEdge: String, CaseIterable, Sendable, Decodable {
    /// The upper one.
    case top
    /// The one at x = 0.
    case left
    /// The lower one.
    case bottom
    /// The one opposite x = 0.
    case right
}

/// The measurement of a gesture besides its location.
///
/// Lengths are in the surface's unit, times in seconds, angles in radians, clockwise positive.
public enum Measurement: Equatable, Sendable {
    /// The number of taps.
    case tap(taps: Int)
    /// The time since the touches landed, in seconds.
    case longPress(duration: Double)
    /// Direction and velocity.
    case swipe(direction: SwipeDirection, velocity: WirePoint)
    /// The movement since `began`, the velocity, and the location at which momentum would end; sent with
    /// `ended`, and to subscriptions with predictions as ``GestureNotification/predictedTranslation``.
    case pan(translation: WirePoint, velocity: WirePoint, projection: WirePoint?)
    /// At which edge it came in, and what a pan measures.
    case screenEdgePan(edge: ScreenEdge, translation: WirePoint, velocity: WirePoint, projection: WirePoint?)
    /// The factor since `began`, and its change per second.
    case pinch(scale: Double, velocity: Double)
    /// The angle since `began`, and its change per second.
    case rotation(rotation: Double, velocity: Double)
    /// The values of a pan, and the scale and rotation since `began`.
    case transform(
        translation: WirePoint, velocity: WirePoint, projection: WirePoint?, scale: Double, rotation: Double)
    /// The most similar stroke, and the similarity, from 0 to 1.
    case stroke(name: String, score: Double)
    /// The members of types without a case here, as custom ones.
    case custom(CustomMembers)
    /// Nothing: a type without a measurement of its own, or a recognizer that failed.
    ///
    /// As a base of a change: the beginning of the gesture.
    case none
}
