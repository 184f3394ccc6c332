// Numbers split into integer and decimals of a given precision, for writing.

/// A fixed number of decimals: three or six.
package struct Decimals {
    /// Ten to the number of decimals.
    let unit: Double
    let count: Int

    /// Lengths and their velocities: a thousandth of a pixel or point.
    static let length = Decimals(unit: 1e3, count: 3)
    /// Scales, angles, durations and what changes of them in a second.
    package static let ratio = Decimals(unit: 1e6, count: 6)

    /// The largest magnitude that is written: up to here every integer is a double, and none overflows.
    private static let largest = 9_007_199_254_740_991.0

    /// A magnitude as an integer and a number of units of the last decimal; the sign; never anything that traps.
    ///
    /// Not a number and infinity become zero, what is too large becomes the largest magnitude.
    @inline(__always)
    package func split(_ value: Double) -> (isNegative: Bool, integer: UInt64, fraction: UInt64) {
        guard value.isFinite else { return (false, 0, 0) }
        let magnitude = min(value.magnitude, Self.largest)
        // By way of signed integers, for which processors have an instruction.
        var integer = Int64(magnitude)
        var fraction = Int64((magnitude - Double(integer)) * unit + 0.5)
        if fraction >= Int64(unit) {
            fraction = 0
            integer += 1
        }
        return (
            value < 0 && (integer != 0 || fraction != 0), UInt64(truncatingIfNeeded: integer),
            UInt64(truncatingIfNeeded: fraction)
        )
    }

    /// Returns the value that a reader parses from the written number; exact up to 2^53 units of the last decimal.
    func rounding(_ value: Double) -> Double {
        let parts = split(value)
        let whole = Double(parts.integer) * unit
        let magnitude =
            whole < Self.largest
            ? (whole + Double(parts.fraction)) / unit : Double(parts.integer) + Double(parts.fraction) / unit
        return parts.isNegative ? -magnitude : magnitude
    }

    /// The difference of two numbers as they are written.
    func difference(_ value: Double, _ origin: Double) -> Double {
        // Both as units of the last decimal, while these are integers beyond doubt.
        guard max(value.magnitude, origin.magnitude) < 1e9 else { return rounding(value) - rounding(origin) }
        return Double(units(value) - units(origin)) / unit
    }

    @inline(__always)
    private func units(_ value: Double) -> Int64 {
        let parts = split(value)
        let magnitude = Int64(parts.integer) * Int64(unit) + Int64(parts.fraction)
        return parts.isNegative ? -magnitude : magnitude
    }
}
