// The datagram socket for messages to the service manager or the journal, opened on first use.

import Glibc
import Linux
import Synchronization

/// A Unix datagram socket that sends to one address.
///
/// It is kept open, as later there may be no free descriptor, and the service manager's watchdog must receive
/// notifications then, too.
final class DatagramSocket: Sendable {
    private let address: SocketAddress
    private let descriptor = Mutex<Descriptor?>(nil)

    /// Nil when no socket can have that name; a leading `@` means the abstract name space.
    init?(path: String) {
        guard let address = SocketAddress(notation: path) else { return nil }
        self.address = address
    }

    /// Sends a message; nil when that is done, else why not.
    ///
    /// - Parameter waits: Whether until there is room for it.
    func send(_ bytes: [UInt8], waits: Bool) -> SystemError? {
        let opened = descriptor.withLock { descriptor in
            if descriptor.number == nil {
                descriptor = Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            }
            return descriptor.number
        }
        guard let opened else { return SystemError(systemCall: "socket", errno: errno) }
        // Not connected: the receiver may be restarted, with a new socket.
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        let failure = address.send(bytes, from: opened, flags: flags)
        return failure == 0 ? nil : SystemError(systemCall: "sendto", errno: failure)
    }
}
