// Suspension of touchscreens while the machine sleeps, as reported by logind.

import Logging
import ServiceManager
import Touch

/// A sleep monitor in the event loop; without a bus or without logind nothing happens.
final class SleepWatch: BusWatch<Bool> {
    private let logger: Logger
    /// Called with true when the machine goes to sleep, with false when it is awake again.
    var didChange: (Bool) -> Void = { _ in }

    init(
        loop: EventLoop, logger: Logger,
        connect: @escaping () throws -> any BusListening<Bool> = { try SleepMonitor() }
    ) {
        self.logger = logger
        super.init(loop: loop, isPatient: false, connect: connect)
        listen(at: .zero)
    }

    override func didReceive(_ isGoing: Bool) { didChange(isGoing) }

    override func connectionDidChange(_ change: Change) {
        switch change {
        case .connected(isBack: false): break
        case .connected: logger.info("the message bus is back, which reports when the machine sleeps")
        case .lost(let error):
            logger.notice("the message bus is gone (\(error)); until it is back, gestured does not notice sleep")
        case .absent(let error): logger.debug("gestured does not notice when the machine sleeps: \(error)")
        }
    }
}
