// Foreign text that is compared, hashed and ordered by its UTF-8 bytes.

/// A text of a socket, a file or a device where it is compared or used as a key.
///
/// `String` compares and hashes in canonical order, which takes quadratic time for a run of combining marks. This type
/// takes linear time, whatever it holds; two spellings of one character are two keys.
public struct UTF8Key: Hashable, Comparable, Sendable {
    /// The text itself.
    public let text: String

    /// A key for a text.
    public init(_ text: String) { self.text = text }

    /// Returns whether two texts are the same bytes.
    public static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        let (left, right) = (left.text.utf8, right.text.utf8)
        guard left.count == right.count else { return false }
        // Byte by byte in memory: the view's own elements cost ten times as much, and tables of long names ask often.
        let isSame = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (isSame ?? nil) ?? left.elementsEqual(right)
    }

    /// Returns whether the bytes of one text come before those of the other.
    public static func < (left: UTF8Key, right: UTF8Key) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes and their number.
    public func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(text.utf8.count)
    }
}

extension UTF8Key: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A key for a text of the program.
    public init(stringLiteral text: String) { self.text = text }

    /// The text itself.
    public var description: String { text }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The case whose raw value has the bytes of a text; nil when there is none.
    public init?(bytesOf text: UTF8Key) {
        guard let match = Self.allCases.first(where: { UTF8Key($0.rawValue) == text }) else { return nil }
        self = match
    }
}

extension Dictionary where Key == UTF8Key {
    /// The value of the key with these bytes.
    package subscript(text: String) -> Value? {
        get { self[UTF8Key(text)] }
        set { self[UTF8Key(text)] = newValue }
    }
}

extension Set where Element == UTF8Key {
    /// The keys for texts.
    package init(texts: some Sequence<String>) { self.init(texts.lazy.map { UTF8Key($0) }) }

    /// Returns whether the key with these bytes is in the set.
    package func contains(_ text: String) -> Bool { contains(UTF8Key(text)) }

    /// Inserts the key with these bytes; `inserted` is false when it was there.
    @discardableResult
    package mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: UTF8Key) {
        insert(UTF8Key(text))
    }
}
