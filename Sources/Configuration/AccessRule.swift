// Access rules and client limits of a configuration.

/// A permission of a client; the raw values are the capabilities of the protocol.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    /// Receive gestures without places, and list what there is.
    case gestures
    /// Receive the places of gestures, too.
    case locations
    /// Receive touches; with an on-screen keyboard they are keystrokes.
    case touches
    /// Attach own regions and recognizers.
    case attach
    /// Change the daemon for all clients.
    case control
}

/// Permissions of a user, of a group's members, or of the active session's user; permissions of several rules add up.
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
    /// The granted permissions.
    public var allow: Set<Permission>

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(_ subject: Subject, allow: Set<Permission>) {
        self.subject = subject
        self.allow = allow
    }
}

extension AccessRule {
    /// The rules of a configuration that says nothing else.
    ///
    /// The user of the active session receives locations; other members of the group receive gestures without
    /// locations. Without logind the first rule grants nothing.
    public static let standard = [
        AccessRule(.activeSession, allow: [.gestures, .locations]),
        AccessRule(.group("gestures"), allow: [.gestures]),
    ]
}

/// The limits of simultaneous clients.
public struct ClientLimits: Hashable, Sendable {
    /// All in all.
    public var peers: Int
    /// The limit for one user; not more than `peers`.
    public var peersPerUser: Int

    /// Creates limits; omitted ones have their defaults.
    public init(peers: Int = 64, peersPerUser: Int = 16) {
        self.peers = peers
        self.peersPerUser = peersPerUser
    }
}
