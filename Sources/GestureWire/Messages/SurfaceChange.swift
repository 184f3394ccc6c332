// The notification that a surface was added, removed or changed.

/// Whether a surface came, went, or is another now.
public enum SurfaceChangeKind: String, CaseIterable, Sendable, Decodable {
    /// The surface was added.
    case added
    /// The surface was removed.
    case removed
    /// The surface has other properties: it was rotated or reconfigured.
    case changed
}

/// A `surface` notification of a subscription.
public struct SurfaceChange: Equatable, Sendable, Decodable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The kind of change.
    public var change: SurfaceChangeKind
    /// The surface as it is now, a removed one as it was.
    public var surface: SurfaceDescription

    /// A change from all its members.
    public init(subscription: Int, change: SurfaceChangeKind, surface: SurfaceDescription) {
        self.subscription = subscription
        self.change = change
        self.surface = surface
    }
}
