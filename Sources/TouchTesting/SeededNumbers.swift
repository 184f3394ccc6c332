// Random numbers from a seed, for reproducible tests.

/// Random numbers that depend on the seed alone (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// The same numbers for the same seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// True once in `count` times.
    public mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

extension SeededNumbers {
    /// A damaged copy of a text: up to eight bytes replaced by these marks, removed or inserted, or some removed in a
    /// row.
    public mutating func mutilated(_ original: [UInt8], with marks: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...8, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes[place] = marks.randomElement(using: &self) ?? 0
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(marks.randomElement(using: &self) ?? 0, at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            }
        }
        return bytes
    }
}
