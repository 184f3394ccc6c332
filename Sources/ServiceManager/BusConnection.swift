// How does one talk with logind over the system's message bus, and never wait for it?

internal import Glibc

/// Why nothing more is heard over the bus.
public struct BusFailure: Error, CustomStringConvertible, Sendable {
    /// What failed.
    public let description: String

    init(_ description: String) { self.description = description }

    /// Passes on what a function of the bus has returned, unless it failed.
    @discardableResult
    static func check(_ call: String, _ result: Int32) throws(BusFailure) -> Int32 {
        guard result < 0 else { return result }
        throw BusFailure("\(call): \(String(cString: strerror(-result)))")
    }
}

/// One connection to the system's bus.
///
/// Whoever has it waits for its descriptor and its deadline, and then calls `process()`.
final class BusConnection {
    private let library: BusLibrary
    private let bus: OpaquePointer

    /// Connects; that this is done, and whether it succeeds, shows in `process()`.
    init() throws(BusFailure) {
        guard let library = BusLibrary() else { throw BusFailure("libsystemd is not installed") }
        var opened: OpaquePointer?
        try BusFailure.check("sd_bus_open_system", library.openSystem(&opened))
        guard let bus = opened else { throw BusFailure("sd_bus_open_system gave no bus") }
        (self.library, self.bus) = (library, bus)
    }

    deinit {
        library.close(bus)
        _ = library.unref(bus)
    }

    /// Has a function called with each message that matches; `owner` has to outlive the connection.
    func match(_ rule: String, _ owner: AnyObject, _ handler: BusLibrary.Handler) throws(BusFailure) {
        let owner = Unmanaged.passUnretained(owner).toOpaque()
        try BusFailure.check("sd_bus_add_match_async", library.addMatch(bus, nil, rule, handler, nil, owner))
    }

    /// Asks logind, which is not started for that; the answer, or an error, comes to a function within two seconds.
    func ask(
        _ path: String, _ interface: String, _ method: String, _ arguments: [String], _ owner: AnyObject,
        _ handler: BusLibrary.Handler
    ) throws(BusFailure) {
        var made: OpaquePointer?
        try BusFailure.check(
            "sd_bus_message_new_method_call",
            library.newCall(bus, &made, "org.freedesktop.login1", path, interface, method))
        guard let call = made else { throw BusFailure("sd_bus_message_new_method_call gave no message") }
        defer { _ = library.unrefMessage(call) }
        try BusFailure.check("sd_bus_message_set_auto_start", library.setAutoStart(call, 0))
        for argument in arguments {
            try BusFailure.check(
                "sd_bus_message_append_basic", library.append(call, CChar(UInt8(ascii: "s")), argument))
        }
        let owner = Unmanaged.passUnretained(owner).toOpaque()
        try BusFailure.check("sd_bus_call_async", library.call(bus, nil, call, handler, owner, Self.patience))
    }

    /// How long an answer may take, in microseconds.
    private static let patience: UInt64 = 2_000_000

    /// What a handler was given.
    func message(_ pointer: OpaquePointer) -> BusMessage { BusMessage(library, pointer) }

    var descriptor: Int32 { library.descriptor(bus) }

    /// Whether the bus has answered and is there.
    var isReady: Bool { library.isReady(bus) > 0 }

    /// Whether something waits to be written.
    var isWriting: Bool { library.events(bus) & Int32(POLLOUT) != 0 }

    /// When `process()` is due although nothing comes, in microseconds of the monotonic clock; nil when it is not.
    var deadline: Int64? {
        var time = UInt64.max
        guard library.timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
        return Int64(time)
    }

    /// Does what there is to do, and has handlers called.
    func process() throws(BusFailure) {
        // One message a time; a bus that sends without end must not keep us from the rest.
        for _ in 0..<32 {
            if try BusFailure.check("sd_bus_process", library.process(bus, nil)) == 0 { break }
        }
    }
}
