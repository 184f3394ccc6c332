// Reasons why a panel is not intercepted.

internal import Evdev
internal import Interception
internal import Linux
internal import Touch

/// Why a panel is not intercepted; `description` is a sentence's second half.
enum InterceptionFault: Error, CustomStringConvertible {
    case strangePath
    case unreadable(EvdevError)
    case clone
    case noTouchscreen(DeviceRefusal)
    case noClone(CloneRefusal)
    case touched
    case grabbedByAnother
    case system(SystemError)

    var description: String {
        switch self {
        case .strangePath: "its path is not /dev/input/event and a number"
        case .unreadable(let error): "\(error)"
        case .clone: "it is a clone itself"
        case .noTouchscreen(let refusal): "\(refusal)"
        case .noClone(let refusal): "\(refusal)"
        case .touched: ReleaseReason.touched
        case .grabbedByAnother: "another program has grabbed it"
        case .system(let error): error.failure
        }
    }
}
