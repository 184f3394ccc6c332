// When does the machine go to sleep, and when is it awake again? logind says so on the system's message bus.

internal import Glibc

/// Listens to logind's `PrepareForSleep`.
///
/// Whoever has it waits for its descriptor and its deadline, and then calls `process()`. It never waits itself: not for
/// the bus, not for logind. Only what logind itself says counts, as the bus knows who owns its name.
public final class SleepMonitor {
    /// Why nothing will be heard.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        /// What failed.
        public let description: String
    }

    private let library: BusLibrary
    private let bus: OpaquePointer
    /// Whether the machine goes to sleep, in the order in which logind said so; emptied by `process()`.
    private var announcements: [Bool] = []

    /// Connects to the bus; that this is done, and whether it succeeds, shows in `process()`.
    ///
    /// - Throws: `Failure` when there is no bus to connect to.
    public init() throws(Failure) {
        guard let library = BusLibrary() else { throw Failure(description: "libsystemd is not installed") }
        var opened: OpaquePointer?
        try Self.check("sd_bus_open_system", library.openSystem(&opened))
        guard let bus = opened else { throw Failure(description: "sd_bus_open_system gave no bus") }
        (self.library, self.bus) = (library, bus)
        try Self.check(
            "sd_bus_match_signal_async",
            library.matchSignal(
                bus, nil, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
                "PrepareForSleep",
                { message, monitor, _ in
                    guard let message, let monitor else { return 0 }
                    Unmanaged<SleepMonitor>.fromOpaque(monitor).takeUnretainedValue().receive(message)
                    return 0
                }, nil, Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        library.close(bus)
        _ = library.unref(bus)
    }

    private static func check(_ call: String, _ result: Int32) throws(Failure) {
        guard result < 0 else { return }
        throw Failure(description: "\(call): \(String(cString: strerror(-result)))")
    }

    private func receive(_ message: OpaquePointer) {
        var isGoing: Int32 = 0
        // As many as anybody could say before they are asked for: true, false, and again.
        guard library.readBasic(message, CChar(UInt8(ascii: "b")), &isGoing) > 0, announcements.count < 64 else {
            return
        }
        announcements.append(isGoing != 0)
    }

    /// Readable or writable, as `isWriting` says, when `process()` is due.
    public var descriptor: Int32 { library.descriptor(bus) }

    /// Whether the bus has answered and is there.
    public var isReady: Bool { library.isReady(bus) > 0 }

    /// Whether something waits to be written.
    public var isWriting: Bool { library.events(bus) & Int32(POLLOUT) != 0 }

    /// When `process()` is due although nothing comes, in microseconds of the monotonic clock; nil when it is not.
    public var deadline: Int64? {
        var time = UInt64.max
        guard library.timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
        return Int64(time)
    }

    /// Does what there is to do.
    ///
    /// - Returns: What logind has said since: true when the machine goes to sleep, false when it is awake again.
    /// - Throws: `Failure` when nothing more will be heard.
    public func process() throws(Failure) -> [Bool] {
        // One message a time; a bus that sends without end must not keep us from the rest.
        for _ in 0..<32 {
            let result = library.process(bus, nil)
            try Self.check("sd_bus_process", result)
            if result == 0 { break }
        }
        defer { announcements = [] }
        return announcements
    }
}
