// Structured values, as in JSON, for attachments and JSON Schemas.

/// A value of a request, or a part of a schema.
public indirect enum StructuredValue: Hashable, Sendable {
    /// A member of a mapping.
    public struct Member: Hashable, Sendable {
        /// The key.
        public var key: String
        /// The value.
        public var value: StructuredValue

        /// A member of this name.
        public init(_ key: String, _ value: StructuredValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// Yes or no.
    case flag(Bool)
    /// A number, as it was written: `10`, `-0.5`, `1e3`.
    case number(String)
    /// A text.
    case text(String)
    /// A list.
    case list([StructuredValue])
    /// A mapping in its order; a key that comes twice in a request is refused when it is read.
    case mapping([Member])
}
