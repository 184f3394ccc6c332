// Is this a value of that property? The kinds of properties, from text to value.

internal import Gestures

extension RecognizerProperty {
    /// The value that an element stands for; nil when it is none of this property's, which is then reported.
    func value(from element: Element, _ diagnostics: Diagnostics) -> PropertyValue? {
        if element.isRefused { return nil }
        if kind == .directions { return directions(from: element, diagnostics) }
        if case .scalar(let text, let isQuoted) = element.content, let value = value(from: text, isQuoted: isQuoted) {
            return value
        }
        diagnostics.report("\(quoted(key)) must be \(kind.expectation), not \(element.shown)", at: element.place)
        return nil
    }

    private func value(from text: String, isQuoted: Bool) -> PropertyValue? {
        switch kind {
        case .count(let range):
            guard !isQuoted, let count = Int(text), range.contains(count) else { return nil }
            return .count(count)
        case .flag:
            guard !isQuoted else { return nil }
            return ["true": true, "True": true, "TRUE": true, "false": false, "False": false, "FALSE": false][text]
                .map(PropertyValue.flag)
        case .seconds(let range):
            guard let seconds = Quantity(text)?.seconds, range.contains(seconds) else { return nil }
            return .seconds(seconds)
        case .points(let range):
            guard let points = Quantity(text)?.points, range.contains(points) else { return nil }
            return .points(points)
        case .degrees(let range):
            guard let quantity = Quantity(text), quantity.unit.isEmpty, range.contains(quantity.number) else {
                return nil
            }
            return .radians(quantity.number * .pi / 180)
        case .directions: return nil
        }
    }

    private func directions(from element: Element, _ diagnostics: Diagnostics) -> PropertyValue? {
        let elements: [Element]
        if case .list(let list) = element.content { elements = list } else { elements = [element] }
        guard !elements.isEmpty else {
            diagnostics.report("\(quoted(key)) must be \(kind.expectation), not an empty list", at: element.place)
            return nil
        }
        let names = SwipeDirection.names.map(\.name)
        var directions: SwipeDirection = []
        var isValid = true
        for element in elements where !element.isRefused {
            if case .scalar(let text, _) = element.content, let index = names.firstIndex(of: text) {
                directions.insert(SwipeDirection.names[index].direction)
                continue
            }
            isValid = false
            var hint: String?
            if case .scalar(let text, _) = element.content {
                hint = nearestSuggestion(for: text, among: names)
            }
            diagnostics.report(
                "\(quoted(key)) must be \(kind.expectation), not \(element.shown)", at: element.place, hint: hint)
        }
        return isValid ? .directions(directions) : nil
    }
}

extension RecognizerProperty.Kind {
    /// What a value must be, for messages and documentation.
    var expectation: String {
        switch self {
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range):
            "a time from \(Int(range.lowerBound)) to \(Int(range.upperBound)) seconds, such as 0.5 or 500ms"
        case .points(let range):
            "a length from \(Int(range.lowerBound)) to \(Int(range.upperBound)) points, such as 10 or 1.5mm"
        case .degrees(let range):
            "an angle from \(Int(range.lowerBound)) to \(Int(range.upperBound)) degrees, such as 10"
        case .directions: "left, right, up, down, or a list of these"
        case .flag: "true or false"
        }
    }
}
