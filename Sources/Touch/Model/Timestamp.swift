// Kernel timestamps in microseconds.

/// A moment of the kernel's monotonic clock (or of a recording's own clock), in whole microseconds.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// Makes a moment from microseconds since the clock's origin.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The clock's origin.
    public static let zero = Timestamp(microseconds: 0)

    /// Seconds since the clock's origin.
    public var seconds: Double { Double(microseconds) / 1e6 }

    /// Seconds from `earlier` to this moment; negative when this one is the earlier.
    public func seconds(since earlier: Timestamp) -> Double {
        Double(microseconds &- earlier.microseconds) / 1e6
    }

    /// The moment `seconds` later, rounded to the microsecond.
    ///
    /// Stays at the end of time when that is exceeded.
    public func adding(seconds: Double) -> Timestamp {
        let delta = (seconds * 1e6).rounded()
        guard delta.magnitude < 9e18 else { return Timestamp(microseconds: delta < 0 ? .min : .max) }
        let (sum, overflow) = microseconds.addingReportingOverflow(Int64(delta))
        return Timestamp(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Whether the left moment comes first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}
