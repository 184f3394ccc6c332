// Reader of the entries of `regions`.

import Touch

/// Reads the entries of `regions`, and then how they lie in each other.
struct RegionReader {
    /// More are refused.
    static let maximumCount = AcyclicGraph.capacity
    /// Regions within each other; more are refused.
    static let maximumDepth = 16

    private struct Entry {
        /// nil when the entry has no name, or one that is taken.
        let rule: RegionRule?
        let place: Place
        let surface: Reference?
        let parent: Reference?
        let firstPixels: Place?
        let above: RegionOrderReader.Wish?
    }

    private let diagnostics: Diagnostics
    private var entries: [Entry] = []
    /// The names of all regions, those that are wrong and the root too.
    private(set) var names: Names

    /// - Parameter present: The own regions of the connection, for those of a request.
    /// - Parameter configured: The configured ones then, those that are hidden too.
    init(_ diagnostics: Diagnostics, beside present: [RegionRule] = [], _ configured: [RegionRule] = []) {
        self.diagnostics = diagnostics
        names = Names(of: "region", reserved: Self.root, taken: present.map(\.name), known: configured.map(\.name))
    }

    private static let root: [String: String] = [
        RegionRule.root: "the region that every surface has, the whole of it,"
    ]

    mutating func read(_ element: Element) {
        let what = "a region must be a mapping such as { name: left, frame: \(RegionFrameReader.example) }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return }
        let name = names.read(from: mapping)
        check(mapping)
        let (surface, parent) = (mapping.reference("surface"), mapping.reference("parent"))
        let frames = RegionFrameReader(diagnostics)
        // Without a frame the file is refused; what the entry refers to is looked up all the same.
        let frame = frames.read(mapping) ?? .whole
        let isPrivate = isPrivate(mapping)
        var rule = RegionRule(
            name: name ?? "", surface: surface?.name, parent: parent?.name ?? RegionRule.root, frame: frame,
            isPrivate: isPrivate, unit: diagnostics.isTyped ? .ofSurface : .points)
        RegionFormReader(diagnostics).read(mapping, into: &rule)
        entries.append(
            Entry(
                rule: name == nil ? nil : rule, place: mapping.place, surface: surface, parent: parent,
                firstPixels: frames.firstPixels(mapping),
                above: RegionOrderReader.Wish(of: mapping)))
    }

    private func check(_ mapping: MappingReader) {
        let (keys, further) = (ConfigurationPart.region.keys.map(\.key), RegionFormReader.attachedKeys)
        mapping.check(
            allowed: diagnostics.isTyped ? keys + further : keys,
            elsewhere: { further.contains($0) ? "only regions that a client attaches have \(quoted($0))" : nil })
    }

    /// Whether touches of the region are private, if the entry says so.
    private func isPrivate(_ mapping: MappingReader) -> Bool? {
        guard let element = mapping["private"] else { return nil }
        // Those of a request are a connection's own.
        guard !diagnostics.isTyped else {
            diagnostics.report(
                "only a configured region can be private", at: element.place,
                hint: "configure the region with `private`; a client with `control` switches it by `setPrivate`")
            return nil
        }
        if case .flag(let isPrivate)? = mapping.value("private", .flag) { return isPrivate }
        return nil
    }

    /// The rules of all entries; what is wrong with their surfaces and parents is reported.
    ///
    /// - Parameter surfaces: The names of all surfaces, those of wrong ones too.
    /// - Parameter pixels: The names of those that have `pixels`.
    /// - Parameter present: The own regions of the connection; nothing is said of these.
    /// - Parameter configured: The configured ones, if it is another's regions that are read.
    func link(
        _ surfaces: Names, pixels: Set<String>, beside present: [RegionRule] = [], _ configured: [RegionRule] = []
    ) -> [RegionRule] {
        let rules = entries.compactMap(\.rule)
        let tree = RegionTree(configured, own: present + rules)
        checkParents(present)
        let new = Set(rules.map(\.name))
        for entry in entries {
            let isKnown = entry.surface?.isKnown(to: surfaces, diagnostics)
            guard let rule = entry.rule else { continue }
            if isKnown == true { checkSurface(of: rule, entry, tree) }
            tree.checkPixels(of: rule.name, firstAt: entry.firstPixels, pixels, diagnostics)
            checkDepth(rule, entry, tree, new)
        }
        return rules
    }

    /// How the regions are to lie on each other; what is wrong with that is reported.
    func moves(beside present: [RegionRule] = [], _ configured: [RegionRule] = []) -> [RegionMove] {
        var order = RegionOrderReader(
            own: present + entries.compactMap(\.rule), configured: configured.map(\.name), diagnostics)
        for entry in entries {
            if let rule = entry.rule, let above = entry.above { order.read(above, of: rule) }
        }
        if diagnostics.isTyped { return order.moves }
        // In a file all of them hold, in whichever order: a region moves after the one over which it is to lie.
        var (moves, open) = ([RegionMove](), order.moves)
        while let next = open.firstIndex(where: { move in !open.contains { $0.region == move.above } }) {
            moves.append(open.remove(at: next))
        }
        return moves
    }

    /// Reports parents that do not exist, and circles.
    private func checkParents(_ present: [RegionRule]) {
        let rules = present.map(Optional.some) + entries.map(\.rule)
        var graph = AcyclicGraph(count: rules.count)
        let indices = [String: Int](
            rules.indices.compactMap { index in rules[index].map { ($0.name, index) } }
        ) { first, _ in first }
        // A cycle contains a new element, and is reported there.
        for (index, rule) in present.enumerated() { _ = indices[rule.parent].map { graph.link(index, to: $0) } }
        for (index, entry) in zip(present.count..., entries) {
            guard let parent = entry.parent, parent.isKnown(to: names, diagnostics),
                let target = indices[parent.name], !graph.link(index, to: target)
            else { continue }
            let circle = [index] + graph.path(from: target, to: index).dropLast()
            diagnostics.report(cycleText(of: circle.compactMap { rules[$0]?.name }, "lies in"), at: parent.place)
        }
    }

    /// Reports a surface that is not the parent's.
    private func checkSurface(of rule: RegionRule, _ entry: Entry, _ tree: RegionTree) {
        guard let surface = entry.surface, let other = tree.surface(of: rule.parent), other != surface.name else {
            return
        }
        diagnostics.report(
            "\(quoted(rule.name)) is on \(quoted(surface.name)), but its parent \(quoted(rule.parent)) is on "
                + quoted(other), at: surface.place)
    }

    private func checkDepth(_ rule: RegionRule, _ entry: Entry, _ tree: RegionTree, _ new: Set<String>) {
        guard let depth = tree.depth(of: rule.name), depth > Self.maximumDepth else { return }
        // Regions within it are too deep for the same reason.
        if depth > Self.maximumDepth + 1, new.contains(rule.parent) { return }
        diagnostics.report(
            "\(quoted(rule.name)) lies in too many regions; they can be nested \(Self.maximumDepth) deep",
            at: entry.parent?.place ?? entry.place)
    }
}

extension [SurfaceRule] {
    /// The names of those that say how many pixels they have.
    var namesWithPixels: Set<String> {
        Set(filter { $0.settings.pixels != nil }.map(\.name))
    }
}
