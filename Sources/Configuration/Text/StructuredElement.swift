// Conversion of a request's JSON values to the elements that the file readers expect.

internal import GestureWire

/// Turns the values of a request into elements, and reports what no request has.
struct StructuredElement {
    private let paths: RequestPaths
    private let diagnostics: Diagnostics

    init(_ paths: RequestPaths, _ diagnostics: Diagnostics) {
        self.paths = paths
        self.diagnostics = diagnostics
    }

    /// The elements of a list that lies at a place.
    func elements(_ values: [WireValue], at place: Place) -> [Element] { elements(values, at: place, depth: 1) }

    private func elements(_ values: [WireValue], at place: Place, depth: Int) -> [Element] {
        values.enumerated().map { element($1, at: paths.element($0, of: place), depth: depth) }
    }

    private func element(_ value: WireValue, at place: Place, depth: Int) -> Element {
        Element(place: place, content: content(of: value, at: place, depth: depth))
    }

    /// Numbers and flags are what YAML has without quotes, texts what it has in quotes.
    private func content(of value: WireValue, at place: Place, depth: Int) -> Element.Content {
        switch value {
        case .null: return .null
        case .flag(let flag): return .scalar(flag ? "true" : "false", isQuoted: false)
        case .integer(let number): return .scalar(UTF8Key("\(number)"), isQuoted: false)
        case .number(let number): return .scalar(UTF8Key("\(number)"), isQuoted: false)
        case .text(let text): return .scalar(UTF8Key(text), isQuoted: true)
        case .list, .object: break
        }
        guard depth < ElementReader.maximumDepth else {
            diagnostics.report(ElementReader.depthMessage, at: place)
            return .refused
        }
        switch value {
        case .list(let values): return .list(elements(values, at: place, depth: depth + 1))
        case .object(let members): return .mapping(entries(members, at: place, depth: depth + 1))
        default: return .null
        }
    }

    private func entries(_ members: [WireValue.Member], at place: Place, depth: Int) -> [Element.Entry] {
        var seen: Set<UTF8Key> = []
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
            return Element.Entry(
                key: member.name, place: place, value: element(member.value, at: place, depth: depth))
        }
    }
}
