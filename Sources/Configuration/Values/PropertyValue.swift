// Values of properties.

public import Gestures
import Touch

/// The value of a property, checked, in the unit that the recognizer has it in.
public enum PropertyValue: Hashable, Sendable {
    /// A number of fingers or taps; `Int.max` is no limit.
    case count(Int)
    /// A time in seconds.
    case seconds(Double)
    /// A length in points.
    case points(Double)
    /// A length in the unit in which the surface publishes: what a client attaches without a unit.
    case surfaceUnits(Double)
    /// A part of the side of the recognizer's region.
    case fraction(Double)
    /// A length in pixels of the screen.
    case pixels(Double)
    /// The most that a device can say.
    case maximum
    /// An angle in radians; the file has it in degrees.
    case radians(Double)
    /// A number without a unit.
    case number(Double)
    /// The directions of a swipe.
    case directions(SwipeDirection)
    /// The edges that a pan comes from.
    case edges(RectEdge)
    /// Yes or no.
    case flag(Bool)
    /// One of the words of the property.
    case word(String)
    /// The parameters of a filter; nil is none.
    case smoothing(Smoothing?)
    /// Examples of strokes.
    case templates([StrokeTemplate])
    /// Rectangles of a surface.
    case zones([RegionFrame])
}

extension PropertyValue {
    /// The same value for a surface.
    ///
    /// - Parameter unit: How many points the unit in which the surface publishes is.
    func measured(in unit: Double) -> PropertyValue {
        switch self {
        case .surfaceUnits(let number), .pixels(let number): .points(number * unit)
        default: self
        }
    }
}

extension PropertyValue: CustomStringConvertible {
    /// The value as a file would have it, a list in YAML's brackets; `no limit` for a count without one, and of strokes
    /// only the names.
    public var description: String {
        switch self {
        case .count(.max): "no limit"
        case .count(let count): String(count)
        case .seconds(let number), .points(let number), .surfaceUnits(let number), .number(let number):
            Self.text(number)
        case .fraction(let fraction): Self.text(fraction * 100) + "%"
        case .pixels(let number): Self.text(number) + "px"
        case .maximum: "maximum"
        case .radians(let angle): Self.text(angle * 180 / .pi)
        case .directions(let directions): Self.text(directions, SwipeDirection.names)
        case .edges(let edges): Self.text(edges, RectEdge.names)
        case .flag(let flag): String(flag)
        case .word(let word): word
        case .smoothing(nil): "false"
        case .smoothing(let smoothing?):
            "{ minimumCutoff: \(Self.text(smoothing.minimumCutoff)), beta: \(Self.text(smoothing.beta)) }"
        case .templates(let templates): Self.text(templates.map(\.name))
        case .zones(let zones): Self.text(zones.map(\.description))
        }
    }

    /// The number without the ninth decimal and what follows, which only conversion brings in.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1e8).rounded() / 1e8
        return rounded == rounded.rounded() && rounded.magnitude < 1e9 ? String(Int(rounded)) : String(rounded)
    }

    private static func text<Options: SetAlgebra>(
        _ options: Options, _ names: [(name: String, option: Options)]
    ) -> String {
        let names = names.filter { options.isSuperset(of: $0.option) }.map(\.name)
        return names.count == 1 ? names[0] : text(names)
    }

    private static func text(_ names: [String]) -> String { "[" + names.joined(separator: ", ") + "]" }
}
