// Shapes of regions: rectangle, ellipse, polygon.

public import Touch

/// The part of a region's rectangle in which touches begin.
public enum RegionShape: Hashable, Sendable {
    /// All of it.
    case rectangle
    /// The ellipse that touches all four sides.
    case ellipse
    /// The inside of a polygon, as far as it lies in the rectangle.
    case polygon(RegionPolygon)

    /// The shape of a region in another unit: the factors are from this unit to that one.
    package func scaled(x: Double, y: Double) -> RegionShape {
        if case .polygon(let polygon) = self { .polygon(polygon.scaled(x: x, y: y)) } else { self }
    }

    /// Whether a place in the coordinates of a region of this size belongs to the shape, if it lies in the rectangle.
    func contains(_ place: Point, in size: Size) -> Bool {
        switch self {
        case .rectangle: return true
        case .ellipse:
            let (x, y) = (2 * place.x / size.width - 1, 2 * place.y / size.height - 1)
            return x * x + y * y <= 1
        case .polygon(let polygon): return polygon.contains(place)
        }
    }
}

/// A polygon whose sides do not meet but at its corners.
public struct RegionPolygon: Hashable, Sendable {
    /// The numbers of corners that a polygon can have.
    public static let corners = 3...64

    /// The corners in order, in points of the region's own coordinates; the last side leads back to the first.
    public let points: [Point]

    /// What is wrong with a list of corners.
    public enum Problem: Error, Hashable, Sendable {
        /// It has fewer than 3 corners or more than 64.
        case count(Int)
        /// The corner with this index is not a place, or is where the one before it is.
        case corner(Int)
        /// The sides that begin at the corners with these indices meet.
        case crossing(Int, Int)
    }

    /// Makes a polygon from its corners, in either direction.
    ///
    /// - Throws: What is wrong with them.
    public init(_ points: [Point]) throws(Problem) {
        guard Self.corners.contains(points.count) else { throw .count(points.count) }
        for index in points.indices {
            let (corner, before) = (points[index], points[index == 0 ? points.count - 1 : index - 1])
            guard corner.x.isFinite, corner.y.isFinite, corner != before else { throw .corner(index) }
        }
        self.points = points
        for first in points.indices {
            for second in points.indices where second > first && meet(first, second) { throw .crossing(first, second) }
        }
    }

    private init(valid points: [Point]) { self.points = points }

    /// The same polygon, stretched: what rounding does to its sides is not judged again.
    fileprivate func scaled(x: Double, y: Double) -> RegionPolygon {
        RegionPolygon(valid: points.map { Point(x: $0.x * x, y: $0.y * y) })
    }

    /// Whether two sides have a point in common that they should not have.
    private func meet(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = side(first)
        let (c, d) = side(second)
        // Neighbours share a corner; they must not lie on each other.
        if second == first + 1 { return Self.turn(a, b, d) == 0 && (a - b) * (d - b) > 0 }
        if first == 0, second == points.count - 1 { return Self.turn(c, d, b) == 0 && (c - d) * (b - d) > 0 }
        let (sideOfC, sideOfD) = (Self.turn(a, b, c), Self.turn(a, b, d))
        let (sideOfA, sideOfB) = (Self.turn(c, d, a), Self.turn(c, d, b))
        if sideOfC != sideOfD, sideOfA != sideOfB { return true }
        return sideOfC == 0 && Self.isBetween(a, b, c) || sideOfD == 0 && Self.isBetween(a, b, d)
            || sideOfA == 0 && Self.isBetween(c, d, a) || sideOfB == 0 && Self.isBetween(c, d, b)
    }

    private func side(_ index: Int) -> (Point, Point) {
        (points[index], points[index + 1 == points.count ? 0 : index + 1])
    }

    /// The side of the line from `a` to `b` on which `c` lies: -1, 0 or 1.
    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        return area > 0 ? 1 : area < 0 ? -1 : 0
    }

    /// Whether `c`, which lies on the line of `a` and `b`, lies between them.
    private static func isBetween(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        c.x >= min(a.x, b.x) && c.x <= max(a.x, b.x) && c.y >= min(a.y, b.y) && c.y <= max(a.y, b.y)
    }

    /// Whether a place lies inside; of its edges, those on the left and above do.
    func contains(_ place: Point) -> Bool {
        var isInside = false
        var last = points[points.count - 1]
        for index in points.indices {
            let point = points[index]
            if (point.y > place.y) != (last.y > place.y),
                place.x < (last.x - point.x) * (place.y - point.y) / (last.y - point.y) + point.x
            {
                isInside.toggle()
            }
            last = point
        }
        return isInside
    }
}

extension Vector {
    /// The scalar product.
    fileprivate static func * (left: Vector, right: Vector) -> Double { left.x * right.x + left.y * right.y }
}
