// The address of a Unix socket, made from a path.

import Glibc

/// The address of a Unix socket in the file system.
struct SocketAddress {
    private var address = sockaddr_un()

    /// The number of bytes that `sun_path` holds besides the closing NUL.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Throws: ``SocketError`` if the path is empty, too long, or contains a NUL.
    init(path: String) throws(SocketError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else {
            throw SocketError(.unusablePath, path: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Returns the path of a socket; nil if it has none.
    static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let failed = withUnsafeMutableBytes(of: &address) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) != 0
        }
        if failed || address.sun_family != sa_family_t(AF_UNIX) { return nil }
        let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Calls bind(2) or connect(2) with the address; 0, or the errno.
    func call(_ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return function(descriptor, pointer, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
    }
}
