// What time is it? The kernel's monotonic clock, which also stamps the events.

internal import CLinux
internal import Glibc
internal import Touch

/// CLOCK_MONOTONIC; the only clock of the program.
enum MonotonicClock {
    /// Now.
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
