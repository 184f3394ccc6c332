// The turn from one vector to another, with the C library's arc tangent.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Touch

extension Vector {
    /// The turn from `earlier` to this vector, -π to π: sums of it never jump when the angle wraps.
    func turn(since earlier: Vector) -> Double {
        atan2(earlier.x * y - earlier.y * x, earlier.x * x + earlier.y * y)
    }
}
