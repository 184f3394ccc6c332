// The declarations of Foundation that ArgumentParser uses.

/// An error with words of its own.
public protocol LocalizedError: Error {
    /// The words; nil for those of the type.
    var errorDescription: String? { get }
}

/// A text as a coder has written it.
public struct Data {
    let text: String
}

extension String {
    /// How a text is written as bytes.
    public enum Encoding {
        /// The only one.
        case utf8
    }

    /// The text itself.
    public init?(data: Data, encoding: Encoding) { self = data.text }
}

/// Writer of values as JSON.
public final class JSONEncoder {
    /// Options that ArgumentParser sets; each value is written as with both.
    public enum OutputFormatting: Sendable {
        /// A line for each element and member.
        case prettyPrinted
        /// Members in the order of their names.
        case sortedKeys

        /// Changes nothing.
        public mutating func insert(_ other: OutputFormatting) {}
    }

    /// The options.
    public var outputFormatting = OutputFormatting.prettyPrinted

    /// A writer.
    public init() {}

    /// Writes a value.
    public func encode(_ value: some Encodable) throws -> Data {
        let node = JSONNode()
        try value.encode(to: NodeEncoder(node: node))
        return Data(text: node.text())
    }
}
