// Power and logarithm, with the C library's functions.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension Double {
    /// This number to the power of `exponent`.
    func power(_ exponent: Double) -> Double { pow(self, exponent) }

    /// The exponent to which `base` gives this number.
    func logarithm(base: Double) -> Double { log(self) / log(base) }
}
