// Elements of an SVG picture, with foreign text escaped and numbers kept short.

internal import Gestures
internal import Touch

/// A value of an attribute.
protocol PlotValue {
    /// Its text between quotation marks.
    var markup: String { get }
}

extension String: PlotValue {
    var markup: String { PlotMarkup.escaped(self) }
}

extension Double: PlotValue {
    /// With one decimal at most; whatever is not a number or far outside of any picture is brought back to it.
    var markup: String {
        guard !isNaN else { return "0" }
        let text = min(max(self, -1e5), 1e5).fixed(1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// Text of SVG elements.
///
/// Every text comes in by an attribute or as content, so that none of it can be markup.
struct PlotMarkup {
    typealias Attributes = KeyValuePairs<String, any PlotValue>

    private(set) var text = ""

    /// Adds an element.
    ///
    /// - Parameter title: What screen readers say and pointers show; nil for an ornament.
    mutating func add(_ name: String, _ attributes: Attributes, title: String? = nil, content: String? = nil) {
        open(name, attributes)
        guard title != nil || content != nil else { return text.replaceLast(">", with: "/>\n") }
        if let title { text += "<title>\(Self.escaped(title))</title>" }
        if let content { text += Self.escaped(content) }
        text += "</\(name)>\n"
    }

    /// Adds an element around others.
    mutating func group(
        _ name: String = "g", _ attributes: Attributes = [:], title: String? = nil, _ add: (inout PlotMarkup) -> Void
    ) {
        open(name, attributes)
        text += title.map { "<title>\(Self.escaped($0))</title>\n" } ?? "\n"
        add(&self)
        text += "</\(name)>\n"
    }

    /// Adds elements that are complete already.
    mutating func append(_ other: PlotMarkup) { text += other.text }

    private mutating func open(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(value.markup)\"" }
        text += ">"
    }

    /// The text for XML: without what is markup there, and without characters that XML does not have.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Points as attributes of lines and polygons have them.
    static func points(_ points: [Point]) -> String {
        points.map { "\($0.x.markup),\($0.y.markup)" }.joined(separator: " ")
    }
}

extension String {
    /// Replaces the last character, which is known.
    fileprivate mutating func replaceLast(_ end: Character, with other: String) {
        if last == end { removeLast() }
        self += other
    }
}
