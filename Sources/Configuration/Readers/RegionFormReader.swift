// Reader of how a region lies in its frame: `transform`, `shape`, `exclusive`, `enabled`.

import GestureWire
import Gestures
import Touch

struct RegionFormReader {
    /// With `above`, which `RegionOrderReader` reads.
    static let keys = ["transform", "shape", "above", "exclusive", "enabled"]
    /// Those that only attached regions have.
    static let attachedKeys = ["enabled"]
    /// More than any picture is magnified or reduced; larger numbers would leave no digits for places.
    static let maximumFactor = 1000.0
    private static let maximumInverse = 1e6
    static let farthest = 100_000.0

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Sets what the mapping has of it; what is wrong is reported.
    func read(_ mapping: MappingReader, into rule: inout RegionRule) {
        if let element = mapping["transform"], let transform = transform(element) { rule.transform = transform }
        if let element = mapping["shape"], let (shape, isRelative) = shape(element) {
            (rule.shape, rule.isShapeRelative) = (shape, isRelative)
        }
        if case .flag(let isExclusive)? = mapping.value("exclusive", .flag) { rule.isExclusive = isExclusive }
        if case .flag(let isEnabled)? = mapping.value("enabled", .flag) { rule.isEnabled = isEnabled }
    }

    private func transform(_ element: Element) -> AffineMatrix? {
        if element.isRefused { return nil }
        guard case .list(let elements) = element.content, elements.count == 6 else {
            diagnostics.report(
                "`transform` must be a list of six numbers such as [1, 0, 0, 1, 0, 0], not \(element.shown)",
                at: element.place)
            return nil
        }
        let numbers = elements.map { $0.number ?? .nan }
        if let index = numbers.indices.first(where: { !(numbers[$0].magnitude <= Self.maximum(at: $0)) }) {
            let (element, maximum) = (elements[index], Self.maximum(at: index))
            if !element.isRefused {
                diagnostics.report(
                    "this must be a number from \(PropertyValue.number(-maximum)) to \(PropertyValue.number(maximum)), "
                        + "not \(element.shown)", at: element.place)
            }
            return nil
        }
        let transform = Self.transform(of: numbers)
        if transform == nil {
            diagnostics.report(
                "`transform` cannot be undone: nothing of the region would be left", at: element.place,
                hint: "`enabled` false takes a region's touches away")
        }
        return transform
    }

    /// The transform of six numbers; nil when one is too large, or when the transform cannot be undone.
    static func transform(of numbers: [Double]) -> AffineMatrix? {
        guard numbers.count == 6, numbers.indices.allSatisfy({ numbers[$0].magnitude <= maximum(at: $0) }) else {
            return nil
        }
        let transform = AffineMatrix(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        guard let inverse = transform.inverse, abs(inverse.a) <= maximumInverse, abs(inverse.b) <= maximumInverse,
            abs(inverse.c) <= maximumInverse, abs(inverse.d) <= maximumInverse
        else { return nil }
        return transform
    }

    private static func maximum(at index: Int) -> Double { index < 4 ? maximumFactor : farthest }

    /// The shape that an element is, and whether its corners are parts of the frame's sides.
    private func shape(_ element: Element) -> (RegionShape, isRelative: Bool)? {
        switch element.content {
        case .refused: return nil
        case .list(let elements): return polygon(elements, at: element.place)
        // In a request, a text has quotes.
        case .scalar("rectangle", let isQuoted) where isQuoted || !diagnostics.isTyped: return (.rectangle, false)
        case .scalar("ellipse", let isQuoted) where isQuoted || !diagnostics.isTyped: return (.ellipse, false)
        default:
            diagnostics.report(
                "`shape` must be rectangle, ellipse or a list of points such as [[0, 0], [100, 0], [50, 80]], not "
                    + element.shown, at: element.place)
            return nil
        }
    }

    private func polygon(_ elements: [Element], at place: Place) -> (RegionShape, isRelative: Bool)? {
        let limits = "\(RegionPolygon.corners.lowerBound) to \(RegionPolygon.corners.upperBound)"
        guard RegionPolygon.corners.contains(elements.count) else {
            diagnostics.report("a shape has \(limits) points, not \(elements.count)", at: place)
            return nil
        }
        let isRelative = !diagnostics.isTyped && elements.contains(where: \.hasPercentage)
        let reader = PointReader(diagnostics: diagnostics)
        let points = elements.compactMap { isRelative ? part($0) : reader.read($0, upTo: Self.farthest) }
        guard points.count == elements.count else { return nil }
        do throws(RegionPolygon.Problem) {
            return (.polygon(try RegionPolygon(points)), isRelative)
        } catch {
            switch error {
            case .count(let count): diagnostics.report("a shape has \(limits) points, not \(count)", at: place)
            case .corner(let index):
                diagnostics.report("this point lies where the one before it lies", at: elements[index].place)
            case .crossing(let first, let second):
                diagnostics.report(
                    "the sides that begin at the points \(first) and \(second) meet, counted from 0", at: place,
                    hint: "list the points around the shape")
            }
            return nil
        }
    }

    /// A corner in parts of the frame's sides; nil when it is none, which is then reported.
    private func part(_ element: Element) -> Point? {
        if element.isRefused { return nil }
        if case .list(let elements) = element.content, elements.count == 2, let x = elements[0].fraction,
            let y = elements[1].fraction
        {
            return Point(x: x, y: y)
        }
        diagnostics.report(
            "this must be two parts of the frame from 0% to 100%, such as [0%, 50%], as other points of the shape are",
            at: element.place)
        return nil
    }
}

extension Element {
    /// Whether it is a point with a number of percent.
    fileprivate var hasPercentage: Bool {
        guard case .list(let elements) = content else { return false }
        return elements.contains { $0.text.flatMap { Quantity($0)?.unit } == "%" }
    }

    /// A part of a side from 0 to 1; nil when it is none.
    fileprivate var fraction: Double? {
        guard let quantity = text.flatMap({ Quantity($0) }), quantity.unit == "%" || quantity.plain == 0,
            (0...100).contains(quantity.number)
        else { return nil }
        return quantity.number / 100
    }
}
