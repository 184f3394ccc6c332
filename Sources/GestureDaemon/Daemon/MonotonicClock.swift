// The kernel's monotonic clock, which also stamps events.

import Linux
package import Touch

/// CLOCK_MONOTONIC, the only clock of the program.
package enum MonotonicClock {
    /// Now.
    package static var now: Timestamp { Timestamp(microseconds: KernelClock.monotonic.microseconds) }
}
