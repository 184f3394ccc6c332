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
    /// The number of words for the places before and after tokens; one if those before them fit into it.
    private let width: Int
    private let endsInRun: Bool
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
        width = tokens.count <= 64 ? 1 : tokens.count / 64 + 1
        endsInRun = parser.runs.last == tokens.count
        var runs = [UInt64](repeating: 0, count: width)
        for place in parser.runs where place < 64 * width { runs[place / 64] |= 1 << UInt64(place % 64) }
        var takers = [UInt64](repeating: 0, count: matchesEverything ? 0 : 128 * width)
        for (place, token) in tokens.enumerated() {
            let (word, bit) = (place / 64, UInt64(1) << UInt64(place % 64))
            switch token {
            case .literal(let scalar):
                if scalar.isASCII { takers[Int(scalar.value) * width + word] |= bit }
            case .characters(let ranges, let isNegated):
                let listed = ASCIISet(ranges)
                for code in 0..<128 where listed.contains(code) != isNegated { takers[code * width + word] |= bit }
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
        if width == 1 { return matchesInOneWord(name) }
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

    /// The same for patterns as long as names: a client may send many, for as many names.
    private func matchesInOneWord(_ name: String) -> Bool {
        // The place after the last token is kept apart, so that 64 tokens need one word.
        var (places, isEnd) = (UInt64(1), tokens.isEmpty)
        let (runs, last) = (runs[0], UInt64(max(tokens.count, 1) - 1))
        return takers.withUnsafeBufferPointer { takers in
            for scalar in name.unicodeScalars {
                let taken = places & (scalar.isASCII ? takers[Int(scalar.value)] : self.takers(of: scalar, 0))
                isEnd = taken &>> last & 1 == 1 || isEnd && endsInRun
                places = taken &<< 1 | places & runs
                if places == 0, !isEnd { return false }
            }
            return isEnd
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
}

/// The ASCII characters of some ranges, found by a few instructions for each range.
private struct ASCIISet {
    private var (low, high): (UInt64, UInt64) = (0, 0)

    init(_ ranges: [ClosedRange<Unicode.Scalar>]) {
        for range in ranges where range.lowerBound.isASCII {
            let (first, last) = (range.lowerBound.value, min(range.upperBound.value, 127))
            // A shift by 64 or more leaves no bit.
            low |= (.max << first) & ~(.max << (last + 1))
            high |= (first > 64 ? .max << (first - 64) : .max) & (last < 64 ? 0 : .max >> (127 - last))
        }
    }

    func contains(_ code: Int) -> Bool { (code < 64 ? low >> UInt64(code) : high >> UInt64(code - 64)) & 1 == 1 }
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
