// Output of log messages to the journal, or to standard error when that is not the journal.

import Glibc
import Linux
public import Logging

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

    private static let socket = DatagramSocket(path: "/run/systemd/journal/socket")

    /// Writes a message, which may have lines of its own.
    ///
    /// Where the journal reads standard error, it goes to the journal's own socket as one entry with fields, and if
    /// that is not there, to standard error by lines that begin with their priority. Elsewhere it goes to standard
    /// error as it is, with one write, so that lines of several threads do not mix. It never waits; what nobody takes
    /// at once is lost.
    ///
    /// - Parameter fields: Fields of the journal's entry, by names in capitals; lines have none.
    public static func write(_ text: String, _ level: Logger.Level, fields: [(name: String, value: String)] = []) {
        guard isStandardError else {
            writeWhole(Array("\(text)\n".utf8))
            return
        }
        if let socket, !isUnavailable(socket.send(JournalEntry(text, level, fields: fields).bytes, waits: false)) {
            return
        }
        let lines = Array(prefixed(text, level).utf8)
        send(STDERR_FILENO, lines, lines.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// Whether a message needs another output: the socket has no receiver, or does not take such messages.
    static func isUnavailable(_ failure: SystemError?) -> Bool {
        switch failure?.errno {
        case nil, EAGAIN, ENOBUFS: false
        default: true
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

    static func prefixed(_ text: String, _ level: Logger.Level) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "<\(level.priority)>\($0)\n" }.joined()
    }
}
