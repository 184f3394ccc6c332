// The kinds of property values: their limits and their names in messages.

import Gestures

/// The kind of a property's values; the ranges are in the unit of the file.
public enum PropertyKind: Hashable, Sendable {
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A time: seconds, or with `s` or `ms`.
    case seconds(ClosedRange<Double>)
    /// A length: points, or with `pt`, `mm`, `cm` or `in`.
    case points(ClosedRange<Double>)
    /// The same, or a part of the region's side as `5%`, or with `px` where the surface has pixels.
    case pointsOfRegion(ClosedRange<Double>)
    /// A length in points, or the word `maximum`.
    case pointsOrMaximum(ClosedRange<Double>)
    /// An angle in degrees.
    case degrees(ClosedRange<Double>)
    /// A number without a unit.
    case number(ClosedRange<Double>)
    /// One of left, right, up, down, or a list of them.
    case directions
    /// One of left, right, top, bottom, or a list of them.
    case edges
    /// True or false.
    case flag
    /// One of these words.
    case word([String])
    /// True, false, or the parameters of a filter.
    case smoothing
    /// Examples of strokes, each a name and a list of points.
    case templates
    /// Rectangles of a surface.
    case zones
}

extension PropertyKind {
    /// Numbers that many properties have in common.
    static let fingers = PropertyKind.count(1...60)
    static let fraction = PropertyKind.number(0...1)
    static let anyTime = PropertyKind.seconds(0...60)
    static let anyLength = PropertyKind.points(0...10000)
    static let anyAngle = PropertyKind.degrees(0...360)

    /// The requirement for a value, for messages and documentation.
    var expectation: String {
        switch self {
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range): "a time from \(Self.text(range)) seconds, such as \(Self.timeExample(range))"
        case .points(let range): "a length from \(Self.text(range)) points, such as \(Self.lengthExample(range))"
        case .pointsOfRegion(let range): "\(Self.points(range).expectation), 5% or 30px"
        case .pointsOrMaximum(let range): "\(Self.points(range).expectation), or maximum"
        case .degrees(let range): "an angle from \(Self.text(range)) degrees, such as 10"
        case .number(let range): "a number from \(Self.text(range))"
        case .directions: "left, right, up, down, or a list of these"
        case .edges: "left, right, top, bottom, or a list of these"
        case .flag: "true or false"
        case .word(let words): "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
        case .smoothing: "true, false, or a mapping such as { minimumCutoff: 1, beta: 0.1 }"
        case .templates: "a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }"
        case .zones: "a list of rectangles such as \(RegionFrameReader.example)"
        }
    }

    private static func timeExample(_ range: ClosedRange<Double>) -> String {
        range.contains(0.5) ? "0.5 or 500ms" : "60 or 60s"
    }

    private static func lengthExample(_ range: ClosedRange<Double>) -> String {
        range.contains(9) ? "10 or 1.5mm" : "200 or 30mm"
    }

    private static func text(_ range: ClosedRange<Double>) -> String {
        "\(PropertyValue.number(range.lowerBound)) to \(PropertyValue.number(range.upperBound))"
    }
}

extension SwipeDirection {
    /// The four directions by the names that they have in the file.
    static let names: [(name: String, option: SwipeDirection)] = [
        ("left", .left), ("right", .right), ("up", .up), ("down", .down),
    ]
}

extension RectEdge {
    /// The four edges by the names that they have in the file.
    static let names: [(name: String, option: RectEdge)] = [
        ("left", .left), ("right", .right), ("top", .top), ("bottom", .bottom),
    ]
}
