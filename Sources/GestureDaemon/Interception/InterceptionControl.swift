// Control of intercepted touchscreens and of gestured-output, which grabs them and makes their clones.

import CLinux
import Configuration
import Evdev
import GestureWire
import Interception
import Linux
import Logging
import Touch

/// Has gestured-output grab panels and make their clones, and lets go of the panels when it is gone.
///
/// After each failure applications read the panels themselves, as without interception, once the fingers that are down
/// have lifted; gestured tries again, with growing pauses.
final class InterceptionControl {
    private let loop: EventLoop
    private let logger: Logger
    private var connection: OutputConnection?
    /// Asked after each frame: no run-time exclusivity check.
    @exclusivity(unchecked) private var panels: [PanelInterception] = []
    private var lastNumber: UInt16 = 0
    /// Whether somebody held five fingers still; then no panel is intercepted until gestured is restarted.
    private var isHeld = false

    init(loop: EventLoop, logger: Logger) { (self.loop, self.logger) = (loop, logger) }

    // MARK: - Touchscreens

    /// Applies the rule of a touchscreen, whose pipeline may be another one than before.
    func update(_ session: TouchscreenSession, _ rule: InterceptionRule?) {
        guard let rule else { return forget(session, because: "the configuration does not intercept it any more") }
        if let panel = session.interception {
            if panel.isOn, panel.rule != rule { stop(panel, because: "its configuration changed") }
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
        if panel.isOn { stop(panel, because: reason) }
        session.interception = nil
        panels.removeAll { $0 === panel }
        closeIfUnused()
    }

    /// Gives a panel back: gestured-output removes the clone, and the grab is that of a file that this process has, too.
    ///
    /// gestured-output may be stuck, or just gone; the panel must not stay grabbed because of that.
    private func stop(_ panel: PanelInterception, because reason: String) {
        panel.end(because: reason, at: MonotonicClock.now)
        send(.release(panel: panel.number))
        _ = linux_grab(panel.session.device.descriptor, false)
    }

    private func closeIfUnused() {
        guard panels.isEmpty else { return }
        connection?.close()
        connection = nil
    }

    func close() {
        for panel in panels {
            if panel.isOn { _ = linux_grab(panel.session.device.descriptor, false) }
            panel.end(because: "gestured ends", at: .zero)
        }
        panels = []
        closeIfUnused()
    }

    // MARK: - gestured-output

    private func request(_ panel: PanelInterception, at time: Timestamp) {
        do throws(SystemError) {
            if connection == nil {
                let connection = try OutputConnection(loop: loop)
                connection.didReceive = { [unowned self] reply, files in receive(reply, files) }
                connection.didEnd = { [unowned self] in lose(because: $0) }
                self.connection = connection
            }
            panel.markAsked(at: time)
            send(panel.request)
        } catch {
            end(panel, because: "gestured-output cannot be reached (\(error))", at: time)
        }
    }

    private func send(_ request: OutputRequest) {
        if connection?.send(request) == false { lose(because: "gestured-output does not take what it is sent") }
    }

    private func receive(_ reply: OutputReply, _ files: consuming OutputConnection.Files?) {
        switch reply {
        case .intercepted(let number, let clone):
            guard let files else { return lose(because: "gestured-output sent no panel") }
            guard let panel = panel(number), panel.isAsked else {
                // It is gone, or not to be intercepted any more.
                return send(.release(panel: number))
            }
            begin(panel, clone, files)
        case .released(let number, let reason):
            // What answers a release has ended already, for a reason of its own.
            guard let panel = panel(number), panel.isOn || panel.isAsked || reason == ReleaseReason.heldStill
            else { return }
            end(panel, because: reason, at: MonotonicClock.now)
        }
    }

    private func panel(_ number: UInt16) -> PanelInterception? { panels.first { $0.number == number } }

    private func begin(_ panel: PanelInterception, _ clone: String, _ files: consuming OutputConnection.Files) {
        let session = panel.session
        do {
            try session.adopt(EvdevDevice(path: session.node.path, adopting: files.panel), in: loop)
            panel.begin(clone, UinputDevice(adopting: files.clone))
            logger.info(
                "\(session.label) is intercepted; applications have \(clone) in its place",
                metadata: .about(device: session.node.path, surface: session.pipeline.surface.name))
        } catch {
            stop(panel, because: "\(error)")
            warn(panel, "\(error)")
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

    /// gestured-output is gone or stuck: the panels go on alone until no finger is down.
    private func lose(because reason: String) {
        connection?.close()
        connection = nil
        for panel in panels {
            panel.goOnAlone(because: reason)
            if panel.isAsked { end(panel, because: reason, at: MonotonicClock.now) }
        }
    }

    // MARK: - Time

    var nextDeadline: Timestamp? {
        if panels.isEmpty { return nil }
        var first: Timestamp?
        for panel in panels {
            if let due = panel.nextDeadline { first = min(first ?? due, due) }
        }
        return first
    }

    func advance(to time: Timestamp) {
        if panels.isEmpty { return }
        for panel in panels {
            guard let due = panel.nextDeadline, due <= time else { continue }
            switch panel.state {
            case .off: request(panel, at: time)
            case .asked: return lose(because: "gestured-output does not answer")
            case .on, .alone:
                if let fault = panel.fault {
                    stop(panel, because: fault)
                    warn(panel, fault)
                } else {
                    panel.session.pipeline.interception?.endLifts()
                }
            }
        }
    }
}
