// Warnings about regions that no finger can hit: too narrow, or outside their surface.

import Touch

/// Looks for regions narrower than a millimetre, and for those that leave what they lie in, as far as sizes are known.
///
/// What is transformed is not judged.
struct RegionReview {
    /// The side of a region or surface in each unit in which it is known.
    private struct Side {
        var points: Double?
        var pixels: Double?

        /// Returns a length as a fraction of this side.
        func fraction(_ length: RegionLength) -> Double? {
            switch length {
            case .fraction(let fraction): fraction
            case .points(let number): points.map { number / $0 }
            case .pixels(let number): pixels.map { number / $0 }
            case .surfaceUnits: nil
            }
        }

        /// The side of a region that takes a length of this one.
        func side(_ length: RegionLength) -> Side {
            var side = Side(points: fraction(length).flatMap { part in points.map { part * $0 } })
            side.pixels = fraction(length).flatMap { part in pixels.map { part * $0 } }
            switch length {
            case .points(let number): side.points = number
            case .pixels(let number): side.pixels = number
            case .fraction, .surfaceUnits: break
            }
            return side
        }
    }

    private typealias Sides = (width: Side, height: Side)

    /// A problem of a region on one surface.
    private struct Finding {
        let message: String
        let place: Place
        var hint: String?
        /// Whether no touch reaches it; else a part of it is left.
        var isOutOfReach = true
    }

    /// No finger can aim at less, in millimetres.
    static let narrowest = 1.0
    /// The fraction of its parent by which a region may exceed it, as sizes are rounded.
    private static let tolerance = 0.005

    private let regions: [(rule: RegionRule, element: Element)]
    private let surfaces: [SurfaceRule]
    private let tree: RegionTree
    private let diagnostics: Diagnostics
    private let rules: [String: RegionRule]

    init(_ regions: [(rule: RegionRule, element: Element)], _ surfaces: [SurfaceRule], _ diagnostics: Diagnostics) {
        self.regions = regions
        self.surfaces = surfaces
        self.diagnostics = diagnostics
        tree = RegionTree(regions.map(\.rule))
        rules = [String: RegionRule](regions.map { ($0.rule.name, $0.rule) }) { first, _ in first }
    }

    /// Reports each side of each region at most once, and only if something is wrong with it on all its surfaces.
    func check() {
        for (rule, element) in regions where isUpright(rule) {
            let name = tree.surface(of: rule.name)
            let own = surfaces.filter { $0.use != .never && (name == nil || $0.name == name ?? "") }
            // Lengths in points are known without any surface.
            let all: [SurfaceRule?] = own.isEmpty ? [nil] : own
            for (start, extent) in [("x", "width"), ("y", "height")] {
                let findings = all.compactMap { finding(rule, element, start, extent, on: $0) }
                guard findings.count == all.count,
                    let finding = findings.first(where: { !$0.isOutOfReach }) ?? findings.first
                else { continue }
                diagnostics.report(finding.message, at: finding.place, hint: finding.hint)
            }
        }
    }

    /// Whether its frame says where it is: nothing around it, nor itself, is transformed.
    private func isUpright(_ rule: RegionRule) -> Bool {
        rule.transform == .identity && (rules[rule.parent].map(isUpright) ?? true)
    }

    private func finding(
        _ rule: RegionRule, _ element: Element, _ start: String, _ extent: String, on surface: SurfaceRule?
    ) -> Finding? {
        let isHorizontal = extent == "width"
        let sides = sides(of: rule.parent, on: surface)
        let parent = isHorizontal ? sides.width : sides.height
        let lengths = isHorizontal ? (rule.frame.x, rule.frame.width) : (rule.frame.y, rule.frame.height)
        let place = element["frame"]?[extent]?.place ?? element.place
        if let points = parent.side(lengths.1).points, points * PointUnit.millimetres < Self.narrowest {
            return narrow(rule, extent, points, element["frame"]?[extent]?.text ?? "", at: place, on: surface)
        }
        guard let begin = parent.fraction(lengths.0), let part = parent.fraction(lengths.1) else { return nil }
        let around =
            rule.parent == RegionRule.root
            ? surface.map { "the surface \(quoted($0.name))" } ?? "its surface"
            : quoted(rule.parent) + label(for: surface, of: rule)
        let label = "of the \(extent) of \(around)"
        if begin >= 1 {
            return Finding(
                message: "\(quoted(rule.name)) begins at \(Self.percent(begin)) \(label): no touch will reach it",
                place: element["frame"]?[start]?.place ?? place)
        }
        guard begin + part > 1 + Self.tolerance else { return nil }
        return Finding(
            message: "\(quoted(rule.name)) ends at \(Self.percent(begin + part)) \(label)", place: place,
            hint: "what lies outside is cut off", isOutOfReach: false)
    }

    /// The surface that a region with several is judged on.
    private func label(for surface: SurfaceRule?, of rule: RegionRule) -> String {
        guard let surface, tree.surface(of: rule.name) == nil, surfaces.count > 1 else { return "" }
        return " on the surface \(quoted(surface.name))"
    }

    private func narrow(
        _ rule: RegionRule, _ key: String, _ points: Double, _ text: String, at place: Place, on surface: SurfaceRule?
    ) -> Finding {
        let millimetres = (points * PointUnit.millimetres * 100).rounded() / 100
        let size = "\(PropertyValue.number(millimetres)) mm in \(key)\(label(for: surface, of: rule))"
        return Finding(
            message: "\(quoted(rule.name)) is \(size): no finger can aim at it", place: place,
            hint: Quantity(text)?.plain.map { number in
                let unit = "a number without a unit is points of 0.156 mm"
                return number <= 1 ? "did you mean `\(PropertyValue.number(number * 100))%`? \(unit)" : unit
            })
    }

    /// Upward to a whole number, so that what is more than the whole does not look like it.
    private static func percent(_ fraction: Double) -> String {
        // Within a parent of no width to speak of it may be any number.
        fraction < 1e6 ? "\(Int((fraction * 100 - 1e-6).rounded(.up)))%" : "more than a million times"
    }

    /// The sides of a region on a surface, or on one of which nothing is known.
    private func sides(of name: String, on surface: SurfaceRule?) -> Sides {
        guard let rule = rules[name] else { return Self.sides(of: surface) }
        let around = sides(of: rule.parent, on: surface)
        return (around.width.side(rule.frame.width), around.height.side(rule.frame.height))
    }

    private static func sides(of surface: SurfaceRule?) -> Sides {
        guard let settings = surface?.settings else { return (Side(), Side()) }
        let size = millimetres(of: settings)
        func side(_ path: KeyPath<Size, Double>) -> Side {
            Side(
                points: size.map { $0[keyPath: path] / PointUnit.millimetres },
                pixels: settings.pixels?[keyPath: path])
        }
        return (side(\.width), side(\.height))
    }

    /// The size of a surface as it lies; nil when that is unknown.
    static func millimetres(of settings: SurfaceSettings) -> Size? {
        // A calibration may turn the surface, and leave parts of it out.
        guard settings.calibration == nil else { return nil }
        let isTurned = settings.rotation == .clockwise90 || settings.rotation == .clockwise270
        return isTurned ? settings.size.map { Size(width: $0.height, height: $0.width) } : settings.size
    }
}
