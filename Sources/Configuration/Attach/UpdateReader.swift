// Reader of a client's changes of its own regions.

public import GestureWire

extension Configuration {
    /// Reads what a client wants to change of its own regions: places, shapes, switches and order.
    ///
    /// - Parameters:
    ///   - values: Each names one of the present regions, and has what changes.
    ///   - present: What the connection has attached.
    ///   - pixels: The names of the surfaces that have pixels; looked up for lengths in `px` only.
    /// - Returns: All rules of the connection, with the changes; recognizers are as they were.
    /// - Throws: All problems, at most a hundred; then nothing may be changed.
    public func updated(
        regions values: [WireValue], of present: AttachedRules, withPixels pixels: @autoclosure () -> Set<String> = []
    ) throws(AttachmentError) -> AttachedRules {
        if let rules = present.changed(by: values) { return rules }
        let reader = StructuredElement()
        var updates = UpdateReader(reader.diagnostics, of: present, configured: regions.map(\.name))
        for element in reader.attached(values, "regions", beside: 0) ?? [] { updates.read(element) }
        if !updates.firstPixels.isEmpty {
            let tree = RegionTree(regions, own: present.regions)
            let pixels = pixels().union(surfaces.namesWithPixels)
            for (name, place) in updates.firstPixels {
                tree.checkPixels(of: name, firstAt: place, pixels, reader.diagnostics)
            }
        }
        if let error = reader.diagnostics.attachmentError() { throw error }
        var rules = updates.rules
        for move in updates.moves { rules.carryOut(move) }
        return rules
    }
}

/// Reads the changes of a connection's regions one by one.
private struct UpdateReader {
    private static let keys = ["name", "frame"] + RegionFormReader.keys

    private(set) var rules: AttachedRules
    /// The regions with lengths in pixels, and the place of the first one.
    private(set) var firstPixels: [(name: String, place: Place)] = []
    private var order: RegionOrderReader?
    private var places: [String: Place] = [:]
    private let indices: [String: Int]
    private let configured: [String]
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics, of present: AttachedRules, configured: [String]) {
        (self.diagnostics, rules, self.configured) = (diagnostics, present, configured)
        indices = [String: Int](present.regions.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    var moves: [RegionMove] { order?.moves ?? [] }

    mutating func read(_ element: Element) {
        let what = "a change must be a mapping such as { name: left, frame: \(RegionFrameReader.example) }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return }
        mapping.check(
            allowed: Self.keys,
            elsewhere: {
                ["surface", "parent"].contains($0)
                    ? "\(quoted($0)) cannot change: detach the region, and attach it" : nil
            })
        let index = index(of: mapping)
        // Without a region the request is refused; what the element says is read all the same.
        var rule = index.map { rules.regions[$0] } ?? RegionRule(name: "", frame: .whole)
        if mapping["frame"] != nil {
            let frames = RegionFrameReader(diagnostics)
            if let frame = frames.read(mapping) { rule.frame = frame }
            if let place = frames.firstPixels(mapping) { firstPixels.append((rule.name, place)) }
        }
        RegionFormReader(diagnostics).read(mapping, into: &rule)
        let above = RegionOrderReader.Wish(of: mapping)
        guard let index else { return }
        if let above {
            if order == nil {
                order = RegionOrderReader(own: rules.regions, configured: configured, diagnostics)
            }
            order?.read(above, of: rule)
        }
        rules.regions[index] = rule
    }

    /// Which of the regions a change is for; nil for none, or one that is changed already, which is then reported.
    private mutating func index(of mapping: MappingReader) -> Int? {
        guard mapping.needs("name", "a change needs the `name` of a region"), let (name, place) = mapping.text("name")
        else { return nil }
        guard let index = indices[name] else {
            let isConfigured = (configured + [RegionRule.root]).contains(name)
            diagnostics.report(
                isConfigured
                    ? "\(quoted(name)) is configured: a connection can change its own regions only"
                    : "this connection has no region called \(quoted(name))", at: place,
                hint: hint(forUnknown: name, isConfigured: isConfigured))
            return nil
        }
        if let first = places[name] {
            diagnostics.report(
                "\(quoted(name)) is changed already, \(diagnostics.text(for: first, from: place))", at: place)
            return nil
        }
        places[name] = place
        return index
    }

    private func hint(forUnknown name: String, isConfigured: Bool) -> String? {
        if isConfigured { return "a reload of the configuration changes it" }
        if indices.isEmpty { return "it has none: `attach` it first" }
        return nearestSuggestion(for: name, among: rules.regions.map(\.name))
    }
}
