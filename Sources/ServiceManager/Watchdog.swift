// The interval of systemd's watchdog (sd_watchdog_enabled(3)).

import Glibc

/// The service manager's watchdog: `WatchdogSec=` of the unit.
public enum Watchdog {
    /// The microseconds without `WATCHDOG=1` after which systemd considers this process dead; nil without a watchdog.
    public static var interval: Int64? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return interval(variable("WATCHDOG_USEC"), process: variable("WATCHDOG_PID"))
    }

    static func interval(_ microseconds: String?, process: String?) -> Int64? {
        // Without a process id it is valid for every process; a service's children inherit the variables.
        if let process, Int32(process) != getpid() { return nil }
        guard let microseconds, let interval = Int64(microseconds), interval > 0 else { return nil }
        return interval
    }
}
