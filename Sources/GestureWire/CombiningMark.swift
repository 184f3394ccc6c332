// Detection of combining marks, which make comparing and hashing of a `String` slow.

extension Unicode.Scalar {
    /// Whether it is put in canonical order, or stands for characters that are.
    package var isCombiningMark: Bool {
        guard value >= 0x300 else { return false }
        switch value {
        // Starters that are nothing but marks when they are taken apart.
        case 0x0F73, 0x0F75, 0x0F81: return true
        default: return properties.canonicalCombiningClass != .notReordered
        }
    }
}
