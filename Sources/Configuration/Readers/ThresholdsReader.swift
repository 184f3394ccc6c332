// Reader of `thresholds`.

internal import GestureWire

/// Reads the section `thresholds`.
struct ThresholdsReader {

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The rule; without what is wrong, which is then reported.
    func read(_ element: Element) -> ThresholdsRule {
        var rule = ThresholdsRule()
        let what = "`thresholds` must be a mapping such as { scale: 1.3, panHysteresis: 2mm }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return rule }
        mapping.check(keysOf: .thresholds)
        if let element = mapping["scale"] { rule.scale = scale(element) ?? .automatic }
        for property in ThresholdProperty.all {
            guard let element = mapping[property.key] else { continue }
            rule.values[property.key] = property.kind.value(of: property.key, from: element, diagnostics)
        }
        return rule
    }

    private func scale(_ element: Element) -> ThresholdsRule.Scale? {
        if element.isRefused { return nil }
        if case .scalar(let text, let isQuoted) = element.content {
            if text == "auto" { return .automatic }
            if !isQuoted, let number = Quantity(text.text)?.plain, (0.1...10).contains(number) {
                return .factor(number)
            }
        }
        diagnostics.report("`scale` must be auto or a number from 0.1 to 10, not \(element.shown)", at: element.place)
        return nil
    }
}
