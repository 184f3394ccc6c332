// Has something gone as far as it must, or farther than it may?

extension Double {
    /// Whether this length is at least `limit`, but for rounding.
    func reaches(_ limit: Double) -> Bool { self >= limit - Thresholds.lengthSlack }

    /// Whether this length is more than `limit`, but for rounding.
    func exceeds(_ limit: Double) -> Bool { self > limit + Thresholds.lengthSlack }
}
