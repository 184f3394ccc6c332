// Checks of the relations between recognizers: known partners, regions that meet, no cycles.

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
    let then: [Reference]
    let questions: QuestionRule
    /// The place of its first length in pixels.
    let firstPixels: Place?

    var regionName: String { region?.name ?? RegionRule.root }

    var rule: RecognizerRule? {
        guard let name, let type else { return nil }
        var rule = RecognizerRule(
            name: name, type: type, region: regionName, properties: properties,
            requireToFail: Self.distinct(requireToFail), simultaneousWith: Self.distinct(simultaneousWith),
            blocks: Self.distinct(blocks))
        rule.then = Self.distinct(then)
        rule.questions = questions
        return rule
    }

    private static func distinct(_ references: [Reference]) -> [String] {
        var seen: Set<String> = []
        return references.map(\.name).filter { seen.insert($0).inserted }
    }
}

/// Looks for recognizers and regions that do not exist, for relations that cannot have an effect, and for circles of
/// requirements.
///
/// Beside what is read there may be own recognizers of the same connection, and configured ones: these can be waited
/// for, and wait for none of them.
struct RelationChecker {
    private struct Partner {
        let name: String
        let region: String
    }

    private let entries: [RecognizerEntry]
    private let present: [RecognizerRule]
    private let configured: [String: RecognizerRule]
    private let names: Names
    private let regions: Names
    private let tree: RegionTree
    private let diagnostics: Diagnostics
    /// The present recognizers, then the read ones, as numbered in the graph.
    private let partners: [Partner?]
    private let indices: [String: Int]

    init(
        entries: [RecognizerEntry], present: [RecognizerRule], configured: [RecognizerRule], names: Names,
        regions: Names, tree: RegionTree, _ diagnostics: Diagnostics
    ) {
        self.entries = entries
        self.present = present
        self.configured = [String: RecognizerRule](configured.map { ($0.name, $0) }) { first, _ in first }
        self.names = names
        self.regions = regions
        self.tree = tree
        self.diagnostics = diagnostics
        let partners =
            present.map { Optional(Partner(name: $0.name, region: $0.region)) }
            + entries.map { entry in entry.name.map { Partner(name: $0, region: entry.regionName) } }
        self.partners = partners
        indices = [String: Int](
            partners.indices.compactMap { index in partners[index].map { ($0.name, index) } }
        ) { first, _ in first }
    }

    func check() {
        for entry in entries { _ = entry.region?.isKnown(to: regions, diagnostics) }
        var graph = AcyclicGraph(count: partners.count)
        // A cycle contains a new element, and is reported there.
        var sequences = SequenceChecker(diagnostics)
        for (index, rule) in present.enumerated() {
            for other in rule.requireToFail { _ = indices[other].map { graph.link(index, to: $0) } }
            for other in rule.blocks { _ = indices[other].map { graph.link($0, to: index) } }
            for other in rule.then {
                _ = indices[other].map { graph.link($0, to: index) }
                sequences.note(other, after: rule.name)
            }
        }
        for (index, entry) in zip(present.count..., entries) {
            for reference in entry.requireToFail {
                guard let other = partner(of: index, reference) else { continue }
                require(index, other, at: reference.place, &graph)
            }
            for reference in entry.simultaneousWith where reference.name != Reference.all {
                _ = partner(of: index, reference)
            }
            for reference in entry.blocks {
                guard !isConfigured(reference, for: "blocks"), let other = partner(of: index, reference) else {
                    continue
                }
                require(other, index, at: reference.place, &graph)
            }
            for reference in entry.then {
                guard !isConfigured(reference, for: "then"), let other = partner(of: index, reference),
                    sequences.mayFollow(rule(other), rule(index), at: reference.place)
                else { continue }
                require(other, index, at: reference.place, &graph)
            }
        }
    }

    /// The rule of one in the graph; nil when it has no name or type.
    private func rule(_ index: Int) -> RecognizerRule? {
        index < present.count ? present[index] : entries[index - present.count].rule
    }

    /// Reports one that waits for none of the connection's.
    private func isConfigured(_ reference: Reference, for key: String) -> Bool {
        guard names.contains(reference.name), !names.isTaken(reference.name) else { return false }
        diagnostics.report(
            "`\(key)` takes only recognizers of this connection, and \(quoted(reference.name)) is configured",
            at: reference.place)
        return true
    }

    /// The recognizer that is referred to; nil when there is nothing more to check.
    private func partner(of index: Int, _ reference: Reference) -> Int? {
        guard reference.isKnown(to: names, diagnostics), let one = partners[index] else { return nil }
        guard let other = indices[reference.name], let partner = partners[other] else {
            guard let rule = configured[reference.name] else { return nil }
            let partner = Partner(name: rule.name, region: tree.name(ofConfigured: rule.region))
            checkRegions(one, partner, at: reference.place)
            return nil
        }
        guard other != index else {
            diagnostics.report("\(quoted(one.name)) cannot refer to itself here", at: reference.place)
            return nil
        }
        checkRegions(one, partner, at: reference.place)
        return other
    }

    private func require(_ waiting: Int, _ other: Int, at place: Place, _ graph: inout AcyclicGraph) {
        if graph.link(waiting, to: other) { return }
        // Searched for only when it is reported: there may be thirty thousand.
        diagnostics.report(cycleText(of: circle(waiting, other, graph), "waits for"), at: place)
    }

    private func circle(_ waiting: Int, _ other: Int, _ graph: AcyclicGraph) -> [String] {
        ([waiting] + graph.path(from: other, to: waiting).dropLast()).compactMap { partners[$0]?.name }
    }

    /// Recognizers of different branches never see the same touch, so neither can hold up or prevent the other.
    private func checkRegions(_ one: Partner, _ other: Partner, at place: Place) {
        let (first, second) = (one.region, other.region)
        guard tree.meet(first, second) == false else { return }
        let surfaces = (tree.surface(of: first), tree.surface(of: second))
        let reason =
            if let here = surfaces.0, let there = surfaces.1, here != there {
                "are on different surfaces, \(quoted(here)) and \(quoted(there))"
            } else {
                "do not lie in each other"
            }
        diagnostics.report(
            "\(quoted(one.name)) and \(quoted(other.name)) never share a touch: their regions, \(tree.shown(first)) and "
                + "\(tree.shown(second)), \(reason)", at: place)
    }
}
