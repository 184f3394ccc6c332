// The tree of a configuration's regions, with a connection's own regions above them.

import Gestures
import Touch

/// The regions of a configuration as a tree, and over them those that a connection has attached.
///
/// A region whose parents do not lead to the root is not in it; no valid file has such regions.
///
/// An own region may have the name of a configured one, which it hides: the name then means the own one, but for other
/// configured regions. In here the hidden one gets a name that no file and no request can have.
struct RegionTree {
    /// In the order of the file and of the attachments, which is also the order in which they lie on each other.
    private let rules: [RegionRule]
    /// The ones that a region lies in, but for the root, and the surface that it is on.
    private typealias Spot = (around: Set<String>, surface: String?)

    private let places: [String: Spot]
    private let own: Set<String>

    init(_ configured: [RegionRule], own: [RegionRule] = []) {
        let names = Set(own.map(\.name))
        self.own = names
        rules = names.isEmpty ? configured : configured.map { Self.beside(names, $0) } + own
        let named = [String: RegionRule](rules.map { ($0.name, $0) }) { first, _ in first }
        var places: [String: Spot] = [RegionRule.root: ([], nil)]
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

    /// Returns the number of regions that contain it, including the root; nil when they do not lead to the root.
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

    /// Whether every touch of a region is also one of another, because it is, or lies in, the other.
    func isRegion(_ inner: String, within outer: String) -> Bool {
        inner == outer || outer == RegionRule.root || places[inner]?.around.contains(outer) == true
    }

    /// Adds the regions of a surface to its root; the result has them by their names, the root too.
    func populate(_ root: Region, of surface: Surface) -> [String: Region] {
        let children = [String: [RegionRule]](grouping: rules.filter { isOn(surface, $0) }) { $0.parent }
        var regions = [RegionRule.root: root]
        var open = [RegionRule.root]
        while let name = open.popLast() {
            guard let parent = regions[name] else { continue }
            for rule in children[name] ?? [] where regions[rule.name] == nil {
                regions[rule.name] = rule.addRegion(to: parent, on: surface)
                open.append(rule.name)
            }
        }
        return regions
    }

    /// Reports lengths in pixels when the size of pixels is unknown.
    ///
    /// - Parameters:
    ///   - place: That of the region's first length in pixels, if it has one.
    ///   - pixels: The names of the surfaces that have pixels.
    func checkPixels(of name: String, firstAt place: Place?, _ pixels: Set<String>, _ diagnostics: Diagnostics) {
        guard let place, depth(of: name) != nil else { return }
        if let surface = surface(of: name), pixels.contains(surface) { return }
        diagnostics.report(
            "lengths in px need a region on a `surface` that has `pixels`, unlike \(quoted(name))", at: place)
    }

    private func isOn(_ surface: Surface, _ rule: RegionRule) -> Bool {
        let name = self.surface(of: rule.name)
        return name == nil || name == surface.name
    }
}

// MARK: - Hidden regions

extension RegionTree {
    /// Returns the internal name of a configured region.
    func name(ofConfigured name: String) -> String { own.contains(name) ? Self.hidden(name) : name }

    func shown(_ name: String) -> String {
        Self.isHidden(name) ? "the configured \(quoted(String(name.dropFirst())))" : quoted(name)
    }

    private static func hidden(_ name: String) -> String { "/" + name }

    private static func isHidden(_ name: String) -> Bool { name.hasPrefix("/") }

    private static func beside(_ own: Set<String>, _ rule: RegionRule) -> RegionRule {
        var rule = rule
        if own.contains(rule.name) { rule.name = hidden(rule.name) }
        if own.contains(rule.parent) { rule.parent = hidden(rule.parent) }
        return rule
    }
}
