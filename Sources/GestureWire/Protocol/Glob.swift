// Glob patterns for names, compiled in linear time and matched on bytes.

/// A pattern for whole names: `*` any run of characters, `?` any one, `[a-c]` one of these, `[!a-c]` one of all others.
///
/// Everything else stands for itself, and so does a `[` that nothing closes; `[*]` is a literal `*`. Upper and lower
/// case differ. A character is a Unicode scalar, and none stands for another that looks alike.
///
/// A bit for each place in the pattern says whether the part before it takes the name so far. So each ASCII character of a
/// name costs the same few instructions for every 64 characters of the pattern, whatever the pattern; other characters
/// cost a look at each part and range. Matching allocates nothing for patterns of up to 64 parts beside `*`.
public struct Glob: Equatable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    /// Whether every name matches, so that matching is unnecessary.
    public let matchesEverything: Bool

    /// The tokens, each of which matches one character.
    private let tokens: [GlobToken]
    /// The ranges of all classes, one class after the other.
    private let ranges: [ClosedRange<Unicode.Scalar>]
    /// The number of words for the places before tokens.
    private let width: Int
    /// The places before tokens where any run may come, one bit each.
    private let runs: [UInt64]
    private let endsInRun: Bool
    /// The places before tokens that take an ASCII character, `width` words for each of the 128; empty for `*`.
    private let takers: [UInt64]

    /// A glob from its pattern; every string is one.
    public init(_ pattern: String) {
        var compiler = GlobCompiler(pattern)
        compiler.compile()
        (self.pattern, tokens, ranges) = (pattern, compiler.tokens, compiler.ranges)
        matchesEverything = tokens.isEmpty && compiler.runs.count == 1
        width = max((tokens.count + 63) / 64, 1)
        endsInRun = compiler.runs.last == tokens.count
        var bits = [UInt64](repeating: 0, count: width)
        for place in compiler.runs where place < tokens.count { bits[place / 64] |= 1 << UInt64(place % 64) }
        runs = bits
        takers = matchesEverything ? [] : compiler.takers(width: width)
    }

    /// Whether both are written with the same bytes.
    public static func == (left: Glob, right: Glob) -> Bool { left.pattern == right.pattern }

    /// Whether the whole name matches the pattern.
    public func matches(_ name: String) -> Bool {
        if matchesEverything { return true }
        // Each token takes a byte at least.
        if name.utf8.count < tokens.count { return false }
        if let isMatch = name.utf8.withContiguousStorageIfAvailable({ matches(utf8: $0) }) { return isMatch }
        return Array(name.utf8).withUnsafeBufferPointer { matches(utf8: $0) }
    }

    private func matches(utf8 name: UnsafeBufferPointer<UInt8>) -> Bool {
        let outcome = width == 1 ? matchesASCII(name) : nil
        return outcome ?? matchesAny(name)
    }

    /// For patterns of one word; nil when a name has other characters than ASCII.
    private func matchesASCII(_ name: UnsafeBufferPointer<UInt8>) -> Bool? {
        let (runs, last, endsInRun) = (runs[0], UInt64(max(tokens.count, 1) - 1), UInt64(endsInRun ? 1 : 0))
        // After the last token there is one place more, which is kept apart so that 64 tokens need one word.
        var (places, end): (UInt64, UInt64) = (1, tokens.isEmpty ? 1 : 0)
        return takers.withUnsafeBufferPointer { takers in
            for byte in name {
                guard byte < 0x80 else { return nil }
                let taken = places & takers[Int(byte)]
                end = taken &>> last & 1 | end & endsInRun
                places = taken &<< 1 | places & runs
                if places | end == 0 { return false }
            }
            return end == 1
        }
    }

    private func matchesAny(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        var places = [UInt64](repeating: 0, count: width)
        places[0] = 1
        var (position, isEnd) = (0, tokens.isEmpty)
        while position < name.count {
            let (scalar, length) = Self.scalar(at: position, in: name)
            position += length
            isEnd = isEnd && endsInRun
            var carry: UInt64 = 0
            for word in 0..<width {
                let taken = places[word] & takers(of: scalar, word: word)
                if word == (tokens.count - 1) / 64, taken >> UInt64((tokens.count - 1) % 64) & 1 == 1 { isEnd = true }
                places[word] = taken << 1 | carry | places[word] & runs[word]
                carry = taken >> 63
            }
        }
        return isEnd
    }

    /// The places before tokens that take a character, of 64 of them.
    private func takers(of scalar: Unicode.Scalar, word: Int) -> UInt64 {
        if tokens.isEmpty { return 0 }
        if scalar.isASCII { return takers[Int(scalar.value) * width + word] }
        var bits: UInt64 = 0
        for (place, token) in tokens[(word * 64)...].prefix(64).enumerated() where matches(token, scalar) {
            bits |= 1 << UInt64(place)
        }
        return bits
    }

    private func matches(_ token: GlobToken, _ scalar: Unicode.Scalar) -> Bool {
        switch token {
        case .literal(let own): own == scalar
        case .anyOne: true
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

/// A part of a pattern that takes one character; small, as clients choose how many there are.
private enum GlobToken {
    case literal(Unicode.Scalar)
    case anyOne
    /// A character in one of the ranges from a place up to another.
    case oneOf(UInt32, UInt32)
    case noneOf(UInt32, UInt32)

    /// Whether it takes all characters but those that it lists.
    var matchesMost: Bool {
        switch self {
        case .anyOne, .noneOf: true
        case .literal, .oneOf: false
        }
    }
}

private struct GlobCompiler {
    private(set) var tokens: [GlobToken] = []
    private(set) var ranges: [ClosedRange<Unicode.Scalar>] = []
    /// The number of tokens before each `*`.
    private(set) var runs: [Int] = []
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
        tokens.reserveCapacity(scalars.count)
    }

    mutating func compile() {
        // Nothing closes a `[` after one that nothing closes.
        var isUnclosed = false
        while let scalar = next {
            position += 1
            switch scalar {
            case "*": if runs.last != tokens.count { runs.append(tokens.count) }
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
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// For each ASCII character the places before tokens that take it, in so many words.
    func takers(width: Int) -> [UInt64] {
        // Those that take all but a few are there from the beginning.
        var most = [UInt64](repeating: 0, count: width)
        for (place, token) in tokens.enumerated() where token.matchesMost {
            most[place / 64] |= 1 << UInt64(place % 64)
        }
        var takers = [UInt64](repeating: 0, count: 128 * width)
        for index in takers.indices { takers[index] = most[index % width] }
        for (place, token) in tokens.enumerated() {
            let (word, bit) = (place / 64, UInt64(1) << UInt64(place % 64))
            var characters = ASCIISet(listedBy: token, ranges)
            while let character = characters.popFirst() { takers[character * width + word] ^= bit }
        }
        return takers
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

private struct ASCIISet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Creates a token from its list, which it matches or excludes.
    init(listedBy token: GlobToken, _ ranges: [ClosedRange<Unicode.Scalar>]) {
        switch token {
        case .literal(let scalar): insert(scalar...scalar)
        case .anyOne: break
        case .oneOf(let first, let end), .noneOf(let first, let end):
            for range in ranges[Int(first)..<Int(end)] { insert(range) }
        }
    }

    /// The same few instructions for every range.
    private mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        guard range.lowerBound.isASCII else { return }
        let (first, last) = (Int(range.lowerBound.value), Int(min(range.upperBound.value, 127)))
        // A shift by 64 or more leaves no bit.
        low |= (.max << first) & ~(.max << (last + 1))
        high |= (first > 64 ? .max << (first - 64) : .max) & (last < 64 ? 0 : .max >> (127 - last))
    }

    /// Removes the first character and returns its number; nil when there is none.
    mutating func popFirst() -> Int? {
        if low != 0 {
            defer { low &= low - 1 }
            return low.trailingZeroBitCount
        }
        guard high != 0 else { return nil }
        defer { high &= high - 1 }
        return 64 + high.trailingZeroBitCount
    }
}
