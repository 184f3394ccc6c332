// Merging of two configuration files, of which the later overrides the earlier, as `docs/configuration.md` says.
//
// A value that `key: ~` removes is not checked. If no earlier file has the key, nothing happens, so that a drop-in
// stays valid when the earlier file loses the key; but gestured must know the key. In place of a section and in a main
// file `~` is an error.

/// Puts the sections of a file over those below.
struct LayerMerge {
    /// A section whose entries have names.
    private struct NamedEntries {
        /// The name of an entry in messages.
        let kind: String
        /// The key that a new entry needs, which distinguishes it from a changed one.
        var needed: String?
        var isAddedBefore = false
    }

    private static let named: [String: NamedEntries] = [
        "surfaces": NamedEntries(kind: "surface", isAddedBefore: true),
        "regions": NamedEntries(kind: "region", needed: "frame"),
        "recognizers": NamedEntries(kind: "recognizer", needed: "type"),
    ]

    let diagnostics: Diagnostics

    /// The sections of a file; none when it is empty, or no mapping, which is then reported.
    func sections(of root: Element) -> [Element.Entry] {
        switch root.content {
        case .mapping(let entries): return entries
        case .null, .refused: return []
        case .scalar, .list:
            diagnostics.report(
                "a configuration must be a mapping with `surfaces:` or `recognizers:`, not \(root.shown)",
                at: root.place)
            return []
        }
    }

    func main(_ upper: [Element.Entry], over lower: [Element.Entry]) -> [Element.Entry] {
        merge(upper, over: lower) { upper, lower in
            guard let lower, case .mapping(let below) = lower.value.content,
                case .mapping(let entries) = upper.value.content
            else { return upper.value }
            let merged = merge(entries, over: below) { upper, _ in upper.value }
            return Element(place: lower.value.place, content: .mapping(merged))
        }
    }

    func dropIn(_ upper: [Element.Entry], over lower: [Element.Entry]) -> [Element.Entry] {
        merge(upper, over: lower) { upper, lower in
            list(upper, over: lower?.value) ?? mapping(upper.value, over: lower?.value) ?? upper.value
        }
    }

    // MARK: - Mappings

    /// Keys that are there below keep their order, new ones follow.
    private func merge(
        _ upper: [Element.Entry], over lower: [Element.Entry],
        _ value: (_ upper: Element.Entry, _ lower: Element.Entry?) -> Element
    ) -> [Element.Entry] {
        var merged: [Element.Entry?] = lower
        let indices = [String: Int](lower.indices.map { (lower[$0].key, $0) }) { first, _ in first }
        for entry in upper {
            let below = indices[entry.key].map { lower[$0] }
            let value = value(entry, below)
            // A value that is of both stands where it stood; the key of any other is the upper one's.
            let place = value.place == below?.value.place ? below?.place ?? entry.place : entry.place
            let new = Element.Entry(key: entry.key, place: place, value: value, isRemoval: entry.isRemoval)
            if let index = indices[entry.key] { merged[index] = new } else { merged.append(new) }
        }
        return merged.compactMap(\.self)
    }

    /// A drop-in's mapping over another, or over whatever else is there; nil when it is none.
    private func mapping(_ upper: Element, over lower: Element?) -> Element? {
        guard case .mapping(var entries) = upper.content else { return nil }
        for index in entries.indices { entries[index].isRemoval = entries[index].value.isNull }
        var (place, below) = (upper.place, [Element.Entry]())
        if let lower, case .mapping(let entries) = lower.content { (place, below) = (lower.place, entries) }
        let keys = Set(below.filter { !$0.isRemoval }.map(\.key))
        let taken = keys.intersection(entries.filter(\.isRemoval).map(\.key))
        let merged = merge(
            entries.filter { !taken.contains($0.key) },
            over: below.filter { !taken.contains($0.key) }
        ) { upper, lower in mapping(upper.value, over: lower?.value) ?? upper.value }
        return Element(place: place, content: .mapping(merged))
    }

    // MARK: - Lists

    /// A section of entries over that below; nil when one of them is none.
    private func list(_ upper: Element.Entry, over lower: Element?) -> Element? {
        guard case .list(let elements) = upper.value.content else { return nil }
        var below: [Element] = []
        if let lower {
            guard case .list(let elements) = lower.content else { return nil }
            below = elements
        }
        guard let section = Self.named[upper.key] else {
            guard upper.key == "access" else { return nil }
            return Element(place: lower?.place ?? upper.value.place, content: .list(below + elements))
        }
        return Element(
            place: lower?.place ?? upper.value.place, content: .list(named(elements, over: below, section)))
    }

    private func named(_ upper: [Element], over lower: [Element], _ section: NamedEntries) -> [Element] {
        var (changed, added) = (lower, [Element]())
        let names = lower.map { $0["name"]?.text }
        let named = names.indices.compactMap { index in names[index].map { ($0, index) } }
        let indices = [String: Int](named) { first, _ in first }
        var own: [String: Place] = [:]
        for element in upper {
            // The reader reports values that are not entries.
            guard let key = element["name"], let name = key.text else {
                added.append(element)
                continue
            }
            if let first = own[name] {
                diagnostics.report(
                    "a \(section.kind) called \(quoted(name)) is there already, "
                        + diagnostics.text(for: first, from: key.place), at: key.place)
                continue
            }
            own[name] = key.place
            if let index = indices[name], let merged = mapping(element.without("name"), over: lower[index]) {
                changed[index] = merged
            } else if !lower.isEmpty, let needed = section.needed, element[needed] == nil {
                // With very many names there is no suggestion.
                let known = names.prefix(RecognizerReader.maximumCount).compactMap { $0 }
                diagnostics.report(
                    "there is no \(section.kind) called \(quoted(name)) to be changed, and a new one needs "
                        + "\(quoted(needed))", at: key.place, hint: nearestSuggestion(for: name, among: known))
                added.append(Element(place: element.place, content: .refused))
            } else {
                added.append(element)
            }
        }
        return section.isAddedBefore ? added + changed : changed + added
    }
}

extension Element {
    fileprivate func without(_ key: String) -> Element {
        guard case .mapping(let entries) = content else { return self }
        return Element(place: place, content: .mapping(entries.filter { $0.key != key }))
    }
}
