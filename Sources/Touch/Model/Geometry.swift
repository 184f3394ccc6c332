// Points, vectors and sizes on a surface; origin top left, y downward.

/// A place on a surface, in points unless said otherwise (1 pt = 25.4/163 mm, UIKit's unit on its first panels).
public struct Point: Hashable, Sendable {
    /// Distance from the left edge.
    public var x: Double
    /// Distance from the top edge.
    public var y: Double

    /// Makes a point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The vector that leads from `origin` to `point`.
    public static func - (point: Point, origin: Point) -> Vector {
        Vector(x: point.x - origin.x, y: point.y - origin.y)
    }

    /// The point that `vector` leads to from `origin`.
    public static func + (origin: Point, vector: Vector) -> Point {
        Point(x: origin.x + vector.x, y: origin.y + vector.y)
    }
}

/// A difference between two points, or a velocity in points per second.
public struct Vector: Hashable, Sendable {
    /// The part to the right.
    public var x: Double
    /// The part downward.
    public var y: Double

    /// Makes a vector from its parts.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No difference.
    public static let zero = Vector(x: 0, y: 0)

    /// The Euclidean length.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// The sum of both.
    public static func + (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x + right.x, y: left.y + right.y)
    }

    /// Returns the vector that added to `right` gives `left`.
    public static func - (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x - right.x, y: left.y - right.y)
    }

    /// The same direction, `factor` times as long.
    public static func * (vector: Vector, factor: Double) -> Vector {
        Vector(x: vector.x * factor, y: vector.y * factor)
    }

    /// Adds `right` in place.
    public static func += (left: inout Vector, right: Vector) {
        left = left + right
    }
}

/// A width and a height; the context says in which unit.
public struct Size: Hashable, Sendable {
    /// Extent to the right.
    public var width: Double
    /// Extent downward.
    public var height: Double

    /// Makes a size from its extents.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An upright rectangle, by its top left corner and its size.
public struct Rectangle: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// Width and height.
    public var size: Size

    /// Makes a rectangle from its corner and its size.
    public init(origin: Point = .zero, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// The point in the middle.
    public var centre: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
}

/// The unit that the engine measures in.
public enum PointUnit {
    /// Millimetres in one point: UIKit's 163 points per inch, so that its thresholds mean the same on every panel.
    public static let millimetres = 25.4 / 163
}
