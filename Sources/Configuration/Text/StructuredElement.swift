// Conversion of a request's JSON values to the elements that the file readers expect.

import GestureWire

/// Turns the values of a request into elements, and reports what no request has.
struct StructuredElement {
    let diagnostics: Diagnostics
    private let paths = RequestPaths()

    init() { diagnostics = Diagnostics(paths: paths) }

    /// The elements of a list of the request; nil when there are too many, which is then reported.
    func attached(_ values: [WireValue], _ key: String, beside count: Int) -> [Element]? {
        let place = paths.root("params.\(key)")
        let maximum = AttachedRules.maximumCount
        guard values.count <= max(maximum - count, 0) else {
            diagnostics.report(
                "a connection can have \(maximum) \(key) at most", at: place,
                hint: count > 0 ? "it has \(count) already: `detach` those that are not needed" : nil)
            return nil
        }
        return elements(values, at: place, depth: 1)
    }

    private func elements(_ values: [WireValue], at place: Place, depth: Int) -> [Element] {
        values.enumerated().map { index, value in
            let place = paths.element(index, of: place)
            return Element(place: place, content: content(of: value, at: place, depth: depth))
        }
    }

    /// Numbers and flags are what YAML has without quotes, texts what it has in quotes.
    private func content(of value: WireValue, at place: Place, depth: Int) -> Element.Content {
        switch value {
        case .null: return .null
        case .flag, .integer, .number: return .scalar(value.line, isQuoted: false)
        case .text(let text): return .scalar(text, isQuoted: true)
        case .list where depth >= YAMLParser.maximumDepth, .object where depth >= YAMLParser.maximumDepth:
            diagnostics.report(YAMLParser.depthMessage, at: place)
            return .refused
        case .list(let values): return .list(elements(values, at: place, depth: depth + 1))
        case .object(let members): return .mapping(entries(members, at: place, depth: depth + 1))
        }
    }

    private func entries(_ members: [WireValue.Member], at place: Place, depth: Int) -> [Element.Entry] {
        var seen: Set<String> = []
        return members.compactMap { member in
            let place = paths.member(member.name, of: place)
            guard NameRule.allows(member.name) else {
                diagnostics.report("unknown key \(quoted(member.name))", at: place, hint: ElementReader.keyHint)
                return nil
            }
            guard seen.insert(member.name).inserted else {
                diagnostics.report("duplicate key \(quoted(member.name))", at: place)
                return nil
            }
            let value = Element(place: place, content: content(of: member.value, at: place, depth: depth))
            return Element.Entry(key: member.name, place: place, value: value)
        }
    }
}
