// Output of log messages to the journal, or to standard error when that is not the journal.

internal import Glibc
public import Logging
internal import Synchronization

/// The journal's end of standard error, as sd-daemon(3) and systemd.exec(5) describe it.
public enum Journal {
    /// Whether this process' standard error goes to the journal itself: `$JOURNAL_STREAM` names its device and inode.
    ///
    /// The variable alone says nothing, as it is handed on to whatever a service starts.
    public static let isStandardError: Bool = {
        var information = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &information) == 0 else { return false }
        return String(cString: stream) == "\(information.st_dev):\(information.st_ino)"
    }()

    private static let socket = Mutex(JournalSocket(path: "/run/systemd/journal/socket"))

    /// Writes a message, which may have lines of its own.
    ///
    /// Where the journal reads standard error, it goes to the journal's own socket as one entry with fields, and if
    /// that is not there, to standard error by lines that begin with their priority; without ever waiting: messages
    /// that the journal does not take at once are lost and counted, and the count is written later. Elsewhere it goes
    /// to standard error as it is, without waiting either, and with one write, so that lines of several threads do not
    /// mix; what nobody takes is lost.
    ///
    /// - Parameter fields: Fields of the journal's entry, by names in capitals; lines have none.
    public static func write(_ text: String, _ level: Logger.Level, fields: [(name: String, value: String)] = []) {
        guard isStandardError else {
            writeWhole(Array("\(text)\n".utf8))
            return
        }
        socket.withLock { socket in
            guard socket.send(JournalEntry(text, level, fields: fields)) == .unavailable else { return }
            if !writeLines(prefixed(text, level)) { socket.countLost() }
        }
    }

    /// Writes to standard error, whatever it is, as long as that takes anything; false if it does not take the whole.
    @discardableResult
    package static func writeWhole(_ text: [UInt8]) -> Bool {
        // A pipe with room takes this many bytes without blocking; longer text is rare.
        for start in stride(from: 0, to: text.count, by: Int(PIPE_BUF)) {
            var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&room, 1, 0) != 0 else { return false }
            let part = text[start..<min(start + Int(PIPE_BUF), text.count)]
            _ = part.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        return true
    }

    /// Writes lines to standard error, which is a stream that the journal reads; false if it does not take them at once.
    private static func writeLines(_ lines: String) -> Bool {
        let bytes = Array(lines.utf8)
        return send(STDERR_FILENO, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            == bytes.count
    }

    static func prefixed(_ text: String, _ level: Logger.Level) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "<\(level.priority)>\($0)\n" }.joined()
    }
}
