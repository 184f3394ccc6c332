// Conversion of text to property values, by kind.

internal import GestureWire
internal import Gestures

extension PropertyKind {
    /// Returns the value of an element under a key; reports a value of another kind and returns nil.
    func value(of key: String, from element: Element, _ diagnostics: Diagnostics) -> PropertyValue? {
        if element.isRefused { return nil }
        switch self {
        case .directions:
            return options(SwipeDirection.names, of: key, from: element, diagnostics).map(PropertyValue.directions)
        case .edges: return options(RectEdge.names, of: key, from: element, diagnostics).map(PropertyValue.edges)
        case .smoothing:
            if case .mapping = element.content { return SmoothingReader(diagnostics).read(element) }
        case .templates:
            if case .list(let list) = element.content {
                return StrokeTemplateReader(diagnostics).read(list, at: element.place)
            }
        case .zones:
            if case .list(let list) = element.content { return DeadZonesReader(diagnostics).read(list) }
        default: break
        }
        var hint: String?
        if case .scalar(let text, let isQuoted) = element.content {
            if let value = value(from: text, isQuoted: isQuoted) {
                guard case .points(let number) = value, diagnostics.isTyped, Quantity(text.text)?.unit == "" else {
                    return value
                }
                return .surfaceUnits(number)
            }
            if isQuoted, value(from: text, isQuoted: false) != nil { hint = "write it without quotes" }
        }
        diagnostics.report("\(quoted(key)) must be \(expectation), not \(element.shown)", at: element.place, hint: hint)
        return nil
    }

    private func value(from text: UTF8Key, isQuoted: Bool) -> PropertyValue? {
        switch self {
        case .count(let range):
            guard !isQuoted, let count = Int(text.text), range.contains(count) else { return nil }
            return .count(count)
        case .flag: return isQuoted ? nil : Self.flag(text).map(PropertyValue.flag)
        case .smoothing: return isQuoted ? nil : Self.flag(text).map { .smoothing($0 ? Smoothing() : nil) }
        case .seconds(let range):
            guard let seconds = Quantity(text.text)?.seconds, range.contains(seconds) else { return nil }
            return .seconds(seconds)
        case .points(let range):
            guard let points = Quantity(text.text)?.points, range.contains(points) else { return nil }
            return .points(points)
        case .pointsOrMaximum(let range):
            return text == "maximum" ? .maximum : Self.points(range).value(from: text, isQuoted: isQuoted)
        case .degrees(let range):
            guard let degrees = Quantity(text.text)?.plain, range.contains(degrees) else { return nil }
            return .radians(degrees * .pi / 180)
        case .number(let range):
            guard !isQuoted, let number = Quantity(text.text)?.plain, range.contains(number) else { return nil }
            return .number(number)
        case .directions, .edges, .templates, .zones: return nil
        }
    }

    /// As YAML has it.
    private static func flag(_ text: UTF8Key) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// Returns the set for a name or a list of names.
    private func options<Options: OptionSet>(
        _ names: [(name: String, option: Options)], of key: String, from element: Element, _ diagnostics: Diagnostics
    ) -> Options? {
        let elements = element.oneOrMore
        guard !elements.isEmpty else {
            diagnostics.report("\(quoted(key)) must be \(expectation), not an empty list", at: element.place)
            return nil
        }
        var options: Options = []
        var isValid = true
        for element in elements where !element.isRefused {
            if case .scalar(let text, _) = element.content, let name = names.first(where: { UTF8Key($0.name) == text })
            {
                options.formUnion(name.option)
                continue
            }
            isValid = false
            var hint: String?
            if case .scalar(let text, _) = element.content {
                hint = nearestSuggestion(for: text.text, among: names.map(\.name))
            }
            diagnostics.report(
                "\(quoted(key)) must be \(expectation), not \(element.shown)", at: element.place, hint: hint)
        }
        return isValid ? options : nil
    }
}
