// The socket that systemd passes, which applies unless --socket is given.

import Logging
import ServiceManager

enum PassedSocket {
    /// What the socket unit calls it: `FileDescriptorName=`.
    static let name = "gestured"

    /// Returns the socket, if one was passed and is wanted; logs and closes other descriptors.
    ///
    /// - Parameter path: Where the command line wants to listen instead.
    static func take(unless path: String?, logger: Logger) throws -> Int32? {
        var passed = try PassedDescriptors()
        defer { passed.closeAll() }
        let socket = path == nil ? try passed.takeListeningSocket(named: name) : nil
        for other in passed.all {
            if let path, other.name == name {
                logger.warning("the socket that systemd passes is not used, because --socket \(path) is given")
            } else {
                logger.warning(
                    """
                    descriptor \(other.descriptor), which systemd passes as \(other.name), is not used; the socket \
                    to listen on needs FileDescriptorName=\(name) in its unit
                    """)
            }
        }
        return socket
    }
}
