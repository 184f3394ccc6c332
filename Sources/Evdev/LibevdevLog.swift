// Redirection of libevdev's messages to the log.

import CLibevdevLog
import Synchronization

/// The receiver of libevdev's messages, if any.
public enum LibevdevLog {
    private static let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Hands every message of libevdev on, from now on and for the whole process.
    public static func send(to receive: (@Sendable (String) -> Void)?) {
        _ = isInstalled
        receiver.withLock { $0 = receive }
    }

    /// Takes libevdev's messages away from standard error; the first use does it.
    static let isInstalled: Bool = {
        libevdev_send_messages { text in
            guard let text, let receive = LibevdevLog.receiver.withLock({ $0 }) else { return }
            receive("libevdev: \(String(cString: text).split(separator: "\n").joined(separator: " "))")
        }
        return true
    }()
}
