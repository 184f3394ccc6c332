// The datagram socket for messages to the service manager or the journal, opened on first use.

internal import Glibc
internal import Synchronization

/// A Unix datagram socket that sends to one address.
///
/// It is kept open, as later there may be no free descriptor, and the service manager's watchdog must receive
/// notifications then, too.
final class DatagramSocket: Sendable {
    /// The call that failed, and its `errno`.
    struct Failure {
        let call: String
        let errno: Int32
    }

    private let address: DatagramAddress
    private let descriptor = Mutex<Int32>(-1)

    /// Nil when no socket can have that name; a leading `@` means the abstract name space.
    init?(path: String) {
        guard let address = DatagramAddress(path: path) else { return nil }
        self.address = address
    }

    deinit {
        let descriptor = descriptor.withLock { $0 }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends a message; nil when that is done, else why not.
    ///
    /// - Parameter waits: Whether until there is room for it.
    func send(_ bytes: [UInt8], waits: Bool) -> Failure? {
        let opened = descriptor.withLock { descriptor in
            if descriptor < 0 { descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
            return descriptor
        }
        guard opened >= 0 else { return Failure(call: "socket", errno: errno) }
        let failure = address.send(bytes, from: opened, waits: waits)
        return failure == 0 ? nil : Failure(call: "sendto", errno: failure)
    }
}
