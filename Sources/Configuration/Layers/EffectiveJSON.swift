// JSON output of the effective configuration, with the origin of each value by its path.

import GestureWire

extension LineWriter {
    /// Keys whose values are always texts, even if they look like numbers.
    private static let texts: Set<String> = [
        "name", "vendor", "product", "path", "phys", "serial", "bus", "surface", "parent", "region", "requireToFail",
        "simultaneousWith", "blocks", "then", "user", "group", "session", "size", "pixels",
    ]

    mutating func append(_ element: Element, under key: String) {
        switch element.content {
        case .null, .refused: append(json: "null")
        case .scalar(let text, let isQuoted): append(scalar: text, isQuoted: isQuoted, under: key)
        case .list(let elements):
            append(list: elements) { $0.append($1, under: key) }
        case .mapping(let entries):
            append(json: "{")
            for entry in entries {
                append(name: entry.key)
                append(entry.value, under: entry.key)
            }
            append(json: "}")
        }
    }

    mutating func append(scalar text: String, isQuoted: Bool, under key: String) {
        let word = NameRule.allows(text) ? text.lowercased() : ""
        if isQuoted || Self.texts.contains(key) {
            append(string: text)
        } else if word == "true" || word == "false" {
            append(unquoted: word)
        } else if Self.isNumber(text) {
            append(unquoted: text)
        } else {
            append(string: text)
        }
    }

    /// Whether it is a number in JSON, too, which has no `+1`, `.5`, `1.` or `007`.
    private static func isNumber(_ text: String) -> Bool {
        Quantity(text)?.plain != nil && WireValue.isNumber(text)
    }
}

/// An object, still open, that has for each path of a value where that is from.
struct EffectivePlaces {
    private(set) var writer = LineWriter()
    private let origin: (Place) -> String

    init(origin: @escaping (Place) -> String) {
        self.origin = origin
        writer.append(json: "{")
    }

    /// Adds a value: a mapping and a list of mappings by what is in them, everything else as a whole.
    mutating func append(_ element: Element, path: String, place: Place) {
        switch element.content {
        case .mapping(let entries) where !entries.isEmpty:
            for entry in entries {
                append(
                    entry.value, path: path + (Names.isValid(entry.key) ? ".\(entry.key)" : "[\(quoted(entry.key))]"),
                    place: entry.place)
            }
        case .list(let elements) where elements.contains { if case .mapping = $0.content { true } else { false } }:
            for (index, element) in elements.enumerated() {
                append(element, path: "\(path)[\(index)]", place: element.place)
            }
        default:
            writer.append(name: path)
            writer.append(string: origin(place))
        }
    }
}
