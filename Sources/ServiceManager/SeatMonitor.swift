// Monitor of seat0's active session and its lock, through logind's D-Bus interface.
//
//     asks for the active session of seat0 ─► asks for that session's properties ─► known
//        ▲                                                                            │
//        └── a signal reports a change of either: the occupant is unknown until then ─┘
//
// A signal only starts new questions; the state always comes from an answer. Without logind nothing is asked.

/// Listens to what logind says of the seat `seat0` and of its active session.
public final class SeatMonitor: BusConnection {
    private enum Question {
        case seat, session
    }

    private static let root = "/org/freedesktop/login1"
    private static let seat = root + "/seat/seat0"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The properties whose changes matter; sessions also report when they are idle.
    private static let watchedProperties = ["ActiveSession", "LockedHint", "Active", "Class", "User"]

    private var occupant = SeatOccupant.asked
    /// The number of the virtual terminal of the session that was active at the last answer; 0 when it has none.
    public private(set) var terminal: UInt32 = 0
    private var reportedOccupant: SeatOccupant?
    private var question: Question?
    /// Whether the answer that is waited for may be out of date when it comes.
    private var isOutdated = false
    private var isAnswered = false
    private var session: String?
    private var failure: BusFailure?

    /// Connects to the bus, and asks; that this is done, and whether it succeeds, shows in `process()`.
    ///
    /// - Throws: `BusFailure` when there is no bus to connect to.
    public override init() throws(BusFailure) {
        try super.init()
        let changes = "interface='\(Self.properties)',member='PropertiesChanged'"
        for rule in [
            "path='\(Self.seat)'," + changes, "path_namespace='\(Self.root)/session'," + changes,
            "path='\(Self.root)',interface='org.freedesktop.login1.Manager'",
        ] {
            try listen(for: rule)
        }
    }

    /// Whether logind has answered.
    public override var isReady: Bool { super.isReady && isAnswered }

    /// Does what there is to do.
    ///
    /// - Returns: The present occupant, if it differs from the last one returned.
    /// - Throws: `BusFailure` when the connection is lost.
    public func process() throws(BusFailure) -> [SeatOccupant] {
        try processMessages()
        if let failure { throw failure }
        if occupant == reportedOccupant { return [] }
        reportedOccupant = occupant
        return [occupant]
    }

    /// Asks anew, as something else says that the occupant may have changed; until the answer it is `asked`.
    public func ask() {
        occupant = .asked
        askAgain()
    }

    /// Has `process()` return the occupant once more, whether or not it is another one.
    public func reportAgain() { reportedOccupant = nil }

    // MARK: - Signals

    /// A restarted logind does not answer questions to the previous one.
    override func logindDidChange(isRunning: Bool) {
        session = nil
        occupant = isRunning ? .asked : .unknown("logind is not running")
        if isRunning { askAgain() }
    }

    override func receive(_ signal: BusMessage) {
        switch signal.member {
        case "PropertiesChanged":
            guard signal.path == Self.seat || signal.path == session, concernsUs(signal) else { return }
            ask()
        case "SessionNew", "SessionRemoved", "SeatNew", "SeatRemoved": askAgain()
        default: break
        }
    }

    private func concernsUs(_ message: BusMessage) -> Bool {
        var isWatched = false
        _ = message.text()
        message.properties { name in
            if Self.watchedProperties.contains(name) { isWatched = true }
            return false
        }
        _ = message.within("a", "s") {
            while let name = message.text() { isWatched = isWatched || Self.watchedProperties.contains(name) }
        }
        return isWatched
    }

    // MARK: - Questions

    private func askAgain() {
        isOutdated = question != nil
        if !isOutdated { attempt(.seat) }
    }

    private func attempt(_ question: Question) {
        do throws(BusFailure) { try ask(question) } catch { failure = error }
    }

    private func ask(_ question: Question) throws(BusFailure) {
        self.question = question
        let (path, method, arguments) =
            switch question {
            case .seat: (Self.seat, "Get", ["org.freedesktop.login1.Seat", "ActiveSession"])
            case .session: (session ?? Self.root, "GetAll", ["org.freedesktop.login1.Session"])
            }
        try ask(path, Self.properties, method, arguments)
    }

    override func receive(answer message: BusMessage) {
        let question = question
        self.question = nil
        if isOutdated {
            isOutdated = false
            return attempt(.seat)
        }
        if let error = message.error { return receiveError(error.name, error.message) }
        isAnswered = true
        switch question {
        case .seat:
            let path = message.within("v", "(so)") {
                message.within("r", "so") { message.text().flatMap { _ in message.text("o") } }
            }
            session = path == "/" ? nil : path
            if session == nil { occupant = .nobody } else { attempt(.session) }
        case .session:
            let facts = facts(message)
            (occupant, terminal) = (SeatOccupant(of: facts), facts.terminal)
        case nil: break
        }
    }

    /// There is logind without a seat, and a session that has just gone; all else is no answer.
    private func receiveError(_ error: String, _ message: String) {
        if error == "org.freedesktop.DBus.Error.UnknownObject" {
            (isAnswered, session, occupant) = (true, nil, .nobody)
        } else if case .unknown = occupant {
            // logind has stopped during the question; the bus reports when it is back.
        } else {
            failure = BusFailure("logind does not answer: \(message.isEmpty ? error : message)")
        }
    }

    /// A structure is left only when all of it has been read.
    private func user(_ message: BusMessage) -> UInt32? {
        guard let user = message.number(), message.text("o") != nil else { return nil }
        return user
    }

    private func facts(_ message: BusMessage) -> SeatOccupant.Session {
        var facts = SeatOccupant.Session()
        message.properties { name in
            switch name {
            case "User": facts.user = message.within("v", "(uo)") { message.within("r", "uo") { user(message) } }
            case "Class": facts.kind = message.within("v", "s") { message.text() } ?? ""
            case "VTNr": facts.terminal = message.within("v", "u", message.number) ?? 0
            case "Active": facts.isActive = message.within("v", "b", message.flag) ?? false
            case "LockedHint": facts.isLocked = message.within("v", "b", message.flag) ?? true
            default: return false
            }
            return true
        }
        return facts
    }
}
