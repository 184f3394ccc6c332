// Warnings about regions, and edges of regions, that lie wholly below later ones.

import Gestures
import Touch

/// Looks for regions in which no touch begins, and for edges at which no screen-edge pan does, because of regions that
/// lie above them.
///
/// Regions that are transformed, or have another shape, cover nothing here. Without `size`, a surface is judged as one of 10 inches; for a whole region also as the smallest and the largest.
struct CoverageReview {
    /// A surface, or one that the configuration does not have.
    private struct Glass {
        let name: String?
        /// Whether its size is that of the configuration, or the usual one.
        let isUsual: Bool
        let size: Size
        /// The size of a pixel in points; 1 without pixels.
        let pixel: (x: Double, y: Double)
        let thresholds: Thresholds
        /// The frames of all regions, and the parts of them in which touches can begin.
        var frames: [CoverageArea] = []
        var areas: [CoverageArea] = []
    }

    /// Both sides of a surface of unknown size, in millimetres: the short side of one of 10 inches.
    private static let usualSide = 136.0

    private let regions: [(rule: RegionRule, element: Element)]
    private let recognizers: [(rule: RecognizerRule, element: Element)]
    private let configuration: Configuration
    private let diagnostics: Diagnostics
    private let tree: RegionTree
    private let indices: [String: Int]
    private var glasses: [Glass] = []

    init(
        _ regions: [(rule: RegionRule, element: Element)], _ recognizers: [(rule: RecognizerRule, element: Element)],
        _ configuration: Configuration, _ diagnostics: Diagnostics
    ) {
        (self.regions, self.recognizers) = (regions, recognizers)
        (self.configuration, self.diagnostics) = (configuration, diagnostics)
        tree = RegionTree(regions.map(\.rule))
        indices = [String: Int](regions.indices.map { (regions[$0].rule.name, $0) }) { first, _ in first }
        if !regions.isEmpty { glasses = makeGlasses() }
    }

    /// Reports each region once, and each edge of a recognizer in a region that is not covered itself.
    func check() {
        var covered: Set<Int> = []
        for index in regions.indices {
            if chain(of: index).contains(where: { regions[$0].rule.transform != .identity }) { continue }
            if chain(of: index).dropFirst().contains(where: covered.contains) {
                covered.insert(index)
            } else if let covers = covers(of: index, on: glasses(of: index, isWhole: true), { area, _ in area }) {
                covered.insert(index)
                report(region: index, below: covers)
            }
        }
        for (rule, element) in recognizers where rule.isEnabled && rule.type == .screenEdgePan {
            guard let index = indices[rule.region], !covered.contains(index),
                chain(of: index).allSatisfy({ regions[$0].rule.transform == .identity })
            else { continue }
            checkEdges(of: rule, element, in: index)
        }
    }

    private func checkEdges(of rule: RecognizerRule, _ element: Element, in index: Int) {
        guard case .edges(let edges)? = rule.properties["edges"] else { return }
        let watched = RectEdge.names.filter { edges.isSuperset(of: $0.option) }
        for (name, edge) in watched {
            let covers = covers(of: index, on: glasses(of: index, isWhole: false)) { area, glass in
                let unit = AttachedPopulation.unit(1 / glass.pixel.x, 1 / glass.pixel.y)
                let pan = rule.makeRecognizer(thresholds: glass.thresholds, unit: unit)
                let width = (pan as? ScreenEdgePanGestureRecognizer)?.width(of: edge, in: area.size) ?? 0
                return area.band(width, along: edge)
            }
            guard let covers else { continue }
            diagnostics.report(
                "the \(watched.count > 1 ? "\(name) edge" : "edge") of \(quoted(rule.name)) lies wholly below "
                    + list(covers) + ": no touch there reaches \(quoted(rule.region))",
                at: element["edges"]?.place ?? element.place, hint: hint(covers, over: index))
        }
    }

    private func report(region index: Int, below covers: [Int]) {
        let (rule, element) = regions[index]
        diagnostics.report(
            "\(quoted(rule.name)) lies wholly below \(list(covers)): no touch will reach it",
            at: element["name"]?.place ?? element.place, hint: hint(covers, over: index))
    }

    private func list(_ covers: [Int]) -> String {
        let names = covers.prefix(4).map { quoted(regions[$0].rule.name) }
        return names.joined(separator: " and ") + (covers.count > 4 ? " and \(covers.count - 4) more" : "")
    }

