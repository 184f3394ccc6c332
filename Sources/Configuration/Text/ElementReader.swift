// Conversion of a YAML document's tree, without aliases and tags, to elements.

import GestureWire

/// Turns YAML's nodes into elements, and reports what no configuration has.
struct ElementReader {
    private static let anchorMessage = "anchors (`&`) and aliases (`*`) are not supported"
    private static let keyMessage = "a key must be a word"
    static let keyHint = "every key is \(NameRule.expectation)"
    private static let nulls: Set<String> = ["", "~", "null", "Null", "NULL"]
    /// The tags that change nothing.
    private static let tags: Set<String?> = [
        nil, "", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map",
    ]

    private let diagnostics: Diagnostics

    /// Reads a text; nil when it has no tree, which is then reported.
    static func read(_ source: SourceText, _ diagnostics: Diagnostics) -> Element? {
        do {
            guard let root = try YAMLParser.root(of: source) else {
                return Element(place: source.place(line: 1, column: 1), content: .null)
            }
            return ElementReader(diagnostics: diagnostics).element(root)
        } catch {
            diagnostics.report(error.message, at: error.place, hint: error.hint)
            return nil
        }
    }

    private func element(_ node: YAMLNode) -> Element { Element(place: node.place, content: content(of: node)) }

    private func content(of node: YAMLNode) -> Element.Content {
        if let complaint = complaint(about: node) {
            diagnostics.report(complaint, at: node.place)
            return .refused
        }
        switch node.content {
        // Plain words stay text: which of them are numbers depends on the key.
        case .scalar(let text, let isPlain):
            return isPlain && Self.nulls.contains(text) ? .null : .scalar(text, isQuoted: !isPlain)
        case .sequence(let nodes): return .list(nodes.map(element))
        case .mapping(let pairs): return .mapping(entries(of: pairs))
        case .alias: return .refused
        }
    }

    private func complaint(about node: YAMLNode) -> String? {
        if node.hasAnchor { return Self.anchorMessage }
        if case .alias = node.content { return Self.anchorMessage }
        guard Self.tags.contains(node.tag) else { return "tags such as \(quoted(node.tag ?? "")) are not supported" }
        return nil
    }

    private func entries(of pairs: [YAMLNode.Pair]) -> [Element.Entry] {
        var entries: [Element.Entry] = []
        for (key, value) in pairs {
            guard let name = keyText(of: key) else { continue }
            guard NameRule.allows(name) else {
                diagnostics.report("unknown key \(quoted(name))", at: key.place, hint: Self.keyHint)
                continue
            }
            entries.append(Element.Entry(key: name, place: key.place, value: element(value)))
        }
        return entries
    }

    /// The text of a key; nil when it is something else, which is then reported.
    private func keyText(of key: YAMLNode) -> String? {
        if let complaint = complaint(about: key) {
            diagnostics.report(complaint, at: key.place)
        } else if case .scalar(let text, let isPlain) = key.content, !isPlain || !Self.nulls.contains(text) {
            return text
        } else {
            diagnostics.report(Self.keyMessage, at: key.place)
        }
        return nil
    }
}
