// How do regions lie in each other? Ways to the root, surfaces, and what never meets.

internal import Gestures
internal import Touch

/// The regions of a configuration as a tree.
///
/// A region whose parents lead to no root is not in it; no file has such regions.
struct RegionTree {
    /// In the order of the file, which is also the order in which they lie on each other.
    private let rules: [RegionRule]
    /// For each region the ones that it lies in, but for the root, and the surface that it is on.
    private let places: [String: (around: Set<String>, surface: String?)]

    init(_ rules: [RegionRule]) {
        self.rules = rules
        let named = Dictionary(rules.map { ($0.name, $0) }) { first, _ in first }
        var places: [String: (around: Set<String>, surface: String?)] = [RegionRule.root: ([], nil)]
        for rule in rules {
            var (around, surface, parent) = (Set<String>(), rule.surface, rule.parent)
            while let next = named[parent], next.name != rule.name, around.insert(next.name).inserted {
                surface = surface ?? next.surface
                parent = next.parent
            }
            if parent == RegionRule.root { places[rule.name] = (around, surface) }
        }
        self.places = places
    }

    /// How many regions it lies in, the root included; nil when they lead to no root.
    func depth(of name: String) -> Int? {
        name == RegionRule.root ? 0 : places[name].map { $0.around.count + 1 }
    }

    /// The surface that a region is on; nil for every one.
    func surface(of name: String) -> String? { places[name]?.surface }

    /// Whether touches of one of the regions are touches of the other, because it is, or lies in, the other; nil when
    /// that is not known.
    func meet(_ first: String, _ second: String) -> Bool? {
        guard let one = places[first], let other = places[second] else { return nil }
        return first == second || first == RegionRule.root || second == RegionRule.root
            || one.around.contains(second) || other.around.contains(first)
    }

    /// Adds the regions of a surface to its root; the result has them by their names, the root too.
    func populate(_ root: Region, of surface: Surface) -> [String: Region] {
        let scale = surface.publicationScale
        let pixel = Vector(x: 1 / scale.x, y: 1 / scale.y)
        let children = Dictionary(grouping: rules.filter { isOn(surface, $0) }, by: \.parent)
        var regions = [RegionRule.root: root]
        var open = [RegionRule.root]
        while let name = open.popLast() {
            guard let parent = regions[name] else { continue }
            for rule in children[name] ?? [] where regions[rule.name] == nil {
                let (origin, size) = rule.frame.resolved(in: parent.size, pixel: pixel)
                let region = Region(name: rule.name, origin: origin, size: size)
                parent.addRegion(region)
                regions[rule.name] = region
                open.append(rule.name)
            }
        }
        return regions
    }

    private func isOn(_ surface: Surface, _ rule: RegionRule) -> Bool {
        let name = self.surface(of: rule.name)
        return name == nil || name == surface.name
    }
}
