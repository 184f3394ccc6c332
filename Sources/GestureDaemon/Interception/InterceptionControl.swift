// Control of intercepted touchscreens and of gestured-output, which grabs them and writes to their clones.

import CLinux
import Configuration
import Evdev
import GestureWire
import Interception
import Linux
import Logging
import Touch

/// Has gestured-output grab panels, sends it what applications may have, and lets go of the panels when it is stuck.
///
/// After each failure applications read the panels themselves, as without interception; gestured tries again, with
/// growing pauses.
final class InterceptionControl {
    private let loop: EventLoop
    private let logger: Logger
    private var connection: OutputConnection?
    /// Asked after each frame: no run-time exclusivity check.
    @exclusivity(unchecked) private var panels: [PanelInterception] = []
    private var lastNumber: UInt16 = 0
    /// Whether somebody held five fingers still; then no panel is intercepted until gestured is restarted.
    private var isHeld = false
    /// Detects that gestured-output does not read its messages; nil while it has read all.
    private var silence: Silence?

    init(loop: EventLoop, logger: Logger) { (self.loop, self.logger) = (loop, logger) }

    // MARK: - Touchscreens

    /// Applies the rule of a touchscreen, whose pipeline may be another one than before.
    func update(_ session: TouchscreenSession, _ rule: InterceptionRule?) {
        guard let rule else { return forget(session, because: "the configuration does not intercept it any more") }
        if let panel = session.interception {
            if panel.isOn, panel.rule != rule { release(panel, because: "its configuration changed") }
            panel.rule = rule
            return
        }
        lastNumber &+= 1
        let panel = PanelInterception(lastNumber, session, rule)
        session.interception = panel
        panels.append(panel)
        if let reason = panel.reason {
            warn(panel, reason)
        } else if isHeld {
            end(panel, because: ReleaseReason.heldStill, at: MonotonicClock.now)
        }
    }

    /// A touchscreen is gone, or not used or intercepted any more.
    func forget(_ session: TouchscreenSession, because reason: String = "it is not used any more") {
        guard let panel = session.interception else { return }
        if panel.isOn { release(panel, because: reason) }
        session.interception = nil
        panels.removeAll { $0 === panel }
        closeIfUnused()
    }

    private func release(_ panel: PanelInterception, because reason: String) {
        panel.end(because: reason, at: MonotonicClock.now)
        send(.release(panel: panel.number))
    }

    private func closeIfUnused() {
        guard panels.isEmpty else { return }
        connection?.close()
        (connection, silence) = (nil, nil)
    }

    func close() {
        for panel in panels { panel.end(because: "gestured ends", at: .zero) }
        panels = []
        closeIfUnused()
    }

    // MARK: - gestured-output

    private func request(_ panel: PanelInterception, at time: Timestamp) {
        do throws(SystemError) {
            if connection == nil {
                let connection = try OutputConnection(loop: loop)
                connection.didReceive = { [unowned self] reply, descriptor in receive(reply, descriptor) }
                connection.didEnd = { [unowned self] in lose(because: $0) }
                self.connection = connection
            }
            panel.markAsked(at: time)
            send(panel.request)
            if connection != nil, silence == nil { silence = Silence(at: time) }
        } catch {
            end(panel, because: "gestured-output cannot be reached (\(error))", at: time)
        }
    }

    private func send(_ request: OutputRequest) {
        if connection?.send(request) == false { lose(because: Self.stuck) }
    }

    private func receive(_ reply: OutputReply, _ descriptor: consuming Descriptor?) {
        switch reply {
        case .intercepted(let number, let clone):
            guard let descriptor else { return lose(because: "gestured-output sent no panel") }
            guard let panel = panel(number), panel.isAsked else {
                // It is gone, or not to be intercepted any more.
                return send(.release(panel: number))
            }
            begin(panel, clone, descriptor)
        case .released(let number, let reason):
            guard let panel = panel(number) else { return }
            end(panel, because: reason, at: MonotonicClock.now)
        }
    }

    private func panel(_ number: UInt16) -> PanelInterception? { panels.first { $0.number == number } }

    private func begin(_ panel: PanelInterception, _ clone: String, _ descriptor: consuming Descriptor) {
        let session = panel.session
        do {
            try session.adopt(EvdevDevice(path: session.node.path, adopting: descriptor), in: loop)
            panel.begin(clone) { [unowned self, number = panel.number] in send($0, number) }
            logger.info(
                "\(session.label) is intercepted; applications have \(clone) in its place",
                metadata: .about(device: session.node.path, surface: session.pipeline.surface.name))
        } catch {
            release(panel, because: "\(error)")
        }
    }

    private func end(_ panel: PanelInterception, because reason: String, at time: Timestamp) {
        let isNews = panel.reason != reason
        isHeld = isHeld || reason == ReleaseReason.heldStill
        panel.end(because: reason, at: time)
        if isNews, reason != ReleaseReason.touched { warn(panel, reason) }
    }

    private func warn(_ panel: PanelInterception, _ reason: String) {
        let session = panel.session
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
        for panel in panels where panel.isOn || panel.isAsked {
            if panel.isOn { _ = linux_grab(panel.session.device.descriptor, false) }
            end(panel, because: reason, at: time)
        }
    }

    private static let stuck = "gestured-output does not take what it is sent"

    // MARK: - Time

    var nextDeadline: Timestamp? {
        if panels.isEmpty { return nil }
        var first = silence?.nextLook
        for panel in panels {
            if let due = panel.nextDeadline { first = min(first ?? due, due) }
        }
        return first
    }

    func advance(to time: Timestamp) {
        if panels.isEmpty { return }
        if let due = silence?.nextLook, due <= time { checkOutput(at: time) }
        for panel in panels {
            guard let due = panel.nextDeadline, due <= time else { continue }
            switch panel.state {
            case .off: request(panel, at: time)
            case .asked: return lose(because: "gestured-output does not answer")
            case .on: panel.session.pipeline.interception?.endLifts()
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
