// The rule for names from clients, files and devices: printable ASCII of bounded length.

/// The rule that decides on bytes whether a text may be used as a name.
///
/// Names are methods, members of objects and keys of files, states, types, references, and what recognizers, regions,
/// surfaces, users and groups are called. Other texts would take quadratic time to compare or hash: Swift does so in
/// canonical order, for which it sorts runs of combining marks.
public enum NameRule {
    /// The longest name in bytes.
    public static let maximumBytes = nameBytes

    /// The rule in words, for messages: `expected printable ASCII, at most 256 bytes`.
    public static let expectation = "printable ASCII, at most \(maximumBytes) bytes"

    /// Whether the bytes are a name: at most ``maximumBytes`` of printable ASCII, with spaces only between others.
    ///
    /// An empty name keeps the rule; callers say what is missing.
    public static func allows(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        let space = UInt8(ascii: " ")
        return bytes.prefix(maximumBytes + 1).count <= maximumBytes && bytes.allSatisfy(isPrintable)
            && bytes.first != space && bytes.last != space
    }

    /// Whether a text is a name; decided on its UTF-8 bytes.
    public static func allows(_ text: String) -> Bool { allows(text.utf8) }

    /// Whether a byte is printable ASCII; the space is.
    public static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}
