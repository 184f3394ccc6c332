// Pattern for whole names, compiled in linear time and matched on bytes.

/// A pattern for whole names: `*` any run of characters, `?` any one, `[a-c]` one of these, `[!a-c]` one of all others.
///
/// Everything else stands for itself, and so does a `[` that nothing closes; `[*]` is a literal `*`. Upper and lower
/// case differ. A character is a Unicode scalar, and none stands for another that looks alike. Matching allocates
/// nothing and takes at most the product of the lengths of name and pattern, whatever the pattern.
public struct Glob: Equatable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    /// Whether every name matches, so that nobody has to try.
    public let matchesEverything: Bool

    private let tokens: [GlobToken]
    /// The ranges of all classes, one class after the other.
    private let ranges: [ClosedRange<Unicode.Scalar>]
    /// How many characters a name has at least that matches.
    private let needed: Int

    /// A glob from its pattern; every string is one.
    public init(_ pattern: String) {
        var compiler = GlobCompiler(pattern)
        needed = compiler.compile()
        (self.pattern, tokens, ranges) = (pattern, compiler.tokens, compiler.ranges)
        matchesEverything = tokens.count == 1 && tokens[0].isAnyRun
    }

    /// Whether both are written with the same bytes.
    public static func == (left: Glob, right: Glob) -> Bool { left.pattern.hasSameBytes(as: right.pattern) }

    /// Whether the whole name matches the pattern.
    public func matches(_ name: String) -> Bool {
        if matchesEverything { return true }
        if let isMatch = name.utf8.withContiguousStorageIfAvailable({ matches(utf8: $0) }) { return isMatch }
        return Array(name.utf8).withUnsafeBufferPointer { matches(utf8: $0) }
    }

    private func matches(utf8 name: UnsafeBufferPointer<UInt8>) -> Bool {
        // A character takes a byte at least.
        if name.count < needed { return false }
        // On a mismatch only the last `*` takes one more character: what an earlier one could take, the last can too.
        var (position, token) = (0, 0)
        var retry: (token: Int, position: Int, needed: Int)?
        while position < name.count {
            let (scalar, width) = Self.scalar(at: position, in: name)
            if token < tokens.count, case .anyRun(let needed) = tokens[token] {
                token += 1
                retry = (token, position, Int(needed))
            } else if token < tokens.count, takes(tokens[token], scalar) {
                token += 1
                position += width
            } else if let last = retry {
                token = last.token
                position = last.position + Self.scalar(at: last.position, in: name).width
                if name.count - position < last.needed { return false }
                retry?.position = position
            } else {
                return false
            }
        }
        while token < tokens.count, tokens[token].isAnyRun { token += 1 }
        return token == tokens.count
    }

    private func takes(_ token: GlobToken, _ scalar: Unicode.Scalar) -> Bool {
        switch token {
        case .literal(let own): own == scalar
        case .anyOne: true
        case .anyRun: false
        case .oneOf(let first, let end): ranges[Int(first)..<Int(end)].contains { $0.contains(scalar) }
        case .noneOf(let first, let end): !ranges[Int(first)..<Int(end)].contains { $0.contains(scalar) }
        }
    }

    /// The character at a place of valid UTF-8, and how many bytes it takes.
    private static func scalar(
        at position: Int, in name: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, width: Int) {
        let first = name[position]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0x7F >> UInt32(width))
        for byte in name[position...].prefix(width).dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", width)
    }
}

/// What a part of a pattern takes; small, as clients choose how many there are.
private enum GlobToken {
    case literal(Unicode.Scalar)
    case anyOne
    /// Any run; how many characters those after it take at least.
    case anyRun(needed: UInt32)
    /// A character in one of the ranges from a place up to another.
    case oneOf(UInt32, UInt32)
    case noneOf(UInt32, UInt32)

    var isAnyRun: Bool {
        if case .anyRun = self { true } else { false }
    }
}

/// Compiles a pattern in linear time.
private struct GlobCompiler {
    private(set) var tokens: [GlobToken] = []
    private(set) var ranges: [ClosedRange<Unicode.Scalar>] = []
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
        tokens.reserveCapacity(scalars.count)
    }

    /// Compiles the whole pattern, and returns how many characters a name has at least that matches.
    mutating func compile() -> Int {
        // Nothing closes a `[` after one that nothing closes.
        var isUnclosed = false
        while let scalar = next {
            position += 1
            switch scalar {
            case "*": if tokens.last?.isAnyRun != true { tokens.append(.anyRun(needed: 0)) }
            case "?": tokens.append(.anyOne)
            case "[" where !isUnclosed:
                if let token = characterClass() {
                    tokens.append(token)
                } else {
                    isUnclosed = true
                    tokens.append(.literal(scalar))
                }
            default: tokens.append(.literal(scalar))
            }
        }
        return countNeeded()
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func countNeeded() -> Int {
        var needed = 0
        for index in tokens.indices.reversed() {
            if tokens[index].isAnyRun {
                tokens[index] = .anyRun(needed: UInt32(clamping: needed))
            } else {
                needed += 1
            }
        }
        return needed
    }

    /// Steps over a class after its `[`; nil when nothing closes it, and then over nothing.
    private mutating func characterClass() -> GlobToken? {
        let (start, first) = (position, ranges.count)
        let isNegated = next == "!" || next == "^"
        if isNegated { position += 1 }
        // A `]` in the first place is one of the characters, as everywhere in Unix.
        while let lower = next {
            position += 1
            if lower == "]", ranges.count > first {
                let (first, end) = (UInt32(clamping: first), UInt32(clamping: ranges.count))
                return isNegated ? .noneOf(first, end) : .oneOf(first, end)
            }
            if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                let upper = scalars[position + 1]
                position += 2
                ranges.append(min(lower, upper)...max(lower, upper))
            } else {
                ranges.append(lower...lower)
            }
        }
        position = start
        ranges.removeSubrange(first...)
        return nil
    }
}
