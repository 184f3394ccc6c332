// Conversion of the YAML library's tree, without aliases and tags, to elements.

import GestureWire
import Yams

/// Turns the library's nodes into elements, and reports what no configuration has.
struct ElementReader {
    private static let anchorMessage = "anchors (`&`) and aliases (`*`) are not supported"
    private static let keyMessage = "a key must be a word"
    static let keyHint = "every key is \(NameRule.expectation)"
    static let depthMessage = "lists and mappings are nested too deeply here"
    /// Lists and mappings within each other; no valid file has more than seven.
    static let maximumDepth = 16

    private static let nulls: Set<String> = ["", "~", "null", "Null", "NULL"]
    /// The tags that the library gives to what has none, and those that change nothing.
    private static let tags = Set(
        [.implicit, .nonSpecific, .str, .seq, .map].map { (tag: Tag.Name) in tag.rawValue })

    private let diagnostics: Diagnostics
    private let source: SourceText

    /// Reads a text; nil when it has no tree, which is then reported.
    ///
    /// The library stops at a syntax error and at the first mapping that has a key twice.
    static func read(_ source: SourceText, _ diagnostics: Diagnostics) -> Element? {
        let reader = ElementReader(diagnostics: diagnostics, source: source)
        do {
            // Plain words stay text: which of them are numbers depends on the key.
            let parser = try Parser(yaml: source.string, resolver: .basic, encoding: .utf8)
            // The nodes hold their anchors weakly; the parser holds them.
            return try withExtendedLifetime(parser) {
                try parser.singleRoot().map { reader.element($0, depth: 0) }
                    ?? Element(place: source.place(line: 1, column: 1), content: .null)
            }
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            let place = source.place(line: context.mark.line, column: context.mark.column)
            diagnostics.report("duplicate key \(quoted(keys.first ?? "")), given again later", at: place)
        } catch let error as YamlError {
            SyntaxProblem(error, source).report(diagnostics)
        } catch {
            diagnostics.report("this is not YAML: \(error)", at: source.place(line: 1, column: 1))
        }
        return nil
    }

    private func element(_ node: Node, depth: Int) -> Element {
        Element(place: place(of: node), content: content(of: node, depth: depth))
    }

    private func content(of node: Node, depth: Int) -> Element.Content {
        if let complaint = complaint(about: node, depth: depth) {
            diagnostics.report(complaint, at: place(of: node))
            return .refused
        }
        switch node {
        case .scalar(let scalar):
            let isQuoted = scalar.style != .plain
            let text = scalar.string
            return !isQuoted && Self.nulls.contains(text) ? .null : .scalar(text, isQuoted: isQuoted)
        case .sequence(let sequence): return .list(sequence.map { element($0, depth: depth + 1) })
        case .mapping(let mapping): return .mapping(entries(of: mapping, depth: depth + 1))
        case .alias: return .refused
        }
    }

    private func complaint(about node: Node, depth: Int) -> String? {
        if node.anchor != nil { return Self.anchorMessage }
        let tag: Tag
        switch node {
        case .scalar(let scalar): tag = scalar.tag
        case .sequence(let sequence): tag = sequence.tag
        case .mapping(let mapping): tag = mapping.tag
        case .alias: return Self.anchorMessage
        }
        guard Self.tags.contains(tag.rawValue) else {
            return "tags such as \(quoted(tag.rawValue)) are not supported"
        }
        return depth > Self.maximumDepth ? Self.depthMessage : nil
    }

    private func entries(of mapping: Node.Mapping, depth: Int) -> [Element.Entry] {
        var entries: [Element.Entry] = []
        for (key, value) in mapping {
            let place = place(of: key)
            guard let name = keyText(of: key) else { continue }
            guard NameRule.allows(name) else {
                diagnostics.report("unknown key \(quoted(name))", at: place, hint: Self.keyHint)
                continue
            }
            entries.append(Element.Entry(key: name, place: place, value: element(value, depth: depth)))
        }
        return entries
    }

    /// The text of a key; nil when it is something else, which is then reported.
    private func keyText(of key: Node) -> String? {
        if let complaint = complaint(about: key, depth: 0) {
            diagnostics.report(complaint, at: place(of: key))
        } else if let scalar = key.scalar, scalar.style != .plain || !Self.nulls.contains(scalar.string) {
            return scalar.string
        } else {
            diagnostics.report(Self.keyMessage, at: place(of: key))
        }
        return nil
    }

    private func place(of node: Node) -> Place {
        source.place(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }
}
