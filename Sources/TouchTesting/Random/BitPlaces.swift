// Sets of small numbers as bits, and of pairs of them.

import Touch

/// The places of the bits that are set in a word, the lowest first.
struct BitPlaces: Sequence, IteratorProtocol {
    private var rest: UInt64

    init(_ bits: UInt64) { rest = bits }

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        defer { rest &= rest &- 1 }
        return rest.trailingZeroBitCount
    }
}

/// Ordered pairs of numbers below 64.
struct PairSet {
    private var rows: [UInt64] = []

    /// The second numbers of the pairs with this first number, as bits.
    subscript(first: Int) -> UInt64 { first < rows.count ? rows[first] : 0 }

    func contains(_ first: Int, _ second: Int) -> Bool { self[first] & 1 &<< UInt64(second) != 0 }

    mutating func insert(_ first: Int, _ second: Int) {
        precondition(second < 64, "a list has fewer recognizers")
        if first >= rows.count { rows += Array(repeating: 0, count: first + 1 - rows.count) }
        rows[first] |= 1 &<< UInt64(second)
    }
}

extension TouchSet {
    /// The bits that represent the touches in sets of touches.
    var bits: UInt64 { reduce(0) { $0 | $1.bit } }
}
