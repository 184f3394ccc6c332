// Reasons for which a panel is not intercepted that gestured treats each in its own way.

/// The reasons in `OutputReply.released` that have consequences of their own; all others are words for users.
public enum ReleaseReason {
    /// Contacts are down, of which applications have to see the end: ask again when they have lifted.
    public static let touched = "it is touched"
    /// Somebody wanted the panels back: this connection gets none any more.
    public static let heldStill = "five fingers were held still"
}
