// Access rules of a configuration.

public import GestureWire

/// Capabilities of a user, of a group's members, or of the active session's user; those of several rules add up.
public struct AccessRule: Hashable, Sendable {
    /// The subject of a rule, not yet looked up in the system.
    public enum Subject: Hashable, Sendable {
        /// A user: the name or the number, as it was written.
        case user(String)
        /// The members of a group: its name or number, as written.
        case group(String)
        /// The user whose session is active and not locked.
        case activeSession
    }

    /// The subject.
    public var subject: Subject
    /// The granted capabilities.
    public var allow: Set<Capability>

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(_ subject: Subject, allow: Set<Capability>) {
        self.subject = subject
        self.allow = allow
    }
}

extension AccessRule {
    /// The rules of a configuration that says nothing else.
    ///
    /// The user of the active session receives locations; other members of the group receive gestures without
    /// locations. Without logind the first rule grants nothing.
    public static let standard = Configuration.standard.access
}
