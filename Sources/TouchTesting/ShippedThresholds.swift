// The thresholds of the shipped configuration.

public import Gestures

extension Thresholds {
    /// The profile of the shipped configuration on a panel of up to 16 inches; a test compares it with that.
    public static let shipped: Thresholds = {
        var thresholds = Thresholds.standard
        thresholds.landingInterval = 0.18
        thresholds.swipeMaximumOppositeMovement = 3.5
        return thresholds
    }()
}
