// Permutation of touch and gesture numbers, so that clients cannot count by them.

/// Tells touches and gestures by other numbers than the daemon counts them by.
///
/// A gap between two numbers tells how many there were in between: of touches that made no gesture, or of all while
/// somebody else was at the screen. A permutation has no gaps, and a number stays one thing's own. Ranges stay apart: only
/// the lower 32 bits are permuted, in four rounds of a Feistel network with Swift's hash, SipHash, as its function.
package struct NumberDisguise: Sendable {
    /// What is numbered: the first touch and the first gesture must not look alike.
    package enum Kind: Sendable, CaseIterable {
        case touch
        case gesture
    }

    private let key: UInt64

    /// A disguise of a key; those of other keys look different.
    package init(key: UInt64) { self.key = key }

    /// The number that is told in place of another one; 0, which is no number, stays 0.
    package func callAsFunction(_ number: Int, of kind: Kind) -> Int {
        var half = UInt32(truncatingIfNeeded: number)
        if half == 0 { return number }
        repeat { half = permuted(half, kind) } while half == 0
        return number & ~Int(UInt32.max) | Int(half)
    }

    private func permuted(_ number: UInt32, _ kind: Kind) -> UInt32 {
        var (left, right) = (UInt16(truncatingIfNeeded: number >> 16), UInt16(truncatingIfNeeded: number))
        for round in 0..<4 {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(kind)
            hasher.combine(round)
            hasher.combine(right)
            (left, right) = (right, left ^ UInt16(truncatingIfNeeded: hasher.finalize()))
        }
        return UInt32(left) << 16 | UInt32(right)
    }
}
