// Reader of a mapping's keys, which reports unknown ones.

/// A mapping of the file with the keys that it may have.
struct MappingReader {
    let place: Place
    let diagnostics: Diagnostics
    private let entries: [Element.Entry]

    /// Takes an element apart.
    ///
    /// - Parameters:
    ///   - what: What messages call the mapping, with an article and an example.
    ///   - part: The part of the configuration whose keys are allowed; others are reported.
    /// - Returns: nil when the element is no mapping, which is then reported.
    init?(_ element: Element, _ what: String, keysOf part: ConfigurationPart? = nil, _ diagnostics: Diagnostics) {
        guard case .mapping(let entries) = element.content else {
            if !element.isRefused { diagnostics.report("\(what), not \(element.shown)", at: element.place) }
            return nil
        }
        place = element.place
        self.entries = entries
        self.diagnostics = diagnostics
        if let part { check(keysOf: part) }
    }

    var count: Int { entries.count { !$0.isRemoval } }

    subscript(key: String) -> Element? {
        entries.first { $0.key == key && !$0.isRemoval }?.value
    }

    /// Reports every key that is not allowed, those that were taken away too.
    ///
    /// - Parameters:
    ///   - elsewhere: What to say of a key that belongs somewhere else.
    ///   - hint: Returns a hint for a key of another program.
    func check(
        allowed: [String], elsewhere: (String) -> String? = { _ in nil }, hint: (String) -> String? = { _ in nil }
    ) {
        for entry in entries where !allowed.contains(entry.key) {
            let message = elsewhere(entry.key)
            diagnostics.report(
                message ?? "unknown key \(quoted(entry.key))", at: entry.place,
                hint: hint(entry.key) ?? suggestion(for: message == nil ? entry.key : "", among: allowed))
        }
    }

    /// Reports every key that a part of the configuration does not have.
    func check(keysOf part: ConfigurationPart) { check(allowed: part.keys.map(\.key)) }

    /// The value of a key as text; nil when it is missing or no text, which is then reported.
    ///
    /// - Parameter orNumber: Whether a number is one, too, where those differ.
    func text(_ key: String, orNumber: Bool = false) -> (text: String, place: Place)? {
        guard let element = self[key] else { return nil }
        switch element.content {
        case .scalar(let text, let isQuoted) where isQuoted || orNumber || !diagnostics.isTyped:
            return (text, element.place)
        case .refused: break
        default: diagnostics.report("\(quoted(key)) must be a text, not \(element.shown)", at: element.place)
        }
        return nil
    }

    /// Whether a key is there; reports `message` otherwise.
    func needs(
        _ key: String, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
    ) -> Bool {
        if self[key] == nil { diagnostics.report(message(), at: place, hint: hint()) }
        return self[key] != nil
    }

    /// The values of those properties that the mapping has; without what is wrong, which is then reported.
    func values<Target>(of properties: [Property<Target>]) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for property in properties { values[property.key] = value(property.key, property.kind) }
        return values
    }

    /// The value of a key; nil when it is missing or of another kind, which is then reported.
    func value(_ key: String, _ kind: PropertyKind) -> PropertyValue? {
        self[key].flatMap { kind.value(of: key, from: $0, diagnostics) }
    }

    /// The elements of a list; nil when there is none, which is reported unless the key is missing.
    func list(_ key: String, emptyHint: String? = nil) -> [Element]? {
        guard let element = self[key] else { return nil }
        switch element.content {
        case .list(let elements): return elements
        case .refused: break
        case .mapping:
            diagnostics.report(
                "\(quoted(key)) must be a list, not a mapping", at: element.place,
                hint: "begin each entry with `- `, also a single one")
        case .null, .scalar:
            diagnostics.report(
                "\(quoted(key)) must be a list, not \(element.shown)", at: element.place, hint: emptyHint)
        }
        return nil
    }
}
