// The doctor's facts and findings about touchscreens that are to be intercepted.

import GestureDaemon
import GestureWire
import Glibc
import Interception

/// What gestured needs for interception.
struct OutputFacts: Equatable, Sendable {
    /// systemd's facts about gestured-output.socket; nil when systemd was not asked.
    var socket: UnitFacts?
    /// systemd's facts about gestured-output.service.
    var service: UnitFacts?
    /// Whether the kernel lets programs make input devices.
    var hasUinput = true

    /// Looks for it.
    ///
    /// - Parameter service: Whether systemd runs the gestured that is meant.
    static func examine(beside service: ServiceFacts) -> OutputFacts {
        var facts = OutputFacts(hasUinput: access("/dev/uinput", F_OK) == 0)
        if case .units = service {
            facts.socket = ServiceFacts.unit("gestured-output.socket")
            facts.service = ServiceFacts.unit("gestured-output.service")
        }
        return facts
    }

    /// What is missing, and what to do; nil when nothing is.
    fileprivate var problem: Finding? {
        func problem(_ words: String, _ advice: String) -> Finding {
            Finding("interception", .problem, words, advice: advice)
        }
        if let socket {
            let name = "gestured-output.socket"
            if socket.load == "not-found" {
                return problem(
                    "\(name) is not installed", "install all of gestured, then: sudo systemctl enable --now \(name)")
            }
            if socket.load == "masked" {
                return problem(
                    "\(name) is masked", "sudo systemctl unmask \(name), then: sudo systemctl enable --now \(name)")
            }
            if socket.active == "failed" || service?.active == "failed" {
                return problem(
                    "gestured-output has failed",
                    "journalctl -u gestured-output -n 30, then: sudo systemctl restart \(name)")
            }
            if socket.active != "active" {
                return problem("\(name) is not listening", "sudo systemctl enable --now \(name)")
            }
        }
        guard hasUinput else {
            return problem(
                "there is no /dev/uinput, so gestured-output cannot make clones",
                "sudo modprobe uinput; the kernel needs CONFIG_INPUT_UINPUT")
        }
        return nil
    }
}

extension DoctorFacts {
    /// Whether the panel that is asked about may be one that gestured-output has grabbed, so that nobody else can.
    var hasInterceptedDevice: Bool { devices?.contains { $0.interception?.clone != nil } == true }

    /// A finding for each touchscreen that is to be intercepted, after what keeps it from that; none without any.
    var interceptionFindings: [Finding] {
        guard let output else { return [] }
        let wanted = (devices ?? []).filter { $0.interception != nil }
        let problem = wanted.isEmpty || wanted.contains { $0.interception?.clone == nil } ? output.problem : nil
        if wanted.isEmpty, problem == nil {
            return [Finding("interception", .ok, "touchscreens can be intercepted, once gestured runs")]
        }
        return [problem].compactMap(\.self)
            + wanted.compactMap { device in
                device.interception.map { finding(device, $0, isExplained: problem != nil) }
            }
    }

    private func finding(_ device: DeviceReport, _ interception: InterceptionReport, isExplained: Bool) -> Finding {
        let words = "surface \(device.surface ?? "") is \(DeviceText.text(for: interception))"
        if interception.clone != nil { return Finding("interception", .ok, words) }
        return Finding(
            "interception", .problem, words + "; applications receive every touch",
            advice: isExplained ? nil : Self.advice(interception.reason, device.path))
    }

    private static func advice(_ reason: String?, _ path: String) -> String {
        guard let reason else { return "sudo gesturectl doctor says why" }
        if reason == ReleaseReason.touched {
            return "lift every finger, and wipe the panel; gestured then intercepts it"
        }
        if reason == ReleaseReason.heldStill {
            return "to intercept it again: sudo systemctl restart gestured"
        }
        return "journalctl -u gestured -u gestured-output -n 30 may say more, and sudo fuser -v \(path) names the "
            + "programs that have it open"
    }
}
