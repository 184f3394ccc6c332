// When does the machine go to sleep, and when is it awake again? logind says so on the system's message bus.

/// Listens to logind's `PrepareForSleep`.
///
/// Whoever has it waits for its descriptor and its deadline, and then calls `process()`. It never waits itself: not for
/// the bus, not for logind. Only what logind itself says counts, as the bus knows who owns its name.
public final class SleepMonitor {
    private let connection: BusConnection
    /// Whether the machine goes to sleep, in the order in which logind said so; emptied by `process()`.
    private var announcements: [Bool] = []

    /// Connects to the bus; that this is done, and whether it succeeds, shows in `process()`.
    ///
    /// - Throws: `BusFailure` when there is no bus to connect to.
    public init() throws(BusFailure) {
        connection = try BusConnection()
        try connection.match(
            "type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',"
                + "interface='org.freedesktop.login1.Manager',member='PrepareForSleep'", self
        ) { message, monitor, _ in
            guard let message, let monitor else { return 0 }
            Unmanaged<SleepMonitor>.fromOpaque(monitor).takeUnretainedValue().receive(message)
            return 0
        }
    }

    private func receive(_ message: OpaquePointer) {
        // As many as anybody could say before they are asked for: true, false, and again.
        guard let isGoing = connection.message(message).flag(), announcements.count < 64 else { return }
        announcements.append(isGoing)
    }

    /// Readable or writable, as `isWriting` says, when `process()` is due.
    public var descriptor: Int32 { connection.descriptor }

    /// Whether the bus has answered and is there.
    public var isReady: Bool { connection.isReady }

    /// Whether something waits to be written.
    public var isWriting: Bool { connection.isWriting }

    /// When `process()` is due although nothing comes, in microseconds of the monotonic clock; nil when it is not.
    public var deadline: Int64? { connection.deadline }

    /// Does what there is to do.
    ///
    /// - Returns: What logind has said since: true when the machine goes to sleep, false when it is awake again.
    /// - Throws: `BusFailure` when nothing more will be heard.
    public func process() throws(BusFailure) -> [Bool] {
        try connection.process()
        defer { announcements = [] }
        return announcements
    }
}
