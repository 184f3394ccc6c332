// The doctor's facts and findings about gestured-hands, which points and types.

import Configuration
import Glibc

/// The user's actions, as far as they concern what points and types.
struct ActionsFacts: Equatable, Sendable {
    /// The user's file; nil when there is none.
    var path: String?
    /// Whether an action points.
    var points = false
    /// Whether an action needs gestured-hands.
    var needsHands = false
    /// Whether a process runs the file; nil when that is unknown.
    var isRun: Bool?

    /// Looks for the file.
    static func examine() -> ActionsFacts {
        guard let path = ActionsPath.standard, access(path, F_OK) == 0 else { return ActionsFacts() }
        let file = try? ActionsPath.read(nil)
        let points = file?.points ?? false
        return ActionsFacts(
            path: path, points: points, needsHands: points || file?.hasKeys ?? false && KeySender.ofSession == .hands,
            isRun: ActionsPath.isRun)
    }
}

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
    static func examine(for actions: ActionsFacts) -> HandsFacts {
        guard HandsConnection.isEnabled else { return actions.needsHands ? .off : .unused }
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
}

extension DoctorFacts {
    /// The finding about a file of actions that nothing runs.
    var actionsFindings: [Finding] {
        guard let path = actions.path, actions.isRun == false else { return [] }
        return [
            Finding(
                "actions", .problem, "nothing runs \(path)",
                advice: "systemctl --user enable --now gestured-actions; where the desktop has no "
                    + "graphical-session.target (startx, sway, cage), also: systemctl --user add-wants default.target "
                    + "gestured-actions")
        ]
    }

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
                    advice: "log in at the screen; who has no session there needs gestured-hands --allow")
            ]
        }
    }
}
