// The kernel's monotonic clock, which also stamps events, and the processor time of a thread.

internal import Linux
package import Touch

/// CLOCK_MONOTONIC, the only clock of the program.
package enum MonotonicClock {
    /// Now.
    package static var now: Timestamp { time(of: .monotonic) }

    /// The processor time of this thread.
    static var processorTime: Timestamp { time(of: .thread) }

    private static func time(of clock: KernelClock) -> Timestamp { Timestamp(microseconds: clock.microseconds) }
}
