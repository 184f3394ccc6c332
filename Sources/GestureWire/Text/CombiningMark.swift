// Detection of combining marks, which make comparing and hashing of a `String` slow.

extension Unicode.Scalar {
    /// Whether canonical order applies to it, or to the characters that it decomposes into.
    package var isCombiningMark: Bool {
        guard value >= 0x300 else { return false }
        switch value {
        // Starters that are nothing but marks when they are taken apart.
        case 0x0F73, 0x0F75, 0x0F81: return true
        default: return properties.canonicalCombiningClass != .notReordered
        }
    }
}
