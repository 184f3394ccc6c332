// Does the journal read standard error, and how does it learn a line's priority?

internal import Glibc

/// The journal's end of standard error, as sd-daemon(3) and systemd.exec(5) describe it.
public enum Journal {
    /// Priorities of syslog(3).
    public enum Priority: Int, Sendable {
        /// The service cannot go on.
        case critical = 2
        /// A defect of ours, or what keeps the service from running.
        case error = 3
        /// A device, user or client is at fault.
        case warning = 4
        /// The life of the service.
        case notice = 5
        /// Devices and peers come and go.
        case info = 6
        /// Whatever else.
        case debug = 7
    }

    /// Whether this process' standard error goes to the journal itself: `$JOURNAL_STREAM` names its device and inode.
    ///
    /// The variable alone says nothing, as it is handed on to whatever a service starts.
    public static let isStandardError: Bool = {
        var information = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &information) == 0 else { return false }
        return String(cString: stream) == "\(information.st_dev):\(information.st_ino)"
    }()

    /// Writes lines to standard error; under the journal each begins with its priority.
    ///
    /// One write for all of them, so that lines of several threads do not mix. If nobody can take them, they are lost.
    public static func write(_ text: String, _ priority: Priority) {
        let lines = isStandardError ? prefixed(text, priority) : text + "\n"
        _ = Array(lines.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    static func prefixed(_ text: String, _ priority: Priority) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "<\(priority.rawValue)>\($0)\n" }.joined()
    }
}
