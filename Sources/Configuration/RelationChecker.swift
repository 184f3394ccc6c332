// Can these recognizers stand to each other as the file says?

/// A recognizer of the file with the places of everything that it refers to.
struct RecognizerEntry {
    /// nil when the file gives none, or one that is taken.
    let name: String?
    /// nil when the file gives no type that there is.
    let type: RecognizerType?
    let properties: [String: PropertyValue]
    let region: Reference?
    let requireToFail: [Reference]
    let simultaneousWith: [Reference]
    let blocks: [Reference]

    var regionName: String { region?.name ?? RegionRule.root }

    var rule: RecognizerRule? {
        guard let name, let type else { return nil }
        return RecognizerRule(
            name: name, type: type, region: regionName, properties: properties,
            requireToFail: Self.distinct(requireToFail), simultaneousWith: Self.distinct(simultaneousWith),
            blocks: Self.distinct(blocks))
    }

    private static func distinct(_ references: [Reference]) -> [String] {
        var seen: Set<String> = []
        return references.map(\.name).filter { seen.insert($0).inserted }
    }
}

/// Looks for recognizers and regions that do not exist, for relations that cannot have an effect, and for circles of
/// requirements.
struct RelationChecker {
    private let entries: [RecognizerEntry]
    private let names: Names
    private let regions: Names
    private let tree: RegionTree
    private let diagnostics: Diagnostics
    private let indices: [String: Int]

    init(
        entries: [RecognizerEntry], names: Names, regions: Names, tree: RegionTree, _ diagnostics: Diagnostics
    ) {
        self.entries = entries
        self.names = names
        self.regions = regions
        self.tree = tree
        self.diagnostics = diagnostics
        indices = Dictionary(
            entries.indices.compactMap { index in entries[index].name.map { ($0, index) } }
        ) { first, _ in first }
    }

    /// Reports everything that is wrong.
    func check() {
        for entry in entries { _ = entry.region?.isKnown(to: regions, diagnostics) }
        var graph = AcyclicGraph(count: entries.count)
        for index in entries.indices {
            let entry = entries[index]
            for reference in entry.requireToFail {
                guard let other = partner(of: index, reference) else { continue }
                require(index, other, at: reference.place, &graph)
            }
            for reference in entry.simultaneousWith { _ = partner(of: index, reference) }
            for reference in entry.blocks {
                guard let other = partner(of: index, reference) else { continue }
                require(other, index, at: reference.place, &graph)
            }
        }
    }

    /// The recognizer that is referred to; nil when there is nothing more to check.
    private func partner(of index: Int, _ reference: Reference) -> Int? {
        guard reference.isKnown(to: names, diagnostics), let name = entries[index].name,
            let other = indices[reference.name]
        else { return nil }
        guard other != index else {
            diagnostics.report("\(quoted(name)) cannot refer to itself here", at: reference.place)
            return nil
        }
        checkRegions(entries[index], entries[other], at: reference.place)
        return other
    }

    private func require(_ waiting: Int, _ other: Int, at place: Place, _ graph: inout AcyclicGraph) {
        if graph.link(waiting, to: other) { return }
        // Only looked for when it is told: there may be thirty thousand.
        diagnostics.report(words(of: circle(waiting, other, graph), "waits for"), at: place)
    }

    private func circle(_ waiting: Int, _ other: Int, _ graph: AcyclicGraph) -> [String] {
        ([waiting] + graph.path(from: other, to: waiting).dropLast()).compactMap { entries[$0].name }
    }

    /// Recognizers of different branches never see the same touch, so neither can hold up or prevent the other.
    private func checkRegions(_ entry: RecognizerEntry, _ other: RecognizerEntry, at place: Place) {
        let (first, second) = (entry.regionName, other.regionName)
        guard tree.meet(first, second) == false else { return }
        let surfaces = (tree.surface(of: first), tree.surface(of: second))
        let reason =
            if let here = surfaces.0, let there = surfaces.1, here != there {
                "are on different surfaces, \(quoted(here)) and \(quoted(there))"
            } else {
                "do not lie in each other"
            }
        diagnostics.report(
            "\(quoted(entry.name ?? "")) and \(quoted(other.name ?? "")) never share a touch: their regions, \(quoted(first)) and "
                + "\(quoted(second)), \(reason)", at: place)
    }
}