    private func hint(_ covers: [Int], over index: Int) -> String {
        let (name, cover) = (quoted(regions[index].rule.name), regions[covers[0]].rule)
        let order = "of regions that overlap, the later one is on top"
        guard cover.parent == regions[index].rule.parent else { return order }
        return "\(order): list \(name) later, or put `parent: \(regions[index].rule.name)` into \(quoted(cover.name)), "
            + "whose touches \(name) then has, too"
    }

    // MARK: - Regions that lie above

    /// Returns the regions that take all touches of a part of a region, on each surface; nil if they leave some.
    private func covers(
        of index: Int, on glasses: [Glass], _ part: (CoverageArea, Glass) -> CoverageArea
    ) -> [Int]? {
        var found: [Int]?
        for glass in glasses {
            let visible = part(glass.frames[index], glass).common(with: glass.areas[index])
            let above = regionsAbove(index, on: glass).map { ($0, glass.areas[$0]) }
                .filter { !$0.1.common(with: visible).isEmpty }
            // Where nothing of it is on the surface, RegionReview says so.
            guard !visible.isEmpty, !above.isEmpty, visible.isCovered(by: above.map(\.1)) else { return nil }
            let alone = above.first { visible.isCovered(by: [$0.1]) }
            found = found ?? alone.map { [$0.0] } ?? above.map(\.0)
        }
        return found
    }

    /// Returns the later regions of the same parent, and those above each ancestor.
    private func regionsAbove(_ index: Int, on glass: Glass) -> [Int] {
        chain(of: index).flatMap { lower in
            regions.indices.dropFirst(lower + 1).filter { upper in
                let surface = tree.surface(of: regions[upper].rule.name)
                guard regions[upper].rule.fillsFrame else { return false }
                return regions[upper].rule.parent == regions[lower].rule.parent
                    && (surface == nil || surface == glass.name)
            }
        }
    }

    /// A region and those around it, without the root.
    private func chain(of index: Int) -> [Int] {
        var chain = [index]
        while let last = chain.last, let next = indices[regions[last].rule.parent] { chain.append(next) }
        return chain
    }

    // MARK: - Places

    /// Adds the places of all regions to a surface.
    private func place(_ glass: inout Glass) {
        let whole = CoverageArea(glass.size)
        (glass.frames, glass.areas) = ([], [])
        for index in regions.indices {
            var (frame, area) = (whole, whole)
            for region in chain(of: index).reversed() {
                frame = frame.place(regions[region].rule.frame, pixel: glass.pixel)
                area = area.common(with: frame)
            }
            glass.frames.append(frame)
            glass.areas.append(area)
        }
    }

    // MARK: - Surfaces

    /// Returns the surfaces on which a region is judged: those of the configuration that it is on, and any other.
    ///
    /// - Parameter isWhole: Whether sizes that are unknown may be any.
    private func glasses(of index: Int, isWhole: Bool) -> [Glass] {
        let name = tree.surface(of: regions[index].rule.name)
        return glasses.filter { (isWhole || $0.isUsual) && (name == nil || $0.name == name) }
    }

    /// Returns all surfaces, each in several sizes if its own is unknown, and one for those without an entry.
    private func makeGlasses() -> [Glass] {
        let used = configuration.surfaces.filter { $0.use != .never }
        let isAnyOther = !used.contains { $0.match.matchesEverything }
        return (used.map(Optional.some) + (isAnyOther ? [nil] : [])).flatMap { surface in
            let size = surface.flatMap { RegionReview.millimetres(of: $0.settings) }
            let unknown = [Self.usualSide, SurfaceReader.sides.lowerBound, SurfaceReader.sides.upperBound]
            let sizes = size.map { [$0] } ?? unknown.map { Size(width: $0, height: $0) }
            return sizes.map {
                glass(surface, $0, isUsual: size != nil || $0.width == Self.usualSide, isKnown: size != nil)
            }
        }
    }

    private func glass(_ surface: SurfaceRule?, _ millimetres: Size, isUsual: Bool, isKnown: Bool) -> Glass {
        let size = Size(
            width: millimetres.width / PointUnit.millimetres, height: millimetres.height / PointUnit.millimetres)
        let pixels = surface?.settings.pixels
        let diagonal = Vector(x: millimetres.width, y: millimetres.height).length
        var glass = Glass(
            name: surface?.name, isUsual: isUsual, size: size,
            pixel: pixels.map { (size.width / $0.width, size.height / $0.height) } ?? (1, 1),
            thresholds: configuration.thresholds.thresholds(forDiagonal: isKnown ? diagonal : nil))
        place(&glass)
        return glass
    }
}

extension RegionRule {
    /// Whether it takes all touches of its frame.
    fileprivate var fillsFrame: Bool { transform == .identity && shape == .rectangle }
}
