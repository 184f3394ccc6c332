// Clocks of the kernel.

public import Glibc

/// A clock of the kernel; each property reads it (clock_gettime(2)).
public struct KernelClock: Sendable {
    @usableFromInline let identifier: clockid_t

    /// The clock with an identifier.
    @inlinable public init(_ identifier: clockid_t) { self.identifier = identifier }

    /// Time since the machine started, without sleep: CLOCK_MONOTONIC, with which the kernel stamps input events.
    @inlinable public static var monotonic: KernelClock { KernelClock(CLOCK_MONOTONIC) }

    /// Time for which the calling thread had a processor: CLOCK_THREAD_CPUTIME_ID.
    @inlinable public static var thread: KernelClock { KernelClock(CLOCK_THREAD_CPUTIME_ID) }

    /// Microseconds since the origin of the clock, rounded down.
    @inlinable public var microseconds: Int64 {
        let time = read()
        return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
    }

    /// Nanoseconds since the origin of the clock.
    @inlinable public var nanoseconds: Int {
        let time = read()
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }

    /// Seconds since the origin of the clock.
    @inlinable public var seconds: Double {
        let time = read()
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @inlinable @inline(__always)
    func read() -> timespec {
        var time = timespec()
        clock_gettime(identifier, &time)
        return time
    }
}
