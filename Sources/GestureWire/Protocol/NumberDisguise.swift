// Permutation of touch and gesture numbers, so that clients cannot count by them.

/// Replaces the daemon's numbers of touches and gestures by others.
///
/// A gap between two numbers reveals the number of touches between: those that made no gesture, or all of another
/// user's session. A permutation has no gaps, and a number stays one thing's own. Ranges stay apart: only the lower 32
/// bits are permuted, in four rounds of a Feistel network with Swift's hash, SipHash, as its function.
package struct NumberDisguise: Sendable {
    /// The kind of number: the first touch and the first gesture must not look alike.
    package enum Kind: Sendable, CaseIterable {
        case touch
        case gesture
    }

    private let key: UInt64

    /// A disguise of a key; those of other keys look different.
    package init(key: UInt64) { self.key = key }

    /// Returns the replacement of a number; 0, which is not a number, stays 0.
    package func callAsFunction(_ number: Int, of kind: Kind) -> Int {
        var half = UInt32(truncatingIfNeeded: number)
        if half == 0 { return number }
        repeat { half = permuted(half, kind) } while half == 0
        return number & ~Int(UInt32.max) | Int(half)
    }

    /// Returns the number that a replacement stands for.
    package func original(of replacement: Int, _ kind: Kind) -> Int {
        var half = UInt32(truncatingIfNeeded: replacement)
        if half == 0 { return replacement }
        repeat { half = restored(half, kind) } while half == 0
        return replacement & ~Int(UInt32.max) | Int(half)
    }

    private func permuted(_ number: UInt32, _ kind: Kind) -> UInt32 {
        var (left, right) = (UInt16(truncatingIfNeeded: number >> 16), UInt16(truncatingIfNeeded: number))
        for round in 0..<4 { (left, right) = (right, left ^ mask(right, round, kind)) }
        return UInt32(left) << 16 | UInt32(right)
    }

    private func restored(_ number: UInt32, _ kind: Kind) -> UInt32 {
        var (left, right) = (UInt16(truncatingIfNeeded: number >> 16), UInt16(truncatingIfNeeded: number))
        for round in (0..<4).reversed() { (left, right) = (right ^ mask(left, round, kind), left) }
        return UInt32(left) << 16 | UInt32(right)
    }

    private func mask(_ half: UInt16, _ round: Int, _ kind: Kind) -> UInt16 {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(kind)
        hasher.combine(round)
        hasher.combine(half)
        return UInt16(truncatingIfNeeded: hasher.finalize())
    }
}
