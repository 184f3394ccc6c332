// Which part of a surface does this entry of the file describe?

internal import Touch

/// Reads the entries of `regions`, and then how they lie in each other.
struct RegionReader {
    /// More are refused.
    static let maximumCount = AcyclicGraph.capacity
    /// Regions within each other; more are refused.
    static let maximumDepth = 16
    /// The keys that an entry may have.
    static let keys = ["name", "surface", "parent", "frame"]

    /// One entry and what it refers to.
    private struct Entry {
        /// nil when the entry has no name, or one that is taken.
        let rule: RegionRule?
        let place: Place
        let surface: Reference?
        let parent: Reference?
        let firstPixels: Place?
    }

    private let diagnostics: Diagnostics
    private var entries: [Entry] = []
    /// The names of all regions, those that are wrong and the root too.
    private(set) var names = Names(
        of: "region", reserved: [RegionRule.root: "the region that every surface has, the whole of it,"])

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Reads one entry.
    mutating func read(_ element: Element) {
        let what = "a region must be a mapping such as { name: left, frame: \(RegionFrameReader.example) }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return }
        let name = names.read(from: mapping)
        mapping.check(allowed: Self.keys)
        let (surface, parent) = (mapping.reference("surface"), mapping.reference("parent"))
        let frames = RegionFrameReader(diagnostics)
        // Without a frame the file is refused; what the entry refers to is looked up all the same.
        let frame = frames.read(mapping) ?? .whole
        let rule = name.map {
            RegionRule(name: $0, surface: surface?.name, parent: parent?.name ?? RegionRule.root, frame: frame)
        }
        entries.append(
            Entry(
                rule: rule, place: mapping.place, surface: surface, parent: parent,
                firstPixels: frames.firstPixels(mapping)))
    }

    /// The rules of all entries; what is wrong with their surfaces and parents is reported.
    ///
    /// - Parameter surfaces: What is known of surfaces, and their names, those of wrong ones too.
    func link(_ surfaces: [SurfaceRule], _ surfaceNames: Names) -> [RegionRule] {
        let rules = entries.compactMap(\.rule)
        let tree = RegionTree(rules)
        checkParents()
        for entry in entries {
            let isKnown = entry.surface?.isKnown(to: surfaceNames, diagnostics)
            guard let rule = entry.rule else { continue }
            if isKnown == true { checkSurface(of: rule, entry, tree) }
            checkPixels(rule, entry, tree, surfaces)
            checkDepth(rule, entry, tree)
        }
        return rules
    }

    /// Reports parents that do not exist, and circles.
    private func checkParents() {
        var graph = AcyclicGraph(count: entries.count)
        let indices = Dictionary(
            entries.indices.compactMap { index in entries[index].rule.map { ($0.name, index) } }
        ) { first, _ in first }
        for index in entries.indices {
            guard let parent = entries[index].parent, parent.isKnown(to: names, diagnostics),
                let target = indices[parent.name], !graph.link(index, to: target)
            else { continue }
            let circle = [index] + graph.path(from: target, to: index).dropLast()
            diagnostics.report(words(of: circle.compactMap { entries[$0].rule?.name }, "lies in"), at: parent.place)
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

    private func checkDepth(_ rule: RegionRule, _ entry: Entry, _ tree: RegionTree) {
        // Those within it are too deep for the same reason.
        guard tree.depth(of: rule.name) == Self.maximumDepth + 1 else { return }
        diagnostics.report(
            "\(quoted(rule.name)) lies in too many regions; there can be \(Self.maximumDepth) within each other",
            at: entry.parent?.place ?? entry.place)
    }

    /// Reports lengths in pixels where nobody says how large those are.
    private func checkPixels(_ rule: RegionRule, _ entry: Entry, _ tree: RegionTree, _ surfaces: [SurfaceRule]) {
        guard let place = entry.firstPixels, tree.depth(of: rule.name) != nil else { return }
        let surface = tree.surface(of: rule.name)
        if let surface = surfaces.first(where: { $0.name == surface }), surface.settings.pixels != nil { return }
        diagnostics.report(
            "lengths in px need a region on a `surface` that has `pixels`, unlike \(quoted(rule.name))", at: place)
    }
}
