// Control of intercepted touchscreens and of gestured-output, which grabs them and writes to their clones.

internal import CLinux
internal import Configuration
internal import Evdev
internal import GestureWire
internal import Interception
internal import Linux
internal import Logging
internal import Touch

/// Has gestured-output grab panels, sends it what applications may have, and lets go of the panels when it is stuck.
///
/// After each failure applications read the panels themselves, as without interception; gestured tries again, with
/// growing pauses.
final class InterceptionControl {
    private let loop: EventLoop
    private let path: String
    private let logger: Logger
    private var connection: OutputConnection?
    private var sessions: [TouchscreenSession] = []
    private var lastNumber: UInt16 = 0
    /// Whether somebody held five fingers still; then no panel is intercepted until gestured is restarted.
    private var isHeld = false
    /// Detects that gestured-output does not read its messages; nil while it has read all.
    private var silence: Silence?

    init(to path: String, loop: EventLoop, logger: Logger) {
        (self.path, self.loop, self.logger) = (path, loop, logger)
    }

    // MARK: - Touchscreens

    /// Applies the rule of a touchscreen, whose pipeline may be another one than before.
    func update(_ session: TouchscreenSession, _ rule: InterceptionRule?) {
        guard let rule else {
            guard let interception = session.interception else { return }
            if interception.isOn { release(session, because: "the configuration does not intercept it any more") }
            session.interception = nil
            sessions.removeAll { $0 === session }
            return closeIfUnused()
        }
        if let interception = session.interception {
            if interception.isOn, interception.rule != rule { release(session, because: "its configuration changed") }
            interception.rule = rule
            interception.resume(with: session.pipeline)
        } else {
            lastNumber &+= 1
            session.interception = PanelInterception(lastNumber, session.interceptedSource, rule)
            sessions.append(session)
            if let reason = session.interception?.reason {
                warn(session, reason)
            } else if isHeld {
                end(session, because: ReleaseReason.heldStill, at: MonotonicClock.now)
            }
        }
    }

    /// A touchscreen is gone, or not used any more.
    func forget(_ session: TouchscreenSession) {
        guard let interception = session.interception else { return }
        if interception.isOn { release(session, because: "it is not used any more") }
        session.interception = nil
        sessions.removeAll { $0 === session }
        closeIfUnused()
    }

    private func release(_ session: TouchscreenSession, because reason: String) {
        guard let interception = session.interception else { return }
        interception.end(session.pipeline, because: reason, at: MonotonicClock.now)
        if connection?.send(.release(panel: interception.number)) == false { lose(because: Self.stuck) }
    }

    private func closeIfUnused() {
        guard sessions.isEmpty else { return }
        connection?.close()
        (connection, silence) = (nil, nil)
    }

    func close() {
        for session in sessions { session.interception?.end(session.pipeline, because: "gestured ends", at: .zero) }
        sessions = []
        closeIfUnused()
    }

    // MARK: - gestured-output

    private func request(for session: TouchscreenSession, at time: Timestamp) {
        guard let interception = session.interception else { return }
        do throws(SystemError) {
            if connection == nil {
                let connection = try OutputConnection(to: path, loop: loop)
                connection.didReceive = { [unowned self] reply, descriptor in receive(reply, descriptor) }
                connection.didEnd = { [unowned self] in lose(because: $0) }
                self.connection = connection
            }
            interception.markAsked(at: time)
            if connection?.send(interception.request) == false { return lose(because: Self.stuck) }
            if silence == nil { silence = Silence(at: time) }
        } catch {
            end(session, because: "gestured-output cannot be reached (\(error))", at: time)
        }
    }

    private func receive(_ reply: OutputReply, _ descriptor: consuming Descriptor?) {
        switch reply {
        case .intercepted(let panel, let clone):
            guard let descriptor else { return lose(because: "gestured-output sent no panel") }
            guard let session = session(panel), session.interception?.isAsked == true else {
                // It is gone, or not to be intercepted any more.
                if connection?.send(.release(panel: panel)) == false { lose(because: Self.stuck) }
                return
            }
            begin(session, clone, descriptor)
        case .released(let panel, let reason):
            guard let session = session(panel) else { return }
            end(session, because: reason, at: MonotonicClock.now)
        }
    }

    private func session(_ panel: UInt16) -> TouchscreenSession? {
        sessions.first { $0.interception?.number == panel }
    }

    private func begin(_ session: TouchscreenSession, _ clone: String, _ descriptor: consuming Descriptor) {
        guard let interception = session.interception else { return }
        do {
            let panel = try EvdevDevice(path: session.node.path, adopting: descriptor)
            try session.adopt(panel, in: loop)
            let number = interception.number
            interception.begin(panel, clone, session.pipeline) { [unowned self] in send($0, number) }
            logger.info(
                "\(session.label) is intercepted; applications have \(clone) in its place",
                metadata: .about(device: session.node.path, surface: session.pipeline.surface.name))
        } catch {
            release(session, because: "\(error)")
        }
    }

    private func end(_ session: TouchscreenSession, because reason: String, at time: Timestamp) {
        guard let interception = session.interception else { return }
        let isNews = interception.reason != reason
        isHeld = isHeld || reason == ReleaseReason.heldStill
        interception.end(session.pipeline, because: reason, at: time)
        if isNews, reason != ReleaseReason.touched { warn(session, reason) }
    }

    private func warn(_ session: TouchscreenSession, _ reason: String) {
        logger.warning(
            "\(session.label) is not intercepted: \(reason)",
            metadata: .about(.machine, device: session.node.path, surface: session.pipeline.surface.name))
    }

    private func send(_ events: [OutputEvent], _ panel: UInt16) {
        guard let connection else { return }
        guard connection.send(frames: events, panel: panel) else { return lose(because: Self.stuck) }
        if silence == nil { silence = Silence(at: MonotonicClock.now) }
    }

    /// gestured-output is gone or stuck: gestured lets go of the panels itself, through the files that both have open.
    private func lose(because reason: String) {
        connection?.close()
        (connection, silence) = (nil, nil)
        let time = MonotonicClock.now
        for session in sessions {
            guard let interception = session.interception, interception.isOn || interception.isAsked else {
                continue
            }
            if interception.isOn { _ = linux_grab(session.device.descriptor, false) }
            end(session, because: reason, at: time)
        }
    }

    private static let stuck = "gestured-output does not take what it is sent"

    // MARK: - Time

    var nextDeadline: Timestamp? {
        if sessions.isEmpty { return nil }
        var first = silence?.nextLook
        for session in sessions {
            if let due = session.interception?.nextDeadline { first = min(first ?? due, due) }
        }
        return first
    }

    func advance(to time: Timestamp) {
        if sessions.isEmpty { return }
        if let due = silence?.nextLook, due <= time { checkOutput(at: time) }
        for session in sessions {
            guard let interception = session.interception, let due = interception.nextDeadline, due <= time else {
                continue
            }
            switch interception.state {
            case .off: request(for: session, at: time)
            case .asked: return lose(because: "gestured-output does not answer")
            case .on: interception.source.touches?.endLifts()
            }
        }
    }

    private func checkOutput(at time: Timestamp) {
        guard let connection, var silence else { return }
        let isWaiting = connection.hasUnread
        if silence.look(isWaiting: isWaiting, at: time) { return lose(because: Self.stuck) }
        // When all was taken, the next frames begin anew.
        self.silence = isWaiting ? silence : nil
    }
}
