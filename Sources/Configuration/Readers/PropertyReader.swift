// Conversion of text to property values, by kind.

import Gestures

extension PropertyKind {
    /// Returns the value of an element under a key; reports a value of another kind and returns nil.
    func value(of key: String, from element: Element, _ diagnostics: Diagnostics) -> PropertyValue? {
        if element.isRefused { return nil }
        var requirement: String { "\(quoted(key)) must be \(expectation)" }
        switch self {
        case .directions:
            return element.options(SwipeDirection.names, requirement, diagnostics).map(PropertyValue.directions)
        case .edges: return element.options(RectEdge.names, requirement, diagnostics).map(PropertyValue.edges)
        case .smoothing:
            if case .mapping = element.content,
                let mapping = MappingReader(element, "", keysOf: .smoothing, diagnostics)
            {
                var smoothing = Smoothing()
                let properties = ConfigurationPart.smoothingProperties
                properties.apply(mapping.values(of: properties), to: &smoothing)
                return .smoothing(smoothing)
            }
        case .templates:
            if case .list(let list) = element.content {
                return StrokeTemplateReader(diagnostics: diagnostics).read(list, at: element.place)
            }
        case .zones:
            if case .list(let list) = element.content { return PropertyValue(zones: list, diagnostics) }
        default: break
        }
        var hint: String?
        if case .mapping = element.content, isList { hint = "put it into brackets, as a list of one" }
        if case .scalar(let text, let isQuoted) = element.content {
            if let value = value(from: text, isQuoted: isQuoted) {
                guard case .points(let number) = value, diagnostics.isTyped, Quantity(text)?.unit == "" else {
                    return value
                }
                return .surfaceUnits(number)
            }
            if isQuoted, value(from: text, isQuoted: false) != nil { hint = "write it without quotes" }
            if case .word(let words) = self { hint = nearestSuggestion(for: text, among: words) }
        }
        diagnostics.report("\(requirement), not \(element.shown)", at: element.place, hint: hint)
        return nil
    }

    /// Whether its values are lists of mappings.
    private var isList: Bool {
        switch self {
        case .templates, .zones: true
        default: false
        }
    }

    private func value(from text: String, isQuoted: Bool) -> PropertyValue? {
        lazy var quantity = Quantity(text)
        return switch self {
        case .count(let range): isQuoted ? nil : Int(text)?.within(range).map(PropertyValue.count)
        case .flag: isQuoted ? nil : Self.flag(text).map(PropertyValue.flag)
        case .word(let words): words.contains(text) ? .word(text) : nil
        case .smoothing: isQuoted ? nil : Self.flag(text).map { .smoothing($0 ? Smoothing() : nil) }
        case .seconds(let range): quantity?.seconds?.within(range).map(PropertyValue.seconds)
        case .points(let range): quantity?.points?.within(range).map(PropertyValue.points)
        case .pointsOfRegion(let range):
            switch quantity?.unit {
            case "%": quantity?.number.within(0...100).map { .fraction($0 / 100) }
            case "px": quantity?.number.within(0...RegionFrameReader.maximum.pixels).map(PropertyValue.pixels)
            default: Self.points(range).value(from: text, isQuoted: isQuoted)
            }
        case .pointsOrMaximum(let range):
            text == "maximum" ? .maximum : Self.points(range).value(from: text, isQuoted: isQuoted)
        case .degrees(let range): quantity?.plain?.within(range).map { .radians($0 * .pi / 180) }
        case .number(let range): isQuoted ? nil : quantity?.plain?.within(range).map(PropertyValue.number)
        case .directions, .edges, .templates, .zones: nil
        }
    }

    /// As YAML has it.
    private static func flag(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }
}

extension Element {
    /// The set that a name or a list of names stands for; nil for anything else, which is then reported.
    ///
    /// - Parameter expectation: What it must be, as a sentence begins.
    func options<Options: SetAlgebra>(
        _ names: [(name: String, option: Options)], _ expectation: String, _ diagnostics: Diagnostics
    ) -> Options? {
        if isRefused { return nil }
        if oneOrMore.isEmpty {
            diagnostics.report("\(expectation), not an empty list", at: place)
            return nil
        }
        var options = Options()
        var isValid = true
        for element in oneOrMore where !element.isRefused {
            if let name = names.first(where: { $0.name == element.text }) {
                options.formUnion(name.option)
                continue
            }
            isValid = false
            diagnostics.report(
                "\(expectation), not \(element.shown(in: self))", at: element.place,
                hint: element.text.flatMap { nearestSuggestion(for: $0, among: names.map(\.name)) })
        }
        return isValid ? options : nil
    }
}

extension Comparable {
    /// The same value; nil when it is out of range.
    func within(_ range: ClosedRange<Self>) -> Self? { range.contains(self) ? self : nil }
}
