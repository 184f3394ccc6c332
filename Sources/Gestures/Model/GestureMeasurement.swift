// The values that each type of gesture measures.

public import Touch

/// The values of a recognizer at an action: points, seconds and radians on the surface.
public enum GestureMeasurement: Hashable, Sendable {
    /// Nothing beside place and touches.
    case none
    /// The number of taps.
    case tap(taps: Int)
    /// The time since the fingers landed, in seconds.
    case longPress(duration: Double)
    /// Direction and velocity.
    case swipe(direction: SwipeDirection, velocity: Vector)
    /// The movement since the beginning, the velocity, and the location at which momentum would end.
    case pan(translation: Vector, velocity: Vector, projection: Point)
    /// A pan, and the edge that it came from.
    case screenEdgePan(edge: RectEdge, translation: Vector, velocity: Vector, projection: Point)
    /// The factor of the fingers' distance since it began, and its change per second.
    case pinch(scale: Double, velocity: Double)
    /// The angle since it began, clockwise, and its change per second.
    case rotation(rotation: Double, velocity: Double)
    /// Pan, pinch and rotation in one.
    case transform(translation: Vector, velocity: Vector, projection: Point, scale: Double, rotation: Double)
    /// The name of the stroke and its score, 0 to 1.
    case stroke(name: String, score: Double)
    /// The members that a custom recognizer measures.
    case custom([Member])

    /// A named value of a custom recognizer.
    public struct Member: Hashable, Sendable {
        /// The name for clients: letters and digits.
        public let name: String
        /// Its value.
        public let value: Value

        /// A value under a name.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A value that a custom recognizer can measure.
    public enum Value: Hashable, Sendable {
        /// A number without a unit, a time in seconds or an angle in radians.
        case number(Double)
        /// A whole number.
        case count(Int)
        /// Words.
        case text(String)
        /// A place on the surface in points, or a way.
        case point(Point)
    }
}

/// Edges of a rectangle, with UIKit's numbers.
public struct RectEdge: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = RectEdge(rawValue: 1)
    /// The left edge.
    public static let left = RectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = RectEdge(rawValue: 4)
    /// The right edge.
    public static let right = RectEdge(rawValue: 8)
    /// Each of the four.
    public static let all: RectEdge = [.top, .left, .bottom, .right]
}
