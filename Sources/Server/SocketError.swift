// Why can the server not listen, and what can the user do about it?

import Glibc

/// A socket that could not be set up.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of obstacle it is.
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
    }

    /// What kind of obstacle it is.
    public let code: Code
    /// The system call that failed; empty if none did.
    public let call: String
    /// The errno of that call, 0 if none failed.
    public let errorNumber: Int32
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

    /// What is wrong and what to do next.
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
                : "Cannot listen on \(path)\(reason)."
        }
    }
}
