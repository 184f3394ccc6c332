// Matching of a stroke against templates: Penny Pincher for all, then Protractor for the best.

public import Touch

/// The template that a stroke was found to be.
public struct StrokeMatch: Hashable, Sendable {
    /// The template's name.
    public let name: String
    /// The similarity to the template, 0 to 1.
    public let score: Double
    /// The difference to the score of the best template with another name; the score itself when there is none.
    public let margin: Double
}

/// Compares strokes with templates.
///
/// First Penny Pincher ranks all templates: the directions along both paths, one dot product each. The best five are
/// compared closely, turned by up to 30 degrees to lie on each other: their places (Protractor) and their directions
/// once more. The score is the mean of both, each 1 − √(1 − cosine): 1 for the same, 0 at a right angle. Together
/// they tell strokes from nonsense better than either does alone.
///
/// Nothing else rejects: the nearest template is always found. So there are two limits, from our own measurement of
/// sixteen figures, distorted as by a careless hand (turned by up to 10 degrees, up to a sixth of their size off, 1 pt
/// of noise), and of paths that mean nothing: wandering ways, scribbles, and the halves of two figures joined. What
/// passes:
///
/// | score | margin | right name | wrong name | ways | scribbles | joined halves |
/// |---|---|---|---|---|---|---|
/// | 0.5 | 0 | 99 % | 0.5 % | 23 % | 15 % | 47 % |
/// | 0.6 | 0.04 | 96 % | 0.1 % | 9 % | 5 % | 17 % |
/// | 0.7 | 0.04 | 85 % | 0 % | 2 % | 1 % | 4 % |
///
/// A straight line is recognized by its direction alone, and compared with lines only.
public struct StrokeMatcher: Sendable {
    /// The strokes that are known.
    public var templates: [StrokeTemplate] { didSet { number() } }
    /// The least score that is a match: where most careless strokes pass and most nonsense does not.
    public var minimumScore = 0.6
    /// The least margin that is a match: of heavily distorted strokes it halves the wrong names, from 1.8 to 0.9 %, and
    /// takes 2 % of the right ones.
    public var minimumMargin = 0.04
    /// Whether the stroke may be drawn in any direction, as on a table with people on all sides.
    ///
    /// Then more is like something: 24, 13 and 25 % of the nonsense pass. With a score of 0.7 it is 9, 4 and 7 %.
    public var isRotationInvariant = false

    static let shortlist = 5

    /// For each template the place of the first with the same name: numbers are compared quicker than names.
    private var names: [Int] = []

    /// A matcher of these templates.
    public init(templates: [StrokeTemplate] = []) {
        self.templates = templates
        number()
    }

    private mutating func number() {
        var first: [String: Int] = [:]
        names = templates.indices.map { index in
            let name = templates[index].name
            if first[name] == nil { first[name] = index }
            return first[name] ?? index
        }
    }

    enum Verdict {
        /// The path leads nowhere.
        case noShape
        /// There is no template, or none of a line for a line, or only lines for another stroke.
        case noTemplate
        /// The best template is not good enough.
        case unlike(StrokeMatch)
        /// Another name is nearly as good; nil when there is none, and the score is less than the margin.
        case ambiguous(StrokeMatch, rival: String?)
        case match(StrokeMatch)
    }

    /// The template that a path is; nil when it is none, or could be of two names.
    public func match(_ path: [Point]) -> StrokeMatch? {
        guard case .match(let match) = verdict(on: path) else { return nil }
        return match
    }

    func verdict(on path: [Point]) -> Verdict {
        guard let shape = StrokeShape(path) else { return .noShape }
        var finalists = best(Self.shortlist, for: shape) { _ in true }
        guard let first = finalists.first else { return .noTemplate }
        if finalists.allSatisfy({ names[$0] == names[first] }) {
            finalists += best(1, for: shape) { names[$0] != names[first] }
        }
        let scores = finalists.map { score(of: shape, as: templates[$0].shape) }
        guard let winner = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return .noTemplate }
        var rival: (name: String?, score: Double) = (nil, 0)
        for (index, score) in zip(finalists, scores)
        where names[index] != names[finalists[winner]] && (rival.name == nil || score > rival.score) {
            rival = (templates[index].name, score)
        }
        let match = StrokeMatch(
            name: templates[finalists[winner]].name, score: scores[winner], margin: scores[winner] - rival.score)
        guard match.score >= minimumScore else { return .unlike(match) }
        return match.margin >= minimumMargin ? .match(match) : .ambiguous(match, rival: rival.name)
    }

    /// The first stage: the `count` likeliest templates, the likeliest first.
    private func best(_ count: Int, for shape: StrokeShape, where isWanted: (Int) -> Bool) -> [Int] {
        var found: [(index: Int, likeness: Float)] = []
        for index in templates.indices where isWanted(index) {
            let template = templates[index].shape
            guard template.isLine == shape.isLine else { continue }
            let likeness =
                isRotationInvariant
                ? shape.positions.likeness(to: template.positions, turn: .free)
                : shape.directions.likeness(to: template.directions, turn: .none)
            if found.count == count, let last = found.last, last.likeness >= likeness { continue }
            if found.count == count { found.removeLast() }
            let place = found.firstIndex { $0.likeness < likeness } ?? found.count
            found.insert((index, likeness), at: place)
        }
        return found.map(\.index)
    }

    private func score(of shape: StrokeShape, as template: StrokeShape) -> Double {
        // A line has nothing but its direction.
        let turn: StrokeShape.Lanes.Turn = isRotationInvariant ? .free : shape.isLine ? .none : .bounded
        let positions = shape.positions.likeness(to: template.positions, turn: turn)
        let directions = shape.directions.likeness(to: template.directions, turn: turn)
        return (nearness(positions) + nearness(directions)) / 2
    }

    /// 1 for the same, 0 at a right angle and beyond.
    private func nearness(_ cosine: Float) -> Double {
        max(0, 1 - max(0, 1 - Double(cosine)).squareRoot())
    }
}
