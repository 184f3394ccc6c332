// The user of the active session of a seat, from what logind reports.

/// The occupant of a seat.
public enum SeatOccupant: Hashable, Sendable {
    /// The user with this number, whose session is active and not locked.
    case user(UInt32)
    /// No receiver: the session of this user is locked.
    case locked(UInt32)
    /// No user yet: a login screen, or a lock screen.
    case greeter
    /// No user: no session is active.
    case nobody
    /// It has changed, and logind has been asked.
    case asked
    /// Unknown, with the reason.
    case unknown(String)

    /// The properties of a session in logind; the defaults are the values for missing ones.
    struct Session {
        /// The user; nil when logind did not report it.
        var user: UInt32?
        /// logind's class of it, as `user` or `greeter`.
        var kind = ""
        /// The number of its virtual terminal; 0 when it has none.
        var terminal: UInt32 = 0
        /// Whether it is in the foreground of its seat.
        var isActive = false
        /// Whether its desktop has locked it, by its `LockedHint`.
        var isLocked = true
    }

    /// The classes of sessions in which a user works; those of systemd 256 and later among them.
    private static let kinds = ["user", "user-early", "user-light", "user-early-light"]

    init(of session: Session) {
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

    /// The user of the unlocked active session; nil when there is none.
    public var user: UInt32? { if case .user(let user) = self { user } else { nil } }
}
