// Reader of `match`.

import Touch
import GestureWire

struct SurfaceMatchReader {
    let diagnostics: Diagnostics

    /// The match; nil when something in it is wrong, which is then reported.
    func read(_ element: Element) -> SurfaceMatch? {
        let what = "`match` must be a mapping such as { name: \"ELAN*\" }"
        guard let mapping = MappingReader(element, what, keysOf: .match, diagnostics) else { return nil }
        var match = SurfaceMatch()
        for key in ["vendor", "product"] { match.patterns[key] = number(key, of: mapping) }
        for key in ["name", "path", "phys", "serial"] {
            match.patterns[key] = pattern(key, of: mapping)
        }
        match.patterns["bus"] = bus(of: mapping)
        return mapping.count == match.patterns.count ? match : nil
    }

    private func pattern(_ key: String, of mapping: MappingReader) -> String? {
        guard let (text, place) = mapping.text(key) else { return nil }
        guard (1...256).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isUnsafe) else {
            diagnostics.report(
                "\(quoted(key)) must be a pattern of 1 to 256 characters on one line, not \(quoted(text))", at: place)
            return nil
        }
        return text
    }

    /// The name of a bus, its number, or a pattern for one of them.
    private func bus(of mapping: MappingReader) -> String? {
        guard let text = pattern("bus", of: mapping), let place = mapping["bus"]?.place else { return nil }
        let isOpen = text.utf8.starts(with: "0x".utf8) || text.utf8.contains { "*?[\\".utf8.contains($0) }
        guard isOpen || SurfaceMatch.buses.contains(text) else {
            diagnostics.report(
                "no touchscreen is on a bus called \(quoted(text))", at: place,
                hint: nearestSuggestion(for: text, among: SurfaceMatch.buses)
                    ?? suggestion(for: "", among: SurfaceMatch.buses) + "; or a pattern, such as `0x*`")
            return nil
        }
        return text
    }

    /// Four lower-case digits, or a pattern for them.
    private func number(_ key: String, of mapping: MappingReader) -> String? {
        guard let (text, place) = mapping.text(key) else { return nil }
        // Longer or non-ASCII text is neither a number nor a pattern for one.
        var digits = NameRule.allows(text) ? text.lowercased() : ""
        if digits.hasPrefix("0x") { digits.removeFirst(2) }
        let isNumber = (1...4).contains(digits.utf8.count) && digits.utf8.allSatisfy(Self.isDigit)
        let isPattern =
            digits.utf8.count <= 64 && digits.utf8.contains { "*?[".utf8.contains($0) }
            && digits.utf8.allSatisfy { Self.isDigit($0) || "*?[]!^-".utf8.contains($0) }
        guard isNumber || isPattern else {
            diagnostics.report(
                "\(quoted(key)) must be up to four hexadecimal digits as `lsusb` shows them, such as 04f3, or a "
                    + "pattern for them, not \(quoted(text))", at: place)
            return nil
        }
        return isNumber ? String(repeating: "0", count: 4 - digits.utf8.count) + digits : digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool { "0123456789abcdef".utf8.contains(byte) }
}
