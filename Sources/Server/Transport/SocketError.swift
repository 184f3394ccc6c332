// Errors of the listening socket, with advice for the user.

import Glibc
import Linux

/// A socket that could not be set up.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public enum Code: Sendable {
        /// The path does not fit into a socket address, or is empty.
        case unusablePath
        /// Another process listens on the path.
        case alreadyRunning
        /// Something that is no socket is in the way.
        case occupied
        /// The directory of the path cannot be created.
        case directory
        /// A system call failed.
        case systemCall
        /// The socket's file cannot be removed at the end.
        case leftover
    }

    /// The kind of obstacle.
    public let code: Code
    /// The system call that failed; empty if none did.
    public let call: String
    /// The errno of that call, 0 if none failed.
    public let errorNumber: Int32

    /// Whether the reason is a missing right.
    public var isPermission: Bool { errorNumber == EACCES || errorNumber == EPERM }
    /// The path of the socket.
    public let path: String

    /// An obstacle at a path.
    ///
    /// - Parameters:
    ///   - call: The system call that failed.
    ///   - errorNumber: Its errno.
    public init(_ code: Code, path: String, call: String = "", errorNumber: Int32 = 0) {
        self.code = code
        self.path = path
        self.call = call
        self.errorNumber = errorNumber
    }

    /// The problem and its remedy.
    public var description: String {
        let reason = errorNumber == 0 ? "" : " (\(call): \(String(cString: strerror(errorNumber))))"
        return switch code {
        case .unusablePath:
            "The socket's path \"\(path)\" is empty or longer than \(SocketAddress.longestPath) bytes; "
                + "choose a shorter one with --socket."
        case .alreadyRunning:
            "Another gestured is already running on \(path), or systemd listens there in its place (gestured.socket); "
                + "stop it, or choose another path with --socket."
        case .occupied:
            "\(path) exists and is not a socket; remove it, or choose another path with --socket."
        case .directory:
            "The directory of \(path) cannot be created\(reason); create it, or choose another path with --socket."
        case .systemCall:
            errorNumber == EACCES || errorNumber == EPERM || errorNumber == EROFS
                ? "Not allowed to listen on \(path)\(reason); run gestured as its service does, "
                    + "or choose a path with --socket where you may write."
                : "Cannot listen on \(path)\(reason); \(SystemError.remedy(for: errorNumber))."
        case .leftover:
            "cannot remove \(path)\(reason); the next gestured that listens there does, or remove it by hand"
        }
    }
}
