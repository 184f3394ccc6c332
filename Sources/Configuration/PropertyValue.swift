// What can be the value of a recognizer's property?

public import Gestures
internal import Touch

/// The value of a property, checked, in the unit that the recognizer has it in.
public enum PropertyValue: Hashable, Sendable {
    /// A number of fingers or taps; `Int.max` is no limit.
    case count(Int)
    /// A time in seconds.
    case seconds(Double)
    /// A length in points.
    case points(Double)
    /// An angle in radians; the file has it in degrees.
    case radians(Double)
    /// The directions of a swipe.
    case directions(SwipeDirection)
    /// Yes or no.
    case flag(Bool)
}

extension PropertyValue: CustomStringConvertible {
    /// The value as a file would have it, a list in YAML's brackets; `no limit` for a count without one.
    public var description: String {
        switch self {
        case .count(.max): "no limit"
        case .count(let count): String(count)
        case .seconds(let number), .points(let number): Self.text(number)
        case .radians(let angle): Self.text(angle * 180 / .pi)
        case .directions(let directions): Self.text(directions)
        case .flag(let flag): String(flag)
        }
    }

    /// The number without the ninth decimal and what follows, which only conversion brings in.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1e8).rounded() / 1e8
        return rounded == rounded.rounded() && rounded.magnitude < 1e9 ? String(Int(rounded)) : String(rounded)
    }

    private static func text(_ directions: SwipeDirection) -> String {
        let names = SwipeDirection.names.filter { directions.contains($0.direction) }.map(\.name)
        return names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
    }
}

extension SwipeDirection {
    /// The four directions by the names that they have in the file.
    static let names: [(name: String, direction: SwipeDirection)] = [
        ("left", .left), ("right", .right), ("up", .up), ("down", .down),
    ]
}
