// Non-blocking connection to logind over the system's D-Bus.

import Glibc

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

/// A connection to the system's bus, for what logind says; the base class of its monitors.
///
/// Its owner waits for its descriptor and its deadline, and then calls the monitor's `process()`. It never blocks:
/// neither on the bus nor on logind. The bus's rules allow any process to send signals in logind's name to this
/// connection: only signals of the owner of that name, as the bus reports it, are accepted, and none while the owner is
/// unknown.
public class BusConnection {
    private static let name = "org.freedesktop.login1"
    private static let driver = "org.freedesktop.DBus"
    private static let address = "unix:path=/run/dbus/system_bus_socket"

    private let bus: OpaquePointer
    /// The bus name of logind's connection; nil while there is none, or it is unknown.
    private var logind: String?
    private var failure: BusFailure?

    /// Connects; that this is done, and whether it succeeds, shows in `process()`.
    init() throws(BusFailure) {
        guard BusLibrary.isUsable else { throw BusFailure("libsystemd is not installed") }
        var made: OpaquePointer?
        try BusFailure.check("sd_bus_new", BusLibrary.make(&made))
        guard let bus = made else { throw BusFailure("sd_bus_new gave no bus") }
        self.bus = bus
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? Self.address
        try BusFailure.check("sd_bus_set_address", BusLibrary.setAddress(bus, address))
        try BusFailure.check("sd_bus_set_bus_client", BusLibrary.setClient(bus, 1))
        // Unlike sd_bus_open_system(3): a descriptor in a signal, which any process may send, would be closed here, and
        // closing a socket with SO_LINGER takes as long as its owner likes. So the bus does not deliver messages with
        // descriptors.
        try BusFailure.check("sd_bus_negotiate_fds", BusLibrary.acceptDescriptors(bus, 0))
        try BusFailure.check("sd_bus_start", BusLibrary.start(bus))
        // First the changes, then how it is: nothing is missed in between.
        try match("sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(Self.name)'") { message, connection, _ in
            BusConnection.pass(message, connection) { $0.receiveChange($1) }
        }
        try call(Self.driver, "/org/freedesktop/DBus", Self.driver, "GetNameOwner", [Self.name]) {
            message, connection, _ in
            BusConnection.pass(message, connection) { $0.receiveOwner($1) }
        }
    }

    // MARK: - What monitors override

    /// Receives each signal of logind that is listened for.
    func receive(_ signal: BusMessage) {}

    /// Receives each answer of logind, or why there is none.
    func receive(answer: BusMessage) {}

    /// logind has come, or it has gone, or is not there at first.
    func logindDidChange(isRunning: Bool) {}

    deinit {
        BusLibrary.close(bus)
        _ = BusLibrary.unref(bus)
    }

    /// Listens for signals of logind, which ``receive(_:)`` receives.
    func listen(for rule: String) throws(BusFailure) {
        try match("sender='\(Self.name)'," + rule) { message, connection, _ in
            BusConnection.pass(message, connection) { connection, message in
                if let sender = message.sender, sender == connection.logind { connection.receive(message) }
            }
        }
    }

    /// Asks logind, which is not started for that; the answer, or an error, is received within two seconds.
    func ask(_ path: String, _ interface: String, _ method: String, _ arguments: [String]) throws(BusFailure) {
        try call(Self.name, path, interface, method, arguments) { message, connection, _ in
            BusConnection.pass(message, connection) { $0.receive(answer: $1) }
        }
    }

    // MARK: - The owner of logind's name

    private func receiveChange(_ message: BusMessage) {
        guard message.sender == Self.driver, message.text() == Self.name, message.text() != nil,
            let owner = message.text()
        else { return }
        logind = owner.isEmpty ? nil : owner
        logindDidChange(isRunning: logind != nil)
    }

    private func receiveOwner(_ message: BusMessage) {
        if let error = message.error, error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" {
            let message = error.message.isEmpty ? error.name : error.message
            failure = BusFailure("the bus does not report logind's unique name: \(message)")
            return
        }
        logind = message.error == nil ? message.text() : nil
        logindDidChange(isRunning: logind != nil)
    }

    // MARK: - Messages

    /// Has a function called with a message, by a connection that C has carried.
    private static func pass(
        _ message: OpaquePointer?, _ connection: UnsafeMutableRawPointer?, _ take: (BusConnection, BusMessage) -> Void
    ) -> Int32 {
        guard let message, let connection else { return 0 }
        take(Unmanaged.fromOpaque(connection).takeUnretainedValue(), BusMessage(message: message))
        return 0
    }

    private var unretained: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func match(_ rule: String, _ handler: BusLibrary.Handler) throws(BusFailure) {
        try BusFailure.check(
            "sd_bus_add_match_async", BusLibrary.addMatch(bus, nil, "type='signal'," + rule, handler, nil, unretained))
    }

    private func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [String],
        _ handler: BusLibrary.Handler
    ) throws(BusFailure) {
        var made: OpaquePointer?
        try BusFailure.check(
            "sd_bus_message_new_method_call", BusLibrary.newCall(bus, &made, name, path, interface, method))
        guard let call = made else { throw BusFailure("sd_bus_message_new_method_call gave no message") }
        defer { _ = BusLibrary.unrefMessage(call) }
        try BusFailure.check("sd_bus_message_set_auto_start", BusLibrary.setAutoStart(call, 0))
        for argument in arguments {
            try BusFailure.check(
                "sd_bus_message_append_basic", BusLibrary.append(call, CChar(UInt8(ascii: "s")), argument))
        }
        try BusFailure.check("sd_bus_call_async", BusLibrary.call(bus, nil, call, handler, unretained, Self.patience))
    }

    /// The time limit for an answer, in microseconds.
    private static let patience: UInt64 = 2_000_000

    // MARK: - The loop

    /// Readable or writable, as `isWriting` says, when `process()` is due.
    public final var descriptor: Int32 { BusLibrary.descriptor(bus) }

    /// Whether the bus has answered and is there.
    public var isReady: Bool { BusLibrary.isReady(bus) > 0 }

    /// Whether something waits to be written.
    public final var isWriting: Bool { BusLibrary.events(bus) & Int32(POLLOUT) != 0 }

    /// The time when `process()` is due without input, in microseconds of the monotonic clock; nil when it is not.
    public final var deadline: Int64? {
        var time = UInt64.max
        guard BusLibrary.timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
        return Int64(time)
    }

    /// Does what there is to do, and passes on what has come.
    final func processMessages() throws(BusFailure) {
        // One message at a time; a bus that sends endlessly must not block the rest.
        for _ in 0..<32 {
            if try BusFailure.check("sd_bus_process", BusLibrary.process(bus, nil)) == 0 { break }
        }
        if let failure { throw failure }
    }
}
