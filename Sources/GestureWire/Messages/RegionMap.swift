// The map from a surface's coordinates to those of a region.

/// A map from the coordinates of a surface to those of a region of it, both in the surface's unit.
///
/// x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct RegionMap: Equatable, Sendable {
    private let a, b, c, d, tx, ty: Double

    /// Makes a map from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Returns a place of the surface in the region's coordinates.
    @inline(__always)
    public func place(_ point: WirePoint) -> WirePoint {
        WirePoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// Returns a translation or a velocity in the region's coordinates: places move, differences between them do not.
    @inline(__always)
    public func vector(_ way: WirePoint) -> WirePoint {
        WirePoint(x: a * way.x + c * way.y, y: b * way.x + d * way.y)
    }
}
