// The interval of systemd's watchdog (sd_watchdog_enabled(3)).

internal import Glibc

/// The service manager's watchdog: `WatchdogSec=` of the unit.
public enum Watchdog {
    /// After how many microseconds without `WATCHDOG=1` this process is taken for dead; nil when nobody waits for it.
    public static var interval: Int64? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return interval(variable("WATCHDOG_USEC"), process: variable("WATCHDOG_PID"))
    }

    /// What these values of the two variables say to this process.
    static func interval(_ microseconds: String?, process: String?) -> Int64? {
        // Without a process it is for everybody; a service's children inherit the variables.
        if let process, Int32(process) != getpid() { return nil }
        guard let microseconds, let interval = Int64(microseconds), interval > 0 else { return nil }
        return interval
    }
}
