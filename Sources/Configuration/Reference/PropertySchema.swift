// JSON Schemas of the kinds of property values.

import GestureWire
import Gestures
import Touch

extension PropertyKind {
    /// The schema for editors; it omits checks that JSON Schema cannot express, such as the range of a length with a
    /// unit.
    var schema: WireValue {
        switch self {
        case .count(let range): .integer(range)
        case .seconds(let range): .quantity(range, units: ["s", "ms"])
        case .points(let range): .quantity(range, units: ["pt", "mm", "cm", "in"])
        case .pointsOfRegion(let range):
            .any(of: [
                .quantity(range, units: ["pt", "mm", "cm", "in", "px"]),
                .schema(("type", .text("string")), ("pattern", .text(WireValue.percentage))),
            ])
        case .pointsOrMaximum(let range): .any(of: [Self.points(range).schema, .one(of: ["maximum"])])
        case .degrees(let range): .quantity(range, units: [])
        case .number(let range): .number(range)
        case .directions: .oneOrMore(.one(of: SwipeDirection.names.map(\.name)))
        case .edges: .oneOrMore(.one(of: RectEdge.names.map(\.name)))
        case .flag: .type("boolean")
        case .word(let words): .one(of: words)
        case .smoothing: .any(of: [.type("boolean"), .definition("smoothing")])
        case .templates: .list(of: .definition("template"), 1...StrokeTemplateReader.maximumCount)
        case .zones: .list(of: .definition("frame"), 0...PropertyValue.maximumZones)
        }
    }
}

/// The parts that the schema is built of.
extension WireValue {
    static func schema(_ members: (String, WireValue)...) -> WireValue {
        .object(members.map { Member($0.0, $0.1) })
    }

    static func type(_ name: String) -> WireValue { .schema(("type", .text(name))) }

    static func one(of texts: [String]) -> WireValue { .schema(("enum", .list(texts.map(WireValue.text)))) }

    static func any(of schemas: [WireValue]) -> WireValue { .schema(("anyOf", .list(schemas))) }

    static func definition(_ name: String) -> WireValue { .schema(("$ref", .text("#/$defs/\(name)"))) }

    static func list(of items: WireValue, _ range: ClosedRange<Int>) -> WireValue {
        .schema(
            ("type", .text("array")), ("items", items), ("minItems", .integer(Int64(range.lowerBound))),
            ("maxItems", .integer(Int64(range.upperBound))))
    }

    static func oneOrMore(_ item: WireValue) -> WireValue {
        .any(of: [
            item,
            .schema(("type", .text("array")), ("items", item), ("minItems", .integer(1))),
        ])
    }

    /// A text; YAML takes one without quotes for a number or a flag where it looks like one.
    static func text(matching pattern: String? = nil, upTo maximum: Int? = nil) -> WireValue {
        var members = [Member("type", .list([.text("string"), .text("number"), .text("boolean")]))]
        if let pattern { members.append(Member("pattern", .text(pattern))) }
        if let maximum {
            members += [Member("minLength", .integer(1)), Member("maxLength", .integer(Int64(maximum)))]
        }
        return .object(members)
    }

    static func integer(_ range: ClosedRange<Int>) -> WireValue {
        .schema(
            ("type", .text("integer")), ("minimum", .integer(Int64(range.lowerBound))),
            ("maximum", .integer(Int64(range.upperBound))))
    }

    static func number(_ range: ClosedRange<Double>) -> WireValue {
        .schema(
            ("type", .text("number")), ("minimum", plain(range.lowerBound)), ("maximum", plain(range.upperBound)))
    }

    /// A number in its range, or a text with one of the units.
    static func quantity(_ range: ClosedRange<Double>, units: [String]) -> WireValue {
        let unit = units.isEmpty ? "" : "(\(units.joined(separator: "|")))?"
        return .schema(
            ("type", .list([.text("number"), .text("string")])), ("minimum", plain(range.lowerBound)),
            ("maximum", plain(range.upperBound)), ("pattern", .text("^[ \\t]*\(decimal)[ \\t]*\(unit)[ \\t]*$")))
    }

    /// A decimal number that is not negative, as `Quantity` reads it.
    static let decimal = "\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"

    /// A part of up to 100 %.
    static let percentage = "^[ \\t]*\\+?(100(\\.0*)?|[0-9]?[0-9](\\.[0-9]*)?|\\.[0-9]+)[ \\t]*%[ \\t]*$"

    /// A number, which is an integer whenever it is whole.
    static func plain(_ number: Double) -> WireValue {
        Int64(exactly: number).map(WireValue.integer) ?? .number(number)
    }
}
