// Glob patterns for names, compiled and matched in linear time.

/// A pattern for whole names: `*` any run of characters, `?` any one, `[a-c]` one of these, `[!a-c]` one of all others.
///
/// Everything else stands for itself, and so does a `[` that nothing closes; `[*]` is a literal `*`. Upper and lower
/// case differ. A character is a Unicode scalar, and none stands for another that looks alike.
///
/// A bit for each place in the pattern says whether the part before it takes the name so far. So each ASCII character
/// of a name costs the same few instructions for every 64 characters of the pattern, whatever the pattern; other
/// characters cost a look at each part and range. Matching allocates nothing.
public struct Glob: Equatable, Sendable {
    /// The pattern as it was given.
    public let pattern: String
    /// Whether every name matches, so that matching is unnecessary.
    public let matchesEverything: Bool
    private let tokens: [GlobToken]
    /// The number of words for the places before, between and after tokens.
    private let width: Int
    /// The places where any run may come, one bit each.
    private let runs: [UInt64]
    /// The places before tokens that take an ASCII character, `width` words for each of the 128; empty for `*`.
    private let takers: [UInt64]

    /// A glob from its pattern; every string is one.
    public init(_ pattern: String) {
        var parser = GlobParser(pattern)
        parser.parse()
        (self.pattern, tokens) = (pattern, parser.tokens)
        matchesEverything = tokens.isEmpty && !parser.runs.isEmpty
        width = tokens.count / 64 + 1
        var runs = [UInt64](repeating: 0, count: width)
        for place in parser.runs { runs[place / 64] |= 1 << UInt64(place % 64) }
        var takers = [UInt64](repeating: 0, count: matchesEverything ? 0 : 128 * width)
        for (place, token) in tokens.enumerated() {
            for code in token.asciiCandidates where token.takes(Unicode.Scalar(code)) {
                takers[Int(code) * width + place / 64] |= 1 << UInt64(place % 64)
            }
        }
        (self.runs, self.takers) = (runs, takers)
    }

    /// Whether both are written with the same bytes.
    public static func == (left: Glob, right: Glob) -> Bool { left.pattern == right.pattern }

    /// Whether the whole name matches the pattern.
    public func matches(_ name: String) -> Bool {
        if matchesEverything { return true }
        // Each token takes a byte at least; a client may send many long patterns, for which names are looked up.
        if name.utf8.count < tokens.count { return false }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: width) { places in
            places.initialize(repeating: 0)
            places[0] = 1
            for scalar in name.unicodeScalars {
                var carry: UInt64 = 0
                for word in 0..<width {
                    let taken = places[word] & takers(of: scalar, word)
                    places[word] = taken << 1 | carry | places[word] & runs[word]
                    carry = taken >> 63
                }
            }
            return places[width - 1] >> UInt64(tokens.count % 64) & 1 == 1
        }
    }

    /// The places before tokens that take a character, of 64 of them.
    private func takers(of scalar: Unicode.Scalar, _ word: Int) -> UInt64 {
        if scalar.isASCII { return takers[Int(scalar.value) * width + word] }
        var bits: UInt64 = 0
        for (place, token) in tokens.dropFirst(64 * word).prefix(64).enumerated() where token.takes(scalar) {
            bits |= 1 << UInt64(place)
        }
        return bits
    }
}

/// A part of a pattern that takes one character; small, as clients choose how many there are.
private enum GlobToken {
    case literal(Unicode.Scalar)
    /// A character in one of the ranges, or in none; without ranges any one.
    case characters([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func takes(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .literal(let own): own == scalar
        case .characters(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }

    /// ASCII characters, all that it takes among them.
    var asciiCandidates: ClosedRange<UInt8> {
        if case .literal(let own) = self, own.isASCII { UInt8(own.value)...UInt8(own.value) } else { 0...127 }
    }
}

private struct GlobParser {
    private(set) var tokens: [GlobToken] = []
    /// The number of tokens before each `*`.
    private(set) var runs: [Int] = []
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    mutating func parse() {
        // Nothing closes a `[` after one that nothing closes.
        var isUnclosed = false
        while let scalar = next {
            position += 1
            switch scalar {
            case "*": runs.append(tokens.count)
            case "?": tokens.append(.characters([], isNegated: true))
            case "[" where !isUnclosed:
                let token = characterClass()
                isUnclosed = token == nil
                tokens.append(token ?? .literal(scalar))
            default: tokens.append(.literal(scalar))
            }
        }
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Steps over a class after its `[`; nil when nothing closes it, and then over nothing.
    private mutating func characterClass() -> GlobToken? {
        let start = position
        let isNegated = next == "!" || next == "^"
        if isNegated { position += 1 }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        // A `]` in the first place is one of the characters, as everywhere in Unix.
        while let lower = next {
            position += 1
            if lower == "]", !ranges.isEmpty { return .characters(ranges, isNegated: isNegated) }
            if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                let upper = scalars[position + 1]
                position += 2
                ranges.append(min(lower, upper)...max(lower, upper))
            } else {
                ranges.append(lower...lower)
            }
        }
        position = start
        return nil
    }
}
