// Checks of a text before YAML parsing, which refuse constructs that take disproportionate time.

/// Refuses what no configuration needs and what the library cannot take.
struct TextGuard {
    private var anchors = 0
    private var aliases = 0
    private var compoundKeys = 0
    private var firstAnchor = 0
    private var firstCompoundKey = 0

    /// Reports the first control character, a run of combining marks, or a text that would take too long; whether the text
    /// can be parsed.
    ///
    /// The library compares the keys of every mapping. Keys that are lists or mappings are compared whole, once for
    /// every level of nesting, and aliases multiply what they stand for: the "billion laughs". Both are refused later,
    /// with their place, because no configuration needs them; here only so many that later would be too late. Signs
    /// within quotes and comments are counted too, because counting them otherwise would be parsing.
    ///
    /// - Parameter budget: What is left for this text and all others of the configuration.
    static func check(_ source: SourceText, _ diagnostics: Diagnostics, _ budget: ParsingBudget) -> Bool {
        let scalars = source.scalars
        if let index = scalars.firstIndex(where: { !isAllowed($0) }) {
            diagnostics.report(
                "a control character, U+\(hexadecimal(scalars[index])), cannot be in a configuration",
                at: source.place(at: index), hint: "is it a text file at all?")
            return false
        }
        if let index = MarkRuns.firstTooLong(in: scalars) {
            diagnostics.report(
                "more than \(MarkRuns.maximum) combining marks in a row cannot be in a configuration",
                at: source.place(at: index), hint: "no language needs them")
            return false
        }
        var count = TextGuard()
        for index in scalars.indices { count.add(scalars, at: index) }
        // A text without them is looked at once, and how large all are together is bounded.
        guard count.factor > 1, !budget.grants(looks: Double(scalars.count) * count.factor) else { return true }
        if count.anchors > 0, count.aliases > 0 {
            diagnostics.report(ElementReader.anchorMessage, at: source.place(at: count.firstAnchor))
        } else {
            diagnostics.report(ElementReader.keyMessage, at: source.place(at: count.firstCompoundKey))
        }
        return false
    }

    /// The number of times that a character may be read: nested aliases multiply, by three for each level at worst.
    private var factor: Double {
        var expansion = 1.0
        if anchors > 0 {
            for _ in 0..<min(aliases, 300) / 3 { expansion *= 3 }
            expansion *= Double(max(aliases, 1))
        }
        return expansion * Double(1 + compoundKeys)
    }

    private mutating func add(_ scalars: [Unicode.Scalar], at index: Int) {
        let scalar = scalars[index]
        if scalar == ":" {
            if Self.followsBracket(scalars, index) { addCompoundKey(at: index) }
            return
        }
        guard scalar == "&" || scalar == "*" || scalar == "?", Self.canBegin(scalars, index) else { return }
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        switch scalar {
        case "?": if Self.isBlank(next) { addCompoundKey(at: index) }
        case "*": if Self.isWord(next) { aliases += 1 }
        default:
            guard Self.isWord(next) else { return }
            if anchors == 0 { firstAnchor = index }
            anchors += 1
        }
    }

    private mutating func addCompoundKey(at index: Int) {
        if compoundKeys == 0 { firstCompoundKey = index }
        compoundKeys += 1
    }

    /// Whether something of YAML can begin here: in the middle of a word these signs are only letters.
    private static func canBegin(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0 else { return true }
        switch scalars[index - 1] {
        case "[", "{", ",", ":", "-", "?": return true
        case let before: return isBlank(before)
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    private static func followsBracket(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard let before = scalars[..<index].last(where: { !isBlank($0) }) else { return false }
        return before == "]" || before == "}"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Returns whether YAML allows a scalar in a text.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
