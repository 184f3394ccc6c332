// Stream in which a program that knows nothing of the journal writes lines to it.

import Glibc
public import Linux

/// A stream to the journal, as standard output and standard error of services are: each line becomes an entry.
public enum JournalStream {
    /// Where the journal listens for streams.
    public static let usualPath = "/run/systemd/journal/stdout"

    /// Opens a stream for other programs; nil where there is no journal.
    ///
    /// The entries name the process that has written them, and its unit. The journal takes the lines without regard to
    /// this process, also after its end. Source: sd_journal_stream_fd(3).
    ///
    /// - Parameter identifier: What the entries are of, `SYSLOG_IDENTIFIER`; a line feed in it counts as a blank.
    public static func open(identifier: String, path: String = usualPath) -> Descriptor? {
        guard let address = SocketAddress(path: path),
            let stream = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)),
            address.connect(stream.number) == 0
        else { return nil }
        // Nothing comes back.
        shutdown(stream.number, Int32(SHUT_RD))
        let name = identifier.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        // Then, each in a line: no unit, priority "info", no priorities in the lines, no other log or screen.
        let header = name + Array("\n\n6\n0\n0\n0\n0\n".utf8)
        guard send(stream.number, header, header.count, Int32(MSG_NOSIGNAL)) == header.count else { return nil }
        return stream
    }
}
