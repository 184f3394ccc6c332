// The sequenced-packet socket at which gestured-output and gestured-hands listen.

import Glibc
import Linux
import ServiceManager

enum PassedListener {
    /// The socket that systemd passes under a name, or a new one.
    ///
    /// - Parameter path: Where to listen instead; nil for what systemd passes.
    static func take(named name: String, or path: String?) throws -> Descriptor {
        var passed = try PassedDescriptors()
        defer { passed.closeAll() }
        guard let path else {
            guard let descriptor = passed.take(named: name) else {
                throw SystemError(systemCall: "no socket was passed; give --socket", errno: ENOENT)
            }
            let listener = Descriptor(owning: descriptor)
            // systemd passes sockets that block.
            try SystemError.check("fcntl", fcntl(listener.number, F_SETFL, O_NONBLOCK))
            return listener
        }
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        guard let address = SocketAddress(path: path) else {
            throw SystemError(systemCall: "bind \(path)", errno: ENAMETOOLONG)
        }
        unlink(path)
        let failure = address.bind(listener.number)
        guard failure == 0 else { throw SystemError(systemCall: "bind \(path)", errno: failure) }
        try SystemError.check("listen", listen(listener.number, 4))
        return listener
    }
}
