// The rule by which a surface's touches reach applications through a clone of the touchscreen.

/// The interception of a surface: gestured grabs the touchscreen, and applications use a clone of it.
public struct InterceptionRule: Hashable, Sendable {
    /// The time after which five fingers that hold still give the touchscreen back to applications, in seconds; nil for
    /// never.
    public var panicHold: Double?
    /// Whether recognizers take touches also while no client that may know places subscribes to them.
    public var takesUnsubscribed: Bool

    /// The time of a file without `panicHold`: long enough for no gesture to take it by accident.
    public static let standardPanicHold = 5.0

    /// A rule from its parts.
    public init(panicHold: Double? = InterceptionRule.standardPanicHold, takesUnsubscribed: Bool = true) {
        (self.panicHold, self.takesUnsubscribed) = (panicHold, takesUnsubscribed)
    }
}
