// Encoding of a message with fields in the journal's native protocol.

internal import Glibc
internal import Logging

/// One message for the journal, in the format of sd_journal_send(3): `NAME=value`, LF; a value that has lines of its own
/// stands behind its length instead.
struct JournalEntry {
    private(set) var bytes: [UInt8] = []

    /// Creates an entry with a message, its priority and identifier, and further fields.
    ///
    /// - Parameter fields: Fields with names that the journal does not accept are omitted.
    init(
        _ message: String, _ level: Logger.Level, identifier: String = "gestured",
        fields: [(name: String, value: String)] = []
    ) {
        append("MESSAGE", message)
        append("PRIORITY", String(level.priority))
        append("SYSLOG_IDENTIFIER", identifier)
        for field in fields where Self.isName(field.name) { append(field.name, field.value) }
    }

    /// Whether the journal takes a field of this name from a program: capitals, digits and `_`, which it begins with
    /// only if it is the journal's own.
    static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, isCapital(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { isCapital($0) || ("0"..."9").contains(Unicode.Scalar($0)) || $0 == underscore }
    }

    private static let underscore = UInt8(ascii: "_")

    private static func isCapital(_ byte: UInt8) -> Bool { ("A"..."Z").contains(Unicode.Scalar(byte)) }

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
