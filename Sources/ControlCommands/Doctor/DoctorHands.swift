// The doctor's facts and findings about gestured-hands, which points and types.

import Configuration
import Glibc

/// Whether the user's actions can point and type.
enum HandsFacts: Equatable, Sendable {
    /// It is off, and the user's actions need nothing of it.
    case unused
    /// It is off, and the user's actions need it.
    case off
    /// The kernel lets no program make input devices.
    case noUinput
    /// It serves the user, or would.
    case serves
    /// It does not, for this reason.
    case refuses(String)

    /// Looks for it, and asks it.
    static func examine() -> HandsFacts {
        guard HandsConnection.isEnabled else { return areNeeded ? .off : .unused }
        guard access("/dev/uinput", F_OK) == 0 else { return .noUinput }
        do throws(HandsConnection.Failure) {
            try HandsConnection().awaitReady()
            return .serves
        } catch {
            return .refuses(error.description)
        }
    }

    /// How it stands, in words; nil where nobody wants it.
    var words: String? {
        switch self {
        case .unused: nil
        case .off: "off, though your actions need it: sudo systemctl enable --now gestured-hands.socket"
        case .noUinput: "impossible: there is no /dev/uinput"
        case .serves: "gestured-hands serves you"
        case .refuses(let reason): "not for you: \(reason)"
        }
    }

    private static var areNeeded: Bool {
        guard let file = try? ActionsPath.read(nil) else { return false }
        return file.points || file.hasKeys && KeySender.ofSession == .hands
    }
}

extension DoctorFacts {
    /// The finding about pointing and typing; none where nobody wants it.
    var handsFindings: [Finding] {
        switch hands {
        case .unused: []
        case .serves: [Finding("hands", .ok, "gestured-hands points and types for \(socket.user)")]
        case .off:
            [
                Finding(
                    "hands", .problem, "your actions point or type by gestured-hands, which is not enabled",
                    advice: "sudo systemctl enable --now gestured-hands.socket")
            ]
        case .noUinput:
            [
                Finding(
                    "hands", .problem, "there is no /dev/uinput, so gestured-hands cannot make a pointer",
                    advice: "sudo modprobe uinput; the kernel needs CONFIG_INPUT_UINPUT")
            ]
        case .refuses(let reason):
            [
                Finding(
                    "hands", .problem, "gestured-hands does not serve \(socket.user): \(reason)",
                    advice: "run this in the session at the screen; journalctl -u gestured-hands -n 30 says more")
            ]
        }
    }
}
