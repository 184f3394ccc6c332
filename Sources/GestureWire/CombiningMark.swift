// Combining marks, which Swift puts in canonical order before it compares or hashes a text.

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
