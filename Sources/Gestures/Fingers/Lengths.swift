// Length comparisons with tolerance for rounding.

extension Double {
    /// Whether this length is at least `limit`, but for rounding.
    func reaches(_ limit: Double) -> Bool { self >= limit - Thresholds.lengthSlack }

    /// Whether this length is more than `limit`, but for rounding.
    func exceeds(_ limit: Double) -> Bool { self > limit + Thresholds.lengthSlack }
}
