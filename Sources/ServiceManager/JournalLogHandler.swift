// Log handler that writes text for people, or entries with priority and fields for the journal.

public import Logging
import Touch

/// Writes log messages, one line each: to the journal where that reads standard error, else to standard error with the
/// level in words.
///
/// Metadata whose key is in capitals is a field of the journal's entry, and nowhere else: the message says it in words.
/// Other metadata follows the message as `key=value`.
public struct JournalLogHandler: LogHandler {
    /// Messages below this level are not written.
    public var logLevel = Logger.Level.info
    /// Values that every message carries, in the order of their keys.
    public var metadata: Logger.Metadata = [:]

    /// A handler for this process' standard error.
    public init(level: Logger.Level) {
        logLevel = level
    }

    /// Reads or sets one value that every message carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one message.
    public func log(event: LogEvent) {
        let text = text(event.message, event.metadata)
        guard Journal.isStandardError else {
            return Journal.write("gestured: \(event.level.rawValue): \(text)", event.level)
        }
        Journal.write(text, event.level, fields: fields(event.metadata))
    }

    /// Returns the fields of the journal's entry, in the order of their names.
    func fields(_ explicit: Logger.Metadata?) -> [(name: String, value: String)] {
        values(explicit).filter { Self.isField($0.key) }.map { ($0.key, "\($0.value)".printable) }
    }

    private func values(_ explicit: Logger.Metadata?) -> [Logger.Metadata.Element] {
        metadata.merging(explicit ?? [:]) { $1 }.sorted { $0.key < $1.key }
    }

    private static func isField(_ key: String) -> Bool { key == key.uppercased() }

    func text(_ message: Logger.Message, _ explicit: Logger.Metadata?) -> String {
        let values = values(explicit).filter { !Self.isField($0.key) }
        let suffix = values.map { " \($0.key)=\($0.value)" }.joined()
        // A message may contain text of a device or a client, which must neither start a new line nor control the
        // terminal.
        return String("\(message)\(suffix)".map { $0 == "\n" ? " " : $0 }).printable
    }
}

extension Logger.Level {
    /// The priority of syslog(3), by which the journal sorts.
    var priority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .trace, .debug: 7
        }
    }
}
