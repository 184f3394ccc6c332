// The timerfd for the earliest deadline of the daemon.

import CLinux
import Glibc
import Linux
import Touch

/// A timer on the monotonic clock that is set only when the deadline changes.
final class DeadlineTimer {
    private let timer: Descriptor
    private var deadline: Timestamp?
    var descriptor: Int32 { timer.number }

    init() throws(SystemError) {
        timer = try Descriptor(
            "timerfd_create", timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
    }

    /// Sets the deadline; nil sets none, so that the process is not woken.
    func arm(_ next: Timestamp?) {
        guard next != deadline else { return }
        var setting = itimerspec()
        if let next {
            // A time of zero would disarm the timer; a deadline that early is due at once.
            let microseconds = max(next.microseconds, 1)
            setting.it_value.tv_sec = Int(microseconds / 1_000_000)
            setting.it_value.tv_nsec = Int(microseconds % 1_000_000) * 1000
        }
        // Should it fail, which it has no reason to, the next turn of the loop tries it again.
        if timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 { deadline = next }
    }

    /// Notes that the timer has fired.
    func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations))
        deadline = nil
    }
}
