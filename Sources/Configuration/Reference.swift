// Which other thing of the file is meant? Names that refer, with their places.

/// A name in the file that stands for something that has it.
struct Reference {
    let name: String
    let place: Place

    /// Reports a name that nothing has; whether something has it.
    func isKnown(to names: Names, _ diagnostics: Diagnostics) -> Bool {
        if names.contains(name) { return true }
        diagnostics.report("there is no \(names.thing) called \(quoted(name))", at: place, hint: hint(names))
        return false
    }

    private func hint(_ names: Names) -> String? {
        if let near = nearestSuggestion(for: name, among: names.all) { return near }
        if names.isEmpty { return names.emptyHint }
        // A list of very many helps nobody.
        return names.all.count <= 16 ? suggestion(for: name, among: names.all) : nil
    }
}

extension MappingReader {
    /// The name that a key has; nil when it is missing or no text, which is then reported.
    func reference(_ key: String) -> Reference? {
        text(key).map { Reference(name: $0.text, place: $0.place) }
    }

    /// The names that a key has, as a name or a list of names; what is neither is reported.
    func references(_ key: String) -> [Reference] {
        guard let element = self[key] else { return [] }
        return element.oneOrMore.compactMap { element in
            if element.isRefused { return nil }
            if case .scalar(let name, let isQuoted) = element.content, isQuoted || !diagnostics.isTyped {
                return Reference(name: name, place: element.place)
            }
            diagnostics.report(
                "\(quoted(key)) must be a name or a list of names, not \(element.shown)", at: element.place)
            return nil
        }
    }
}
