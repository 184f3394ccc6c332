// Escaping of foreign text for terminals and logs.

extension Unicode.Scalar {
    /// Whether a terminal may obey it, or a reader may be misled by it: control characters, line and paragraph
    /// separators, bidirectional controls and other invisible format characters.
    ///
    /// The two joiners of scripts and emoji are harmless.
    package var isUnsafe: Bool {
        if (0x20..<0x7F).contains(value) { return false }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }
}

extension String {
    /// The same text with each unsafe character as a visible escape: `\u{1b}`.
    ///
    /// Applying it twice changes nothing.
    package var printable: String { escapingUnsafe { _ in false } }

    /// The same text, in which line feeds and tabs are kept.
    package var printableLines: String { escapingUnsafe { $0 == "\n" || $0 == "\t" } }

    /// The same JSON with each unsafe character as an escape of JSON's, but for line feeds; between strings, where JSON
    /// has no escapes, as a blank.
    package var printableJSON: String {
        guard unicodeScalars.contains(where: \.isUnsafe) else { return self }
        var (text, isInString, isEscaped) = ("", false, false)
        for scalar in unicodeScalars {
            if scalar == "\"", !isEscaped { isInString.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            guard scalar.isUnsafe, scalar != "\n" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard isInString else {
                text += " "
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }

    private func escapingUnsafe(except isKept: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: \.isUnsafe) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isUnsafe, !isKept(scalar) {
                text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
