// The map from a surface's coordinates to those of a region.

/// A map from the coordinates of a surface to those of a region of it, both in the surface's unit.
///
/// x' = a·x + b·y + c, y' = d·x + e·y + f.
public struct RegionMap: Equatable, Sendable {
    private let a, b, c: Double
    private let d, e, f: Double

    /// Makes a map from its two rows.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Returns a place of the surface in the region's coordinates.
    @inline(__always)
    public func place(_ point: WirePoint) -> WirePoint {
        WirePoint(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// Returns a translation or a velocity in the region's coordinates: places move, differences between them do not.
    @inline(__always)
    public func vector(_ way: WirePoint) -> WirePoint {
        WirePoint(x: a * way.x + b * way.y, y: d * way.x + e * way.y)
    }
}
