// Non-blocking connection to logind over the system's D-Bus.

internal import Glibc

/// The reason why a connection to the bus has failed.
public struct BusFailure: Error, CustomStringConvertible, Sendable {
    /// The failure.
    public let description: String

    init(_ description: String) { self.description = description }

    /// Passes on what a function of the bus has returned, unless it failed.
    @discardableResult
    static func check(_ call: String, _ result: Int32) throws(BusFailure) -> Int32 {
        guard result < 0 else { return result }
        throw BusFailure("\(call): \(String(cString: strerror(-result)))")
    }
}

/// One connection to the system's bus, for what logind says.
///
/// Its owner waits for its descriptor and its deadline, and then calls `process()`. The bus's rules allow any process
/// to send signals in logind's name to this connection: only signals of the owner of that name, as the bus reports it,
/// are accepted, and none while the owner is unknown.
final class BusConnection {
    private static let name = "org.freedesktop.login1"
    private static let driver = "org.freedesktop.DBus"
    private static let address = "unix:path=/run/dbus/system_bus_socket"

    private let library: BusLibrary
    private let bus: OpaquePointer
    /// The bus name of logind's connection; nil while there is none, or it is unknown.
    private var logind: String?
    private var failure: BusFailure?

    /// Called with each signal of logind that is listened for.
    var didHear: (BusMessage) -> Void = { _ in }
    /// Called when logind comes, with true, and when it goes, or is not there at first, with false.
    var didChange: (_ isThere: Bool) -> Void = { _ in }
    /// Called with each answer of logind, or why there is none.
    var didAnswer: (BusMessage) -> Void = { _ in }

    /// Connects; that this is done, and whether it succeeds, shows in `process()`.
    init() throws(BusFailure) {
        guard let library = BusLibrary() else { throw BusFailure("libsystemd is not installed") }
        var made: OpaquePointer?
        try BusFailure.check("sd_bus_new", library.make(&made))
        guard let bus = made else { throw BusFailure("sd_bus_new gave no bus") }
        (self.library, self.bus) = (library, bus)
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? Self.address
        try BusFailure.check("sd_bus_set_address", library.setAddress(bus, address))
        try BusFailure.check("sd_bus_set_bus_client", library.setClient(bus, 1))
        // Unlike sd_bus_open_system(3): a descriptor in a signal, which any process may send, would be closed here, and
        // closing a socket with SO_LINGER takes as long as its owner likes. So the bus does not deliver messages with
        // descriptors.
        try BusFailure.check("sd_bus_negotiate_fds", library.acceptDescriptors(bus, 0))
        try BusFailure.check("sd_bus_start", library.start(bus))
        // First the changes, then how it is: nothing is missed in between.
        try match("sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(Self.name)'") { message, connection, _ in
            BusConnection.receive(message, connection) { $0.takeChange($1) }
        }
        try call(Self.driver, "/org/freedesktop/DBus", Self.driver, "GetNameOwner", [Self.name]) {
            message, connection, _ in
            BusConnection.receive(message, connection) { $0.takeOwner($1) }
        }
    }

    deinit {
        library.close(bus)
        _ = library.unref(bus)
    }

    /// Listens for signals of logind; `didHear` is called with them.
    func listen(for rule: String) throws(BusFailure) {
        try match("sender='\(Self.name)'," + rule) { message, connection, _ in
            BusConnection.receive(message, connection) { connection, message in
                if let sender = message.sender, sender == connection.logind { connection.didHear(message) }
            }
        }
    }

    /// Asks logind, which is not started for that; `didAnswer` is called with the answer, or an error, within two seconds.
    func ask(_ path: String, _ interface: String, _ method: String, _ arguments: [String]) throws(BusFailure) {
        try call(Self.name, path, interface, method, arguments) { message, connection, _ in
            BusConnection.receive(message, connection) { $0.didAnswer($1) }
        }
    }

    // MARK: - The owner of logind's name

    private func takeChange(_ message: BusMessage) {
        guard message.sender == Self.driver, message.text() == Self.name, message.text() != nil,
            let owner = message.text()
        else { return }
        logind = owner.isEmpty ? nil : owner
        didChange(logind != nil)
    }

    private func takeOwner(_ message: BusMessage) {
        if let error = message.error, error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" {
            let words = error.words.isEmpty ? error.name : error.words
            failure = BusFailure("the bus does not report logind's unique name: \(words)")
            return
        }
        logind = message.error == nil ? message.text() : nil
        didChange(logind != nil)
    }

    // MARK: - Messages

    /// Has a function called with a message, by a connection that C has carried.
    private static func receive(
        _ message: OpaquePointer?, _ connection: UnsafeMutableRawPointer?, _ take: (BusConnection, BusMessage) -> Void
    ) -> Int32 {
        guard let message, let connection else { return 0 }
        let receiver = Unmanaged<BusConnection>.fromOpaque(connection).takeUnretainedValue()
        take(receiver, BusMessage(receiver.library, message))
        return 0
    }

    private var unretained: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func match(_ rule: String, _ handler: BusLibrary.Handler) throws(BusFailure) {
        try BusFailure.check(
            "sd_bus_add_match_async", library.addMatch(bus, nil, "type='signal'," + rule, handler, nil, unretained))
    }

    private func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [String],
        _ handler: BusLibrary.Handler
    ) throws(BusFailure) {
        var made: OpaquePointer?
        try BusFailure.check(
            "sd_bus_message_new_method_call", library.newCall(bus, &made, name, path, interface, method))
        guard let call = made else { throw BusFailure("sd_bus_message_new_method_call gave no message") }
        defer { _ = library.unrefMessage(call) }
        try BusFailure.check("sd_bus_message_set_auto_start", library.setAutoStart(call, 0))
        for argument in arguments {
            try BusFailure.check(
                "sd_bus_message_append_basic", library.append(call, CChar(UInt8(ascii: "s")), argument))
        }
        try BusFailure.check("sd_bus_call_async", library.call(bus, nil, call, handler, unretained, Self.patience))
    }

    /// The time limit for an answer, in microseconds.
    private static let patience: UInt64 = 2_000_000

    // MARK: - The loop

    var descriptor: Int32 { library.descriptor(bus) }

    /// Whether the bus has answered and is there.
    var isReady: Bool { library.isReady(bus) > 0 }

    /// Whether something waits to be written.
    var isWriting: Bool { library.events(bus) & Int32(POLLOUT) != 0 }

    /// The time when `process()` is due without input, in microseconds of the monotonic clock; nil when it is not.
    var deadline: Int64? {
        var time = UInt64.max
        guard library.timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
        return Int64(time)
    }

    /// Does what there is to do, and has handlers called.
    func process() throws(BusFailure) {
        // One message at a time; a bus that sends endlessly must not block the rest.
        for _ in 0..<32 {
            if try BusFailure.check("sd_bus_process", library.process(bus, nil)) == 0 { break }
        }
        if let failure { throw failure }
    }
}
