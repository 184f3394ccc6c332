// Which two fingers does a two-finger gesture follow?

internal import Touch

/// The first two fingers of an attempt.
///
/// When one lifts, the next that lands may take its place.
struct FingerPair {
    private var first: Touch?
    private var second: Touch?

    /// Takes a finger that landed; false when there are two already.
    mutating func add(_ touch: Touch) -> Bool {
        if first == nil { first = touch } else if second == nil { second = touch } else { return false }
        return true
    }

    /// Gives up a finger that lifted.
    mutating func remove(_ touch: Touch) {
        if first === touch { first = nil }
        if second === touch { second = nil }
    }

    /// The way from one finger to the other; nil while there are not two.
    var span: Vector? {
        guard let first, let second else { return nil }
        return second.location - first.location
    }

    mutating func reset() {
        first = nil
        second = nil
    }
}
