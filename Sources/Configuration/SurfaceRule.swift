// What does a configuration say of one touchscreen?

public import Touch

/// A touchscreen as the file describes it.
public struct SurfaceRule: Hashable, Sendable {
    /// How clients call the surface: 1 to 64 letters, digits, `-`, `_` or `.`, and no other rule has it.
    public var name: String
    /// Which devices it is for.
    public var match: SurfaceMatch
    /// What differs from what the device says of itself.
    public var settings: SurfaceSettings

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(name: String, match: SurfaceMatch = SurfaceMatch(), settings: SurfaceSettings = SurfaceSettings()) {
        self.name = name
        self.match = match
        self.settings = settings
    }
}
