// The user of the active session of a seat, from what logind reports.

/// Who is at a seat.
public enum SeatOccupant: Hashable, Sendable {
    /// The user with this number, whose session is active and not locked.
    case user(UInt32)
    /// Nobody who could be told: the session of this user is locked.
    case locked(UInt32)
    /// Nobody yet: who wants to log in, or a screen that locks.
    case greeter
    /// Nobody: no session is active.
    case nobody
    /// It has changed, and logind has been asked.
    case asked
    /// Nobody knows, and why.
    case unknown(String)

    /// What logind says of a session.
    public struct Session: Hashable, Sendable {
        /// Whose it is; nil when logind did not say.
        public var user: UInt32?
        /// logind's class of it, as `user` or `greeter`.
        public var kind: String
        /// Whether it is in the foreground of its seat.
        public var isActive: Bool
        /// Whether whoever shows it has locked it, as its `LockedHint` says.
        public var isLocked: Bool

        /// What is known of it; by default what is not said.
        public init(user: UInt32? = nil, kind: String = "", isActive: Bool = false, isLocked: Bool = true) {
            (self.user, self.kind, self.isActive, self.isLocked) = (user, kind, isActive, isLocked)
        }
    }

    /// The classes of sessions in which a user works; those of systemd 256 and later among them.
    private static let kinds = ["user", "user-early", "user-light", "user-early-light"]

    /// Who is there when this session is the active one.
    public init(of session: Session) {
        guard session.isActive, let user = session.user else {
            self = .nobody
            return
        }
        if !Self.kinds.contains(session.kind) {
            self = .greeter
        } else {
            self = session.isLocked ? .locked(user) : .user(user)
        }
    }

    /// Whose the screen is; nil when it is nobody's.
    public var user: UInt32? { if case .user(let user) = self { user } else { nil } }
}
