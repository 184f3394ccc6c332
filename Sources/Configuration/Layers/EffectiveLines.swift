// YAML output of the effective configuration, line by line, with the origin of each line.

import Touch
import GestureWire

/// Lines of YAML, and the comment behind each.
struct EffectiveLines {
    private let origin: (Place) -> String
    private var lines: [(text: String, comment: String)] = []

    init(origin: @escaping (Place) -> String) {
        self.origin = origin
    }

    /// Comments begin in one column, unless a line is longer than this.
    private static let longest = 60

    /// All lines, each ended by a line feed.
    var text: String {
        let width = lines.lazy.map(\.text.unicodeScalars.count).filter { $0 <= Self.longest }.max() ?? 0
        return lines.map { line in
            let blanks = String(repeating: " ", count: max(width - line.text.unicodeScalars.count, 0) + 2)
            return "\(line.text)\(blanks)# \(line.comment)\n"
        }.joined()
    }

    /// Adds a section.
    ///
    /// - Parameter defaults: What is to stand below an entry of the section's list, as comments: its lines.
    mutating func append(_ section: Element.Entry, defaults: (_ index: Int) -> [String]) {
        append(section, lead: "", indent: "", defaults)
    }

    private mutating func append(
        _ entry: Element.Entry, lead: String, indent: String, _ defaults: (Int) -> [String] = { _ in [] }
    ) {
        let key = lead + YAMLText.text(entry.key, isQuoted: false)
        switch entry.value.content {
        case .mapping(let entries) where !entries.isEmpty:
            append("\(key):", entry.place)
            for entry in entries { append(entry, lead: indent + "  ", indent: indent + "  ") }
        case .list(let elements) where elements.contains(where: \.isMapping):
            append("\(key):", entry.place)
            for (index, element) in elements.enumerated() {
                append(item: element, indent: indent + "  ")
                for text in defaults(index) { lines.append(("#" + indent + "    " + text, "default")) }
            }
        default: append("\(key): \(Self.flow(entry.value))", entry.place)
        }
    }

    private mutating func append(item: Element, indent: String) {
        guard case .mapping(let entries) = item.content, !entries.isEmpty else {
            append("\(indent)- \(Self.flow(item))", item.place)
            return
        }
        for (index, entry) in entries.enumerated() {
            append(entry, lead: indent + (index == 0 ? "- " : "  "), indent: indent + "  ")
        }
    }

    private mutating func append(_ text: String, _ place: Place) { lines.append((text, origin(place))) }

    // MARK: - Values

    private static func flow(_ element: Element) -> String {
        switch element.content {
        case .null, .refused: "~"
        case .scalar(let text, let isQuoted): YAMLText.text(text, isQuoted: isQuoted)
        case .list(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
        case .mapping(let entries) where entries.isEmpty: "{}"
        case .mapping(let entries):
            "{ "
                + entries.map { "\(YAMLText.text($0.key, isQuoted: false)): \(flow($0.value))" }
                .joined(separator: ", ") + " }"
        }
    }
}

extension Element {
    fileprivate var isMapping: Bool {
        if case .mapping = content { true } else { false }
    }
}
