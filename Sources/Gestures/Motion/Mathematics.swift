// Angles, powers and logarithms, with the C library's functions.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Touch

extension Vector {
    /// The turn from `earlier` to this vector, -π to π: sums of it never jump when the angle wraps.
    func turn(since earlier: Vector) -> Double {
        atan2(earlier.x * y - earlier.y * x, earlier.x * x + earlier.y * y)
    }
}

extension Double {
    /// This number to the power of `exponent`.
    func power(_ exponent: Double) -> Double { pow(self, exponent) }

    /// The exponent to which `base` gives this number.
    func logarithm(base: Double) -> Double { log(self) / log(base) }
}
