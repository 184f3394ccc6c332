// References by name to another element of the configuration, with their places.

import GestureWire

/// A name in the file that refers to the element with this name.
struct Reference {
    /// Keeps `NameRule`, so that it can be compared.
    let name: String
    let place: Place

    /// Refers to all others.
    static let all = "*"

    /// Reports a name that nothing has; whether something has it.
    func isKnown(to names: Names, _ diagnostics: Diagnostics) -> Bool {
        if names.contains(name) { return true }
        diagnostics.report(
            "there is no \(names.kind) called \(quoted(name))", at: place, hint: hint(names, diagnostics))
        return false
    }

    private func hint(_ names: Names, _ diagnostics: Diagnostics) -> String? {
        if names.kind == "recognizer", let hint = diagnostics.dropInHint(for: name, at: place) { return hint }
        if let near = nearestSuggestion(for: name, among: names.all) { return near }
        if names.isEmpty { return names.emptyHint }
        // A very long list is no help.
        return names.all.count <= 16 ? suggestion(for: name, among: names.all) : nil
    }
}

extension MappingReader {
    /// The name that a key has; nil when it is missing or no text, which is then reported.
    func reference(_ key: String) -> Reference? {
        text(key).flatMap { reference(to: $0.text, at: $0.place, under: key) }
    }

    /// The names that a key has, as a name or a list of names; what is neither is reported.
    ///
    /// - Parameter takesAll: Whether `*`, for all others, is one.
    func references(_ key: String, takesAll: Bool = false) -> [Reference] {
        guard let outer = self[key] else { return [] }
        return outer.oneOrMore.compactMap { element in
            if element.isRefused { return nil }
            if case .scalar(let name, let isQuoted) = element.content, isQuoted || !diagnostics.isTyped {
                if takesAll, name == Reference.all, case .scalar = outer.content {
                    return Reference(name: name, place: element.place)
                }
                return reference(to: name, at: element.place, under: key)
            }
            diagnostics.report(
                "\(quoted(key)) must be a name or a list of names, not \(element.shown(in: outer))", at: element.place)
            return nil
        }
    }

    /// A reference; nil for what no name can be, which is then reported.
    private func reference(to name: String, at place: Place, under key: String) -> Reference? {
        if NameRule.allows(name) { return Reference(name: name, place: place) }
        diagnostics.report(
            "\(quoted(key)) must be a name, which has \(Names.form), unlike \(quoted(name))", at: place)
        return nil
    }
}
