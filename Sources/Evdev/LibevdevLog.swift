// Redirection of libevdev's messages to the log.

internal import CLibevdev
internal import Glibc
internal import Synchronization

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
        libevdev_set_log_function(
            { _, _, _, _, _, format, list in
                // On x86-64 `va_list` is a pointer, which Swift imports as an optional, on arm64 a structure.
                let arguments: CVaListPointer? = list
                guard let format, let arguments, let receive = LibevdevLog.receiver.withLock({ $0 }) else { return }
                let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
                    vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
                    return buffer.baseAddress.map { String(cString: $0) } ?? ""
                }
                receive("libevdev: \(text.split(separator: "\n").joined(separator: " "))")
            }, nil)
        return true
    }()
}
