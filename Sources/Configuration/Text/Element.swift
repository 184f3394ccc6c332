// The tree of a configuration file, with the place of each element, independent of the YAML library.

/// One value of the file.
struct Element: Sendable {
    enum Content: Sendable {
        /// Nothing, `~` or `null`.
        case null
        /// A text; whatever was not in quotes may also be a number. It may hold any characters: compare its bytes.
        case scalar(String, isQuoted: Bool)
        case list([Element])
        /// A mapping without duplicate keys, in the order of the file.
        case mapping([Entry])
        /// A value that was refused and reported already.
        case refused
    }

    struct Entry: Sendable {
        /// Keeps `NameRule`, as its readers see to.
        let key: String
        let place: Place
        let value: Element
        /// Whether a higher file wants it away, and no lower one has it: only what it is called matters then.
        var isRemoval = false
    }

    let place: Place
    let content: Content

    /// Its form in messages: a value in backticks, or its kind.
    var shown: String {
        switch content {
        case .null: "nothing"
        case .scalar(let text, _): quoted(text)
        case .list(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
        case .mapping: "a mapping"
        case .refused: "this"
        }
    }

    /// The same of an element of a list, or of what stands in place of one.
    func shown(in outer: Element) -> String {
        if case .list = outer.content, case .list = content { "a list within the list" } else { shown }
    }

    /// The elements of a list, or the element itself, for keys that accept one value in place of a list.
    var oneOrMore: [Element] {
        if case .list(let elements) = content { elements } else { [self] }
    }

    var isRefused: Bool {
        if case .refused = content { true } else { false }
    }

    var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The text of a value; nil when it is something else.
    var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The number, without a unit, that a value is without quotes; nil when it is something else.
    var number: Double? {
        if case .scalar(let text, isQuoted: false) = content { Quantity(text)?.plain } else { nil }
    }

    /// The value of a key; nil when there is none, or no mapping.
    subscript(key: String) -> Element? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key && !$0.isRemoval }?.value
    }

    /// The same without keys that were taken away, at every depth.
    var withoutRemovals: Element {
        switch content {
        case .null, .scalar, .refused: self
        case .list(let elements): Element(place: place, content: .list(elements.map(\.withoutRemovals)))
        case .mapping(let entries):
            Element(
                place: place,
                content: .mapping(
                    entries.filter { !$0.isRemoval }.map {
                        Entry(key: $0.key, place: $0.place, value: $0.value.withoutRemovals)
                    }))
        }
    }
}
