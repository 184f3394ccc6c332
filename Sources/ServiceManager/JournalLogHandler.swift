// Where do log messages go? To standard error: for people as words, for the journal with its priorities.

internal import Glibc
public import Logging

/// Writes log messages to standard error, one line each.
///
/// Under systemd (`$JOURNAL_STREAM` is set) each line begins with the journal's priority, as sd-daemon(3) describes;
/// elsewhere with the level in words.
public struct JournalLogHandler: LogHandler {
    /// Messages below this level are not written.
    public var logLevel = Logger.Level.info
    /// Values that every message carries, in the order of their keys.
    public var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    /// A handler for this process' standard error.
    public init(level: Logger.Level) {
        self.init(level: level, isJournal: getenv("JOURNAL_STREAM") != nil)
    }

    init(level: Logger.Level, isJournal: Bool) {
        logLevel = level
        self.isJournal = isJournal
    }

    /// Reads or sets one value that every message carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one message.
    public func log(event: LogEvent) {
        let line = Array(line(level: event.level, message: event.message, metadata: event.metadata).utf8)
        // One write for the whole line, so that lines of several threads do not mix. If nobody can take it, it is lost.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    func line(level: Logger.Level, message: Logger.Message, metadata explicit: Logger.Metadata?) -> String {
        let values = metadata.merging(explicit ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let suffix = values.map { " \($0.key)=\($0.value)" }.joined()
        // What is in a message may come from a device or a client: it must not start a line of its own.
        let text = String("\(message)\(suffix)".map { $0.isNewline ? " " : $0 })
        return (isJournal ? "<\(level.priority)>" : "gestured: \(level.rawValue): ") + text + "\n"
    }
}

extension Logger.Level {
    /// The journal's priority, as syslog(3) numbers them.
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
