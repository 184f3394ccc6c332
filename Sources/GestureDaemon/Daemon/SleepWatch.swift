// Suspension of touchscreens while the machine sleeps, as reported by logind.

internal import Logging
internal import ServiceManager
internal import Touch

/// A sleep monitor in the event loop; without a bus or without logind nothing happens.
final class SleepWatch {
    let bus: BusWatch<Bool>
    /// Called with true when the machine goes to sleep, with false when it is awake again.
    var didChange: (Bool) -> Void = { _ in }

    init(
        loop: EventLoop, logger: Logger,
        connect: @escaping () throws -> any BusListening<Bool> = { try SleepMonitor() }
    ) {
        bus = BusWatch(loop: loop, isPatient: false, connect: connect)
        bus.didHear = { [unowned self] in didChange($0) }
        bus.didChange = { change in
            switch change {
            case .heard(isBack: false): break
            case .heard: logger.info("the message bus is back, which reports when the machine sleeps")
            case .lost(let error):
                logger.notice(
                    "the message bus is gone (\(error)); until it is back, gestured does not notice sleep")
            case .absent(let error): logger.debug("gestured does not notice when the machine sleeps: \(error)")
            }
        }
        bus.listen(at: .zero)
    }

    /// The time when `advance(to:)` is due; nil while nothing waits.
    var nextDeadline: Timestamp? { bus.nextDeadline }

    /// Advances time.
    func advance(to time: Timestamp) { bus.advance(to: time) }

    /// Stops listening.
    func close() { bus.close() }
}
