// Failure of a command: its exit status or signal.

import Glibc

enum CommandFailure: Hashable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)

    /// Reads what waitpid(2) stores; nil for success.
    init?(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        if signal != 0 {
            self = .signal(signal)
        } else if waitStatus != 0 {
            self = .status(waitStatus >> 8 & 0xFF)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .status(let number): "exit status \(number)"
        case .signal(let number): "signal \(number) (\(strsignal(number).map { String(cString: $0) } ?? "unknown"))"
        }
    }
}
