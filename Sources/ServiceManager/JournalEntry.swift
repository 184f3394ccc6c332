// Encoding of a message with fields in the journal's native protocol.

import Logging

/// One message for the journal, in the format of sd_journal_send(3): `NAME=value`, LF; a value that has lines of its
/// own stands behind its length instead.
struct JournalEntry {
    private(set) var bytes: [UInt8] = []

    /// Creates an entry with a message, its priority, and further fields.
    ///
    /// - Parameter fields: Fields with names in capitals; the journal itself drops those that it does not accept.
    init(_ message: String, _ level: Logger.Level, fields: [(name: String, value: String)] = []) {
        append("MESSAGE", message)
        append("PRIORITY", String(level.priority))
        append("SYSLOG_IDENTIFIER", "gestured")
        for field in fields { append(field.name, field.value) }
    }

    private mutating func append(_ name: String, _ value: String) {
        bytes += name.utf8
        if value.utf8.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }
}
