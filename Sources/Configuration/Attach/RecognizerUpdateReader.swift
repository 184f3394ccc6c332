// Reader of a client's changes of its own recognizers.

public import GestureWire

extension Configuration {
    /// Reads what a client wants to change of its own recognizers: properties, relations, questions, switches.
    ///
    /// - Parameters:
    ///   - values: Each names one of the present recognizers, and has what changes; null stands for the default.
    ///   - definitions: What the present recognizers were attached with, by their names, with all changes since.
    ///   - present: What the connection has attached.
    ///   - pixels: The names of the surfaces that have pixels.
    /// - Returns: All rules of the connection, and the definitions, with the changes.
    /// - Throws: All problems, at most a hundred; then nothing may be changed.
    public func updated(
        recognizers values: [WireValue], definitions: [String: WireValue], of present: AttachedRules,
        withPixels pixels: Set<String> = []
    ) throws(AttachmentError) -> (rules: AttachedRules, definitions: [String: WireValue]) {
        let reader = StructuredElement()
        var changes = RecognizerChanges(reader.diagnostics, of: definitions)
        for (element, value) in zip(reader.attached(values, "recognizers", beside: 0) ?? [], values) {
            changes.read(element, value)
        }
        if let error = reader.diagnostics.attachmentError() { throw error }
        // Read again as if they were new, beside those that stay.
        var others = present
        others.recognizers.removeAll { changes.names.contains($0.name) }
        let new = try attached(
            regions: [], recognizers: changes.definitions, beside: others, surfaces: [], withPixels: pixels,
            mayDecide: false)
        var (rules, all) = (present, definitions)
        for rule in new.recognizers {
            guard let index = rules.recognizers.firstIndex(where: { $0.name == rule.name }) else { continue }
            rules.recognizers[index] = rule
        }
        for (name, definition) in zip(changes.names, changes.definitions) { all[name] = definition }
        return (rules, all)
    }
}

/// The definitions of recognizers with what changes of them, in the order of the request.
private struct RecognizerChanges {
    private static let lasting = ["type", "region"]

    private(set) var names: [String] = []
    private(set) var definitions: [WireValue] = []
    private let present: [String: WireValue]
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics, of present: [String: WireValue]) {
        (self.diagnostics, self.present) = (diagnostics, present)
    }

    mutating func read(_ element: Element, _ value: WireValue) {
        let what = "a change must be a mapping such as { name: turn, enabled: false }"
        guard let mapping = MappingReader(element, what, diagnostics), case .object(let members) = value,
            mapping.needs("name", "a change needs the `name` of a recognizer"),
            let (name, place) = mapping.text("name")
        else { return }
        guard case .object(let known)? = present[name] else {
            return diagnostics.report(
                "this connection has no recognizer called \(quoted(name))", at: place,
                hint: present.isEmpty
                    ? "it has none: `attach` it first" : nearestSuggestion(for: name, among: present.keys.sorted()))
        }
        guard !names.contains(name) else {
            return diagnostics.report("\(quoted(name)) is changed already in this request", at: place)
        }
        for member in members where Self.lasting.contains(member.name) {
            diagnostics.report(
                "\(quoted(member.name)) cannot change: detach the recognizer, and attach it",
                at: mapping[member.name]?.place ?? place)
        }
        let changed = Set(members.map(\.name))
        let kept = known.filter { !changed.contains($0.name) }
        names.append(name)
        definitions.append(
            .object(
                (kept + members.filter { $0.value != .null }).sorted {
                    $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
                }))
    }
}
