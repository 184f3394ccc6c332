// Reader of `thresholds`.

import GestureWire

extension ThresholdsRule {
    /// Reads the section; without what is wrong, which is then reported.
    init(_ element: Element, _ diagnostics: Diagnostics) {
        self.init()
        let what = "`thresholds` must be a mapping such as { scale: 1.3, panHysteresis: 2mm }"
        guard let mapping = MappingReader(element, what, keysOf: .thresholds, diagnostics) else { return }
        if let element = mapping["scale"] { scale = Scale(element, diagnostics) ?? .automatic }
        values = mapping.values(of: Self.properties)
    }
}

extension ThresholdsRule.Scale {
    fileprivate init?(_ element: Element, _ diagnostics: Diagnostics) {
        if element.isRefused { return nil }
        if element.text == "auto" {
            self = .automatic
        } else if let number = element.number, (0.1...10).contains(number) {
            self = .factor(number)
        } else {
            diagnostics.report(
                "`scale` must be auto or a number from 0.1 to 10, not \(element.shown)", at: element.place)
            return nil
        }
    }
}
