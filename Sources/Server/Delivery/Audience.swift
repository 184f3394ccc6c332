// The receivers of a notification.

/// The receivers of a notification, by the numbers of connections.
public enum Audience: Equatable, Sendable {
    /// All subscribers except some.
    case everybody(except: Set<Int>)
    /// One connection only: no other receives the gestures of its attachments.
    case connection(Int)
}
