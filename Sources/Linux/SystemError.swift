// Failure of a system call.

import Glibc

/// A system call without which the program cannot work failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call.
    public let systemCall: String
    /// Its `errno`.
    public let errno: Int32

    /// The failure of a call.
    public init(systemCall: String, errno: Int32) {
        self.systemCall = systemCall
        self.errno = errno
    }

    /// The call and the reason, without what to do about it.
    public var failure: String { "\(systemCall): \(String(cString: strerror(errno)))" }

    /// The call, the reason, and what to do about it.
    public var description: String { "\(failure); \(Self.remedy(for: errno))" }

    /// Returns the result of a call; -1 becomes an error with the present `errno`.
    @discardableResult
    public static func check(_ systemCall: String, _ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(systemCall: systemCall, errno: Glibc.errno) }
        return result
    }

    /// Returns what helps against a failure of a call that works on every machine as it should be.
    public static func remedy(for errno: Int32) -> String {
        switch errno {
        case EMFILE: "allow more open files (LimitNOFILE= in the unit, `ulimit -n` in a shell)"
        case ENFILE: "the system has too many open files: stop programs that open many, or raise fs.file-max"
        case ENOMEM, ENOBUFS: "free memory and start it again"
        case ENOSPC: "free space on the disk, or raise fs.epoll.max_user_watches if epoll_ctl said so"
        default: "check whether a sandbox forbids the call or the kernel lacks it"
        }
    }
}
