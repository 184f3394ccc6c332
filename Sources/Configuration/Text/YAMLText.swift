// Writer of texts as YAML scalars.

import Touch

/// Writes texts as YAML, in quotes where readers would take them for something else.
package enum YAMLText {
    /// Returns a text, in quotes if it had some, or if gestured would read the bare text as something else.
    static func text(_ text: String, isQuoted: Bool) -> String {
        if !isQuoted, isPlain(text) { return text }
        var written = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": written += "\\\(scalar)"
            case " "..."~": written.unicodeScalars.append(scalar)
            case "\u{A1}"..."\u{D7FF}" where !scalar.isUnsafe: written.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                written += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return written + "\""
    }

    /// Returns a name, in quotes unless every reader of YAML takes it for a text.
    package static func name(_ name: String) -> String {
        let isLetter = name.unicodeScalars.first.map { ("a"..."z").contains($0) || ("A"..."Z").contains($0) } ?? false
        let isWord = words.contains(name.lowercased())
        return text(name, isQuoted: !isLetter || name.utf8.contains(UInt8(ascii: " ")) || isWord)
    }

    /// Words that YAML 1.1 reads as null or as a truth value.
    private static let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    /// Whether a text without quotes is that text, wherever it stands: words, numbers and units.
    private static func isPlain(_ text: String) -> Bool {
        let (signs, scalars) = (text.unicodeScalars.drop { $0 == "-" || $0 == "+" }, text.unicodeScalars)
        guard let first = signs.first, isWord(first), scalars.count - signs.count <= 1, scalars.last != " " else {
            return false
        }
        return signs.allSatisfy { isWord($0) || "-+% ".unicodeScalars.contains($0) }
            && !["null", "Null", "NULL"].contains(text)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", "×": true
        default: false
        }
    }
}
