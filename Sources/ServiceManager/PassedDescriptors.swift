// The sockets that systemd passes (sd_listen_fds(3)), and a check that clients can connect to them.

import Glibc

/// A descriptor that the service manager has opened, with the name that its unit gives it.
public struct PassedDescriptor: Equatable, Sendable {
    /// `FileDescriptorName=` of the socket unit; systemd takes the unit's own name where that is missing.
    public let name: String
    /// The descriptor, which the caller must close.
    public let descriptor: Int32
}

/// The descriptors that the service manager passes to the process.
public struct PassedDescriptors: Equatable, Sendable {
    /// All of them, in the order of their numbers.
    public private(set) var all: [PassedDescriptor]

    /// The first number that is passed (SD_LISTEN_FDS_START).
    static let first: Int32 = 3

    /// Takes what was passed to this process, and hides it from those that it starts.
    ///
    /// Call it once, while there is one thread only: it changes the environment.
    ///
    /// - Throws: ``PassedDescriptorError`` if the environment promises what is not there.
    public init() throws(PassedDescriptorError) {
        let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
        let values = variables.map { name in getenv(name).map { String(cString: $0) } }
        for name in variables { unsetenv(name) }
        try self.init(process: values[0], count: values[1], names: values[2])
    }

    /// Reads the three variables' values.
    ///
    /// - Parameter first: The number of the first descriptor.
    init(process: String?, count: String?, names: String?, first: Int32 = first) throws(PassedDescriptorError) {
        all = []
        // The variables are handed on to whatever a service starts; they speak to one process.
        guard let process, Int32(process) == getpid(), let count else { return }
        guard let number = Int32(count), number >= 0 else { throw PassedDescriptorError(.unusableCount(count)) }
        let names = (names ?? "").split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        for index in 0..<number {
            // Stops at the first descriptor that is not open, if the number is too large.
            let descriptor = first.addingReportingOverflow(index).partialValue
            guard descriptor >= first, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                throw PassedDescriptorError(.notOpen(promised: number, present: index))
            }
            let name = names.indices.contains(Int(index)) ? names[Int(index)] : ""
            all.append(PassedDescriptor(name: name.isEmpty ? "unknown" : name, descriptor: descriptor))
        }
    }

    /// The socket of a name on which clients connect; nil if nothing has the name.
    ///
    /// The caller owns it from now on.
    ///
    /// - Throws: ``PassedDescriptorError`` if several have the name, or if no client could connect to it.
    public mutating func takeListeningSocket(named name: String) throws(PassedDescriptorError) -> Int32? {
        let named = all.filter { $0.name == name }
        guard let socket = named.first?.descriptor else { return nil }
        guard named.count == 1 else { throw PassedDescriptorError(.several(name: name, count: named.count)) }
        if let reason = Self.obstacle(to: socket) { throw PassedDescriptorError(.unusable(name: name, reason: reason)) }
        all.removeAll { $0.name == name }
        return socket
    }

    /// Takes the descriptor of a name, whatever it is; nil if nothing has the name.
    ///
    /// The caller owns it from now on.
    public mutating func take(named name: String) -> Int32? {
        guard let index = all.firstIndex(where: { $0.name == name }) else { return nil }
        return all.remove(at: index).descriptor
    }

    /// Closes the descriptors that were not taken.
    public mutating func closeAll() {
        for passed in all { close(passed.descriptor) }
        all = []
    }

    /// Why no client of ours can connect to a descriptor, and what to write into the socket unit; nil if one can.
    private static func obstacle(to descriptor: Int32) -> String? {
        guard let family = option(SO_DOMAIN, of: descriptor) else {
            return "is not a socket; the socket unit needs `ListenStream=` with a path, and no other `Listen…=`."
        }
        guard family == AF_UNIX else {
            return "is not a Unix socket; `ListenStream=` of the socket unit must be a path."
        }
        guard option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue) else {
            return "is not a stream socket; the socket unit needs `ListenStream=`, not `ListenDatagram=` or "
                + "`ListenSequentialPacket=`."
        }
        guard option(SO_ACCEPTCONN, of: descriptor) == 1 else {
            return "does not listen; the socket unit must not say `Accept=yes`."
        }
        return nil
    }

    private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout.size(ofValue: value))
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
    }
}

/// A passed descriptor that cannot be used, with the unit's line at fault.
public struct PassedDescriptorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    public enum Code: Equatable, Sendable {
        /// `LISTEN_FDS` is not a number of descriptors.
        case unusableCount(String)
        /// Fewer descriptors are open than were promised.
        case notOpen(promised: Int32, present: Int32)
        /// More than one has the name.
        case several(name: String, count: Int)
        /// Clients cannot connect to it, for a reason in words.
        case unusable(name: String, reason: String)
    }

    /// The kind of problem.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// The problem, and the line of the socket unit that corrects it.
    public var description: String {
        switch code {
        case .unusableCount(let text):
            "LISTEN_FDS=\"\(text.prefix(40))\" is not a number of descriptors; systemd sets it, nobody else should."
        case .notOpen(let promised, let present):
            "LISTEN_FDS=\(promised), but \(present) of them are open; systemd sets it, nobody else should."
        case .several(let name, let count):
            "systemd passes \(count) sockets named \(name), and there is one to listen on; in a drop-in of the socket "
                + "unit, an empty line `ListenStream=` before the new one replaces the old one."
        case .unusable(let name, let reason): "The descriptor that systemd passes as \(name) \(reason)"
        }
    }
}
