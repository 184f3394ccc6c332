// Errors of system calls.

internal import Glibc
internal import Server

/// A system call without which the daemon cannot work failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call.
    public let systemCall: String
    /// Its `errno`.
    public let errno: Int32

    /// The call, the reason, and what to do about it.
    public var description: String {
        "\(systemCall): \(String(cString: strerror(errno))); \(SocketError.remedy(for: errno))"
    }

    /// Passes a result on; -1 becomes an error.
    static func check(_ systemCall: String, _ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(systemCall: systemCall, errno: Glibc.errno) }
        return result
    }
}
