// The rule of one touchscreen in a configuration.

public import Touch

/// Whether a device is used that could be a touchscreen.
public enum SurfaceUse: String, Hashable, Sendable, CaseIterable {
    /// If udev and the device itself call it a touchscreen.
    case automatic = "auto"
    /// Whatever these say, if it has axes that a surface can be made of.
    case always
    /// Whatever these say.
    case never
}

/// A touchscreen as the file describes it.
public struct SurfaceRule: Hashable, Sendable {
    /// The surface's name for clients: 1 to 64 letters, digits, `-`, `_` or `.`, unique among rules.
    public var name: String
    /// The pattern for its devices.
    public var match: SurfaceMatch
    /// The settings that override the device's own values.
    public var settings: SurfaceSettings
    /// Whether the device is used at all.
    public var use: SurfaceUse
    /// The contact rules.
    public var contacts: ContactsRule
    /// How applications get its touches from a clone; nil when they read the touchscreen itself.
    public var interception: InterceptionRule?

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(
        name: String, match: SurfaceMatch = SurfaceMatch(), settings: SurfaceSettings = SurfaceSettings(),
        use: SurfaceUse = .automatic, contacts: ContactsRule = ContactsRule(),
        interception: InterceptionRule? = nil
    ) {
        self.name = name
        self.match = match
        self.settings = settings
        self.use = use
        self.contacts = contacts
        self.interception = interception
    }
}
