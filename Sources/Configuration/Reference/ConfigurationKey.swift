// The reference of one key, as the schema and the manual pages have it.

import GestureWire

/// A key of the file: what it means, what it takes, and what holds without it.
///
/// All of `Configuration.schema` is made of these, and of that the keys in the manual pages.
struct ConfigurationKey: Sendable {
    let key: String
    /// The meaning of the value, in sentences.
    let documentation: String
    /// The allowed values, in words without a full stop.
    let value: String
    /// The default, as written in a file; nil when there is none.
    let standard: String?
    /// Whether a file without it is refused.
    let isRequired: Bool
    /// The allowed values, as JSON Schema.
    let schema: WireValue

    init(
        _ key: String, _ documentation: String, _ value: String, _ schema: WireValue, standard: String? = nil,
        isRequired: Bool = false
    ) {
        self.key = key
        self.documentation = documentation
        self.value = value
        self.schema = schema
        self.standard = standard
        self.isRequired = isRequired
    }

    /// A key with values of a kind.
    init(
        _ key: String, _ documentation: String, _ kind: PropertyKind, standard: String? = nil, isRequired: Bool = false
    ) {
        self.init(
            key, documentation, kind.expectation, kind.schema, standard: standard, isRequired: isRequired)
    }

    /// The same for people, too: its sense, its values and its default in words.
    var described: WireValue { described(schema) }

    /// The same where nothing takes away what another file has.
    var removable: WireValue { described(.any(of: [schema, .type("null")])) }

    private func described(_ schema: WireValue) -> WireValue {
        let literal = standard.flatMap(Self.literal)
        let words = literal == nil ? standard.map { " Default: \($0)." } ?? "" : ""
        var members: [WireValue.Member] = [.init("description", .text("\(documentation) Value: \(value).\(words)"))]
        if let literal { members.append(.init("default", literal)) }
        if case .object(let others) = schema { members += others }
        return .object(members)
    }

    /// Returns a default as JSON; nil for defaults in words, such as `no limit`.
    private static func literal(_ text: String) -> WireValue? {
        switch text {
        case "true": .flag(true)
        case "false": .flag(false)
        case "[]": .list([])
        case _ where Quantity(text)?.plain != nil: Double(text).map(WireValue.plain)
        case _ where Names.isValid(text): .text(text)
        default: nil
        }
    }
}
