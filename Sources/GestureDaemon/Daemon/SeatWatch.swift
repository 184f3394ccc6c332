// Watch on the active session's user, while the configuration depends on it.

import Logging
import ServiceManager

/// A seat monitor in the event loop, as long as it is needed; what it learns is in the log.
final class SeatWatch: BusWatch<SeatOccupant> {
    private let logger: Logger
    /// Called with each new occupant.
    var didChange: (SeatOccupant) -> Void = { _ in }
    private var logged: SeatOccupant?

    init(
        loop: EventLoop, logger: Logger,
        connect: @escaping () throws -> any BusListening<SeatOccupant> = { try SeatMonitor() }
    ) {
        self.logger = logger
        super.init(loop: loop, isPatient: true, connect: connect)
    }

    /// Whether the configuration itself depends on the active session.
    var isConfigured = true

    /// Whether anything depends on it; until then there is no connection.
    var isNeeded = false {
        didSet {
            if isNeeded == oldValue { return }
            if isNeeded { return listen(at: MonotonicClock.now) }
            close()
            logged = nil
            didChange(.nobody)
        }
    }

    override func connectionDidChange(_ change: Change) {
        switch change {
        case .connected: break
        case .lost(let error), .absent(let error): didReceive(.unknown("\(error)"))
        }
    }

    override func didReceive(_ occupant: SeatOccupant) {
        log(occupant)
        didChange(occupant)
    }

    /// Logs a change, once: a state that is still unknown is not logged again.
    private func log(_ occupant: SeatOccupant) {
        let effect = "what `access` grants by `session: active` has no effect"
        switch (occupant, logged) {
        case (.asked, _), (.unknown, .unknown): return
        case (let occupant, let logged) where occupant == logged: return
        case (.user(let user), _):
            logger.notice("the session of user \(user) is at the screen", metadata: .about(user: user))
        case (.locked(let user), _):
            logger.notice("the session of user \(user) is locked: \(effect)", metadata: .about(user: user))
        case (.greeter, _): logger.notice("a login screen is at the screen: \(effect)")
        case (.nobody, _): logger.notice("no session is at the screen: \(effect)")
        case (.unknown(let reason), _):
            // Many systems have no sessions: that only the standard rules speak of them is no fault.
            logger.log(
                level: isConfigured ? .warning : .info,
                "logind does not report whose session is at the screen (\(reason)); until it does, \(effect)")
        }
        logged = occupant
    }
}
