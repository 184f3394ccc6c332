// The socket address for messages to the service manager or the journal.

internal import Glibc

/// The address of a Unix datagram socket.
struct DatagramAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// The socket at a path; a leading `@` means the abstract name space.
    ///
    /// Nil when no socket can have that name.
    init?(path: String) {
        var name = Array(path.utf8)
        guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    }

    /// Sends a message: 0, or why not.
    ///
    /// - Parameter waits: Whether until there is room for it.
    func send(_ bytes: [UInt8], from descriptor: Int32, waits: Bool) -> Int32 {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        while true {
            // Not connected: the receiver may be restarted with another socket.
            let count = withUnsafeBytes(of: address) { place in
                sendto(
                    descriptor, bytes, bytes.count, flags,
                    place.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
            }
            if count >= 0 { return 0 }
            if errno != EINTR { return errno }
        }
    }
}
