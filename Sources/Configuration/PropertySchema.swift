// JSON Schemas of the kinds of property values.

internal import Gestures
internal import Touch

extension PropertyKind {
    /// The schema for editors; it omits checks that JSON Schema cannot express, such as the range of a length with a
    /// unit.
    var schema: StructuredValue {
        switch self {
        case .count(let range): .integer(range)
        case .seconds(let range): .quantity(range, units: ["s", "ms"])
        case .points(let range): .quantity(range, units: ["pt", "mm", "cm", "in"])
        case .pointsOrMaximum(let range): .any(of: [Self.points(range).schema, .one(of: ["maximum"])])
        case .degrees(let range): .quantity(range, units: [])
        case .number(let range): .number(range)
        case .directions: .oneOrMore(.one(of: SwipeDirection.names.map(\.name)), atLeast: 1)
        case .edges: .oneOrMore(.one(of: RectEdge.names.map(\.name)), atLeast: 1)
        case .flag: .type("boolean")
        case .smoothing: .any(of: [.type("boolean"), .definition("smoothing")])
        case .templates: .list(of: .definition("template"), 1...StrokeTemplateReader.maximumCount)
        case .zones: .list(of: .definition("frame"), 0...DeadZonesReader.maximumCount)
        }
    }
}

/// The parts that the schema is built of.
extension StructuredValue {
    static func object(_ members: (String, StructuredValue)...) -> StructuredValue {
        .mapping(members.map { Member($0.0, $0.1) })
    }

    static func type(_ name: String) -> StructuredValue { .object(("type", .text(name))) }

    static func one(of texts: [String]) -> StructuredValue { .object(("enum", .list(texts.map(StructuredValue.text)))) }

    static func any(of schemas: [StructuredValue]) -> StructuredValue { .object(("anyOf", .list(schemas))) }

    static func definition(_ name: String) -> StructuredValue { .object(("$ref", .text("#/$defs/\(name)"))) }

    static func list(of items: StructuredValue, _ range: ClosedRange<Int>) -> StructuredValue {
        .object(
            ("type", .text("array")), ("items", items), ("minItems", .number(String(range.lowerBound))),
            ("maxItems", .number(String(range.upperBound))))
    }

    static func oneOrMore(_ item: StructuredValue, atLeast minimum: Int) -> StructuredValue {
        .any(of: [
            item,
            .object(("type", .text("array")), ("items", item), ("minItems", .number(String(minimum)))),
        ])
    }

    /// A text; YAML takes one without quotes for a number or a flag where it looks like one.
    static func text(matching pattern: String? = nil, upTo maximum: Int? = nil) -> StructuredValue {
        var members = [Member("type", .list([.text("string"), .text("number"), .text("boolean")]))]
        if let pattern { members.append(Member("pattern", .text(pattern))) }
        if let maximum {
            members += [Member("minLength", .number("1")), Member("maxLength", .number(String(maximum)))]
        }
        return .mapping(members)
    }

    static func integer(_ range: ClosedRange<Int>) -> StructuredValue {
        .object(
            ("type", .text("integer")), ("minimum", .number(String(range.lowerBound))),
            ("maximum", .number(String(range.upperBound))))
    }

    static func number(_ range: ClosedRange<Double>) -> StructuredValue {
        .object(
            ("type", .text("number")), ("minimum", bound(range.lowerBound)), ("maximum", bound(range.upperBound)))
    }

    /// A number in its range, or a text with one of the units.
    static func quantity(_ range: ClosedRange<Double>, units: [String]) -> StructuredValue {
        let unit = units.isEmpty ? "" : "(\(units.joined(separator: "|")))?"
        return .object(
            ("type", .list([.text("number"), .text("string")])), ("minimum", bound(range.lowerBound)),
            ("maximum", bound(range.upperBound)), ("pattern", .text("^[ \\t]*\(decimal)[ \\t]*\(unit)[ \\t]*$")))
    }

    /// A decimal number that is not negative, as `Quantity` reads it.
    static let decimal = "\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"

    private static func bound(_ number: Double) -> StructuredValue {
        .number(PropertyValue.number(number).description)
    }
}
