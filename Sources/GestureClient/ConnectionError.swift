// Errors of the connection to the daemon, with advice for the user.

import Glibc

/// A connection that could not be made or kept.
public struct ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public enum Code: Sendable {
        /// No daemon listens on the path: exit code 69 (EX_UNAVAILABLE) of a command.
        case unreachable
        /// The file system does not allow it: exit code 77 (EX_NOPERM) of a command.
        case permission
        /// The other side does not speak this protocol, or another version of it.
        case protocolViolation
        /// The connection ended.
        case disconnected
        /// The server accepts no connections at present.
        case refused
    }

    /// The kind of obstacle.
    public let code: Code
    /// The path of the socket.
    public let path: String
    /// The system call that failed, what was expected, or what the server says; empty if none applies.
    public let context: String
    /// The errno of that call, 0 if none failed.
    public let errorNumber: Int32

    init(_ code: Code, path: String, context: String = "", errorNumber: Int32 = 0) {
        self.code = code
        self.path = path
        self.context = context
        self.errorNumber = errorNumber
    }

    /// A snapshot names more globs than its subscription has.
    static func unfitting(path: String) -> ConnectionError {
        ConnectionError(.protocolViolation, path: path, context: "more globs match nothing than the filter has")
    }

    static func failed(_ call: String, path: String, errorNumber: Int32 = errno) -> ConnectionError {
        let isForbidden = errorNumber == EACCES || errorNumber == EPERM
        return ConnectionError(
            isForbidden ? .permission : .unreachable, path: path, context: call, errorNumber: errorNumber)
    }

    /// The problem and its remedy.
    public var description: String {
        let reason = errorNumber == 0 ? "" : " (\(context): \(String(cString: strerror(errorNumber))))"
        return switch code {
        case .unreachable:
            "gestured cannot be reached at \(path)\(reason); is it running? See `systemctl status gestured`; "
                + "$GESTURED_SOCKET or --socket names another path."
        case .permission:
            "Not allowed to connect to \(path)\(reason); become a member of the group that owns it, "
                + "usually with `usermod -aG gestures USER`, and log in again."
        case .protocolViolation:
            "The server at \(path) is not a gestured that this client understands: \(context)."
        case .disconnected where errorNumber == ETIMEDOUT:
            "gestured at \(path) did not answer in time; `systemctl status gestured` shows its state."
        case .disconnected:
            "gestured closed the connection at \(path)\(reason); its journal says why."
        case .refused:
            "gestured at \(path) refuses the connection: \(context)."
        }
    }
}
