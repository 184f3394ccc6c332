// Does a name match a pattern?

/// A pattern for whole names: `*` any run of characters, `?` any one, `[a-c]` one of these, `[!a-c]` one of all others.
///
/// Everything else stands for itself, and so does a `[` that nothing closes; `[*]` is a literal `*`. Upper and lower
/// case differ. A character is a Unicode scalar. Matching allocates nothing and takes at most the product of the
/// lengths of name and pattern, whatever the pattern.
public struct Glob: Equatable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    /// Whether every name matches, so that nobody has to try.
    public let matchesEverything: Bool

    private enum Token: Equatable {
        case literal(Unicode.Scalar)
        case anyOne
        case anyRun
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

        var isAnyRun: Bool {
            if case .anyRun = self { true } else { false }
        }

        func matches(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .literal(let own): own == scalar
            case .anyOne: true
            case .anyRun: false
            case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
            }
        }
    }

    private let tokens: [Token]

    /// A glob from its pattern; every string is one.
    public init(_ pattern: String) {
        self.pattern = pattern
        var tokens: [Token] = []
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*":
                if tokens.last?.isAnyRun != true { tokens.append(.anyRun) }
            case "?":
                tokens.append(.anyOne)
            case "[":
                if let (token, afterwards) = Self.characterClass(in: rest) {
                    tokens.append(token)
                    rest = afterwards
                } else {
                    tokens.append(.literal(scalar))
                }
            default:
                tokens.append(.literal(scalar))
            }
        }
        self.tokens = tokens
        matchesEverything = tokens == [.anyRun]
    }

    /// Whether the whole name matches the pattern.
    public func matches(_ name: String) -> Bool {
        if matchesEverything { return true }
        // On a mismatch only the last `*` takes one more character: what an earlier one could take, the last can too.
        let scalars = name.unicodeScalars
        var position = scalars.startIndex
        var token = 0
        var retry: (token: Int, position: String.UnicodeScalarView.Index)?
        while position != scalars.endIndex {
            if token < tokens.count, tokens[token].isAnyRun {
                token += 1
                retry = (token, position)
            } else if token < tokens.count, tokens[token].matches(scalars[position]) {
                token += 1
                position = scalars.index(after: position)
            } else if let last = retry {
                token = last.token
                position = scalars.index(after: last.position)
                retry = (token, position)
            } else {
                return false
            }
        }
        while token < tokens.count, tokens[token].isAnyRun { token += 1 }
        return token == tokens.count
    }

    /// The class after a `[`, and what follows its `]`; nil when nothing closes it.
    private static func characterClass(
        in text: Substring.UnicodeScalarView
    ) -> (Token, Substring.UnicodeScalarView)? {
        var rest = text
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        // A `]` in the first place is one of the characters, as everywhere in Unix.
        while let lower = rest.popFirst() {
            if lower == "]", !ranges.isEmpty { return (.oneOf(ranges, isNegated: isNegated), rest) }
            let ahead = rest.prefix(2)
            if ahead.first == "-", let upper = ahead.last, ahead.count == 2, upper != "]" {
                rest.removeFirst(2)
                ranges.append(min(lower, upper)...max(lower, upper))
            } else {
                ranges.append(lower...lower)
            }
        }
        return nil
    }
}
