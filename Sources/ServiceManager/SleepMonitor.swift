// Monitor of the machine's sleep and wake-up, through logind's D-Bus interface.

/// Listens to logind's `PrepareForSleep`.
public final class SleepMonitor: BusConnection {
    /// Whether the machine goes to sleep, in the order in which logind said so; emptied by `process()`.
    private var announcements: [Bool] = []

    /// Connects to the bus; that this is done, and whether it succeeds, shows in `process()`.
    ///
    /// - Throws: `BusFailure` when there is no bus to connect to.
    public override init() throws(BusFailure) {
        try super.init()
        try listen(
            for: "path='/org/freedesktop/login1',interface='org.freedesktop.login1.Manager',member='PrepareForSleep'")
    }

    override func receive(_ signal: BusMessage) {
        if let isGoing = signal.flag() { announcements.append(isGoing) }
    }

    /// Does what there is to do.
    ///
    /// - Returns: What logind has said since: true when the machine goes to sleep, false when it is awake again.
    /// - Throws: `BusFailure` when the connection is lost.
    public func process() throws(BusFailure) -> [Bool] {
        try processMessages()
        defer { announcements = [] }
        return announcements
    }
}
