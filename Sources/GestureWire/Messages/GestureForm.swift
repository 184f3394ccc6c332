// The form in which a subscription receives gestures.

/// The members about places that a gesture's line has, and their coordinates.
public struct GestureForm: OptionSet, Sendable {
    /// One bit for each option; every set is below `count`.
    public let rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Location, path and ids of touches, if the notification has them; without these, the other options change
    /// nothing.
    public static let places = GestureForm(rawValue: 1)
    /// Places and paths are in the coordinates of the gesture's region, not of its surface.
    public static let inRegion = GestureForm(rawValue: 2)
    /// The location of each finger.
    public static let fingers = GestureForm(rawValue: 4)
    /// The predicted translation of a pan in progress.
    public static let predicted = GestureForm(rawValue: 8)

    /// The number of sets.
    package static let count = 16
}

extension SubscriptionFilter {
    /// The form in which it receives gestures whose places it may know.
    public var form: GestureForm {
        var form = GestureForm.places
        if coordinates == .region { form.insert(.inRegion) }
        if locations { form.insert(.fingers) }
        if predicted { form.insert(.predicted) }
        return form
    }
}

extension GestureNotification {
    /// The form that has everything that it holds, in the coordinates in which it holds it.
    package var wholeForm: GestureForm {
        locations.isEmpty ? [.places, .predicted] : [.places, .fingers, .predicted]
    }
}
