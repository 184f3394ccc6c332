// The kernel's monotonic clock, which also stamps events, and the processor time of a thread.

internal import CLinux
internal import Glibc
internal import Touch

/// CLOCK_MONOTONIC, the only clock of the program.
enum MonotonicClock {
    /// Now.
    static var now: Timestamp { read(CLOCK_MONOTONIC) }

    /// The processor time of this thread.
    static var processorTime: Timestamp { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Timestamp {
        var time = timespec()
        clock_gettime(clock, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
