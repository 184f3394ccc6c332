// Stroke templates: an example stroke with a name.

public import Touch

/// An example of a stroke: one line of the finger without a lift, drawn in its direction.
///
/// Size and place of the points do not matter. Several templates may have the same name: different ways to draw it.
public struct StrokeTemplate: Hashable, Sendable {
    /// The most points that a template may have.
    public static let maximumPoints = 1024

    /// The name of the stroke.
    public let name: String
    let shape: StrokeShape

    /// Whether it is a straight line: only lines match it, and it matches only lines.
    public var isLine: Bool { shape.isLine }

    /// A template from its points, first to last.
    ///
    /// - Throws: When there are fewer than two different points or too many, or one of them is no place.
    public init(name: String, points: [Point]) throws(StrokeTemplateError) {
        func error(_ code: StrokeTemplateError.Code, _ index: Int? = nil) -> StrokeTemplateError {
            StrokeTemplateError(code: code, name: name, index: index)
        }
        guard points.count <= Self.maximumPoints else { throw error(.tooManyPoints, Self.maximumPoints) }
        if let index = points.firstIndex(where: { !StrokeShape.isPlace($0) }) { throw error(.noPlace, index) }
        guard let shape = StrokeShape(points) else { throw error(.noExtent) }
        self.name = name
        self.shape = shape
    }
}

/// Why points are no template.
public struct StrokeTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem; `description` describes each.
    public enum Code: Hashable, Sendable {
        case noPlace
        case noExtent
        case tooManyPoints
    }

    /// The kind of problem.
    public let code: Code
    /// The template's name.
    public let name: String
    /// The first point that is wrong, counted from 0; nil when it is all of them.
    public let index: Int?

    /// The problem and its remedy.
    public var description: String {
        let place = index.map { "point \($0)" } ?? "the points"
        return switch code {
        case .noPlace:
            "stroke \"\(name)\": \(place): a coordinate is not a number or exceeds \(StrokeShape.largestCoordinate); "
                + "give x and y as finite numbers"
        case .noExtent:
            "stroke \"\(name)\": \(place) have no extent; give at least two that are apart"
        case .tooManyPoints:
            "stroke \"\(name)\": \(place): one more than allowed; give \(StrokeTemplate.maximumPoints) at most, "
                + "16 to 64 are enough"
        }
    }
}
