// Access rules and client limits of a configuration.

/// What a client may do; the raw values are the capabilities of the protocol.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    /// Receive gestures without places, and list what there is.
    case gestures
    /// Receive the places of gestures, too.
    case locations
    /// Hear of touches; with an on-screen keyboard they are keystrokes.
    case touches
    /// Bring regions and recognizers of one's own.
    case attach
    /// Change things for everybody.
    case control
}

/// What a user, everybody of a group, or who is at the screen may do; what several rules grant somebody adds up.
public struct AccessRule: Hashable, Sendable {
    /// Whom a rule means; nobody has looked yet whether the system knows them.
    public enum Subject: Hashable, Sendable {
        /// A user: the name or the number, as it was written.
        case user(String)
        /// Those of a group: its name or number, as it was written.
        case group(String)
        /// Whoever's session is at the screen and not locked.
        case activeSession
    }

    /// Whom it means.
    public var subject: Subject
    /// What it grants.
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
    /// Whoever is at the screen sees where the fingers are; other members of the group learn which gesture was made, not
    /// where. Without logind the first rule grants nothing.
    public static let standard = [
        AccessRule(.activeSession, allow: [.gestures, .locations]),
        AccessRule(.group("gestures"), allow: [.gestures]),
    ]
}

/// How many clients there can be at the same time.
public struct ClientLimits: Hashable, Sendable {
    /// All in all.
    public var peers: Int
    /// Of one user; not more than `peers`.
    public var peersPerUser: Int

    /// Limits; what is left out is as without a file.
    public init(peers: Int = 64, peersPerUser: Int = 16) {
        self.peers = peers
        self.peersPerUser = peersPerUser
    }
}
