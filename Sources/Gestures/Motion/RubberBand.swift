// Resistance beyond the end of a range, as in UIKit's scroll views.

/// UIKit's resistance of a scroll view beyond its content.
public enum RubberBand {
    /// The part of the finger's way that is followed at first.
    ///
    /// Measured.
    public static let coefficient = 0.55

    /// Returns the distance beyond the end when the finger is `excess` beyond it: (1 − 1/(0.55 x/d + 1)) d.
    ///
    /// The sign of `excess` stays. It is never more than `dimension`, the length of what is visible in that direction,
    /// in the same unit, and nothing when that or `excess` is no number or `dimension` is not above 0.
    public static func offset(of excess: Double, dimension: Double) -> Double {
        guard dimension > 0, dimension.isFinite, !excess.isNaN else { return 0 }
        let offset = (1 - 1 / (coefficient * (excess.magnitude / dimension) + 1)) * dimension
        return excess < 0 ? -offset : offset
    }
}
