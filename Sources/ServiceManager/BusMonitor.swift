// The base class of monitors of logind that run in an external event loop.

/// A connection to the system's bus for signals of logind.
///
/// Its owner waits for its descriptor and its deadline, and then calls `process()`. It never blocks: neither on the bus
/// nor on logind.
public class BusMonitor {
    let connection: BusConnection

    /// Connects to the bus; that this is done, and whether it succeeds, shows in `process()`.
    ///
    /// - Throws: `BusFailure` when there is no bus to connect to.
    init() throws(BusFailure) { connection = try BusConnection() }

    /// Readable or writable, as `isWriting` says, when `process()` is due.
    public final var descriptor: Int32 { connection.descriptor }

    /// Whether the bus has answered and is there.
    public var isReady: Bool { connection.isReady }

    /// Whether something waits to be written.
    public final var isWriting: Bool { connection.isWriting }

    /// The time when `process()` is due without input, in microseconds of the monotonic clock; nil when it is not.
    public final var deadline: Int64? { connection.deadline }
}
