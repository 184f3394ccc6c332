// Notifications to systemd (sd_notify(3)), without libsystemd.

import Glibc
import Linux

/// Notifies the service manager of the service's state; does nothing when there is none.
public struct ServiceNotifier: Sendable {
    /// Whether there is a service manager that listens.
    public let hasReceiver: Bool
    private let socket: DatagramSocket?

    /// Takes the socket's path from `$NOTIFY_SOCKET`, if systemd set it.
    public init() {
        self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) })
    }

    /// Creates a notifier for the socket at `path`; a leading `@` means the abstract name space; nil sends nothing.
    public init(path: String?) {
        hasReceiver = path != nil
        socket = path.flatMap { DatagramSocket(path: $0) }
    }

    /// The outcome of sending a message.
    public enum Outcome: Equatable, Sendable {
        /// The service manager has it, or there is none.
        case sent
        /// The service manager has no room for it at present: send what is still valid again later.
        case busy
        /// It could not be sent, with the reason.
        case failed(String)
    }

    /// The service is up: configuration, socket and devices are there.
    ///
    /// Waits until the service manager has room.
    @discardableResult public func ready(status: String) -> Outcome { send("READY=1\nSTATUS=\(status)", waits: true) }

    /// Sends that the service reloads its configuration; `ready(status:)` ends that.
    ///
    /// Waits as that does.
    ///
    /// - Parameter microseconds: The time on CLOCK_MONOTONIC, by which systemd distinguishes reloads.
    @discardableResult public func reloading(at microseconds: Int64) -> Outcome {
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)", waits: true)
    }

    /// The service is about to end.
    ///
    /// Waits as `ready(status:)` does.
    @discardableResult public func stopping() -> Outcome { send("STOPPING=1", waits: true) }

    /// Sends the service's status, a sentence for `systemctl status`.
    ///
    /// Never waits.
    @discardableResult public func status(_ status: String) -> Outcome { send("STATUS=\(status)", waits: false) }

    /// Sends the notification that systemd's watchdog expects; see ``Watchdog``.
    ///
    /// Never waits.
    @discardableResult public func isAlive() -> Outcome { send("WATCHDOG=1", waits: false) }

    /// Extends the timeout of starting, reloading or stopping by a time from now.
    ///
    /// Never waits.
    @discardableResult public func extendTimeout(by microseconds: Int64) -> Outcome {
        send("EXTEND_TIMEOUT_USEC=\(microseconds)", waits: false)
    }

    private func send(_ message: String, waits: Bool) -> Outcome {
        guard hasReceiver else { return .sent }
        guard let socket else { return .failed("`NOTIFY_SOCKET` is not the address of a socket") }
        guard let failure = socket.send(Array(message.utf8), waits: waits) else { return .sent }
        return switch failure.errno {
        case EAGAIN, ENOBUFS: .busy
        default: .failed(failure.failure)
        }
    }
}
