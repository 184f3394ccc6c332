// Address of a Unix socket.

import Glibc

/// The address of a Unix socket.
public struct SocketAddress: Sendable {
    private var address = sockaddr_un()
    private var length = socklen_t(MemoryLayout<sockaddr_un>.size)

    /// How many bytes of a path fit beside the closing NUL.
    public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The address of a path; nil if the path is empty, longer than ``longestPath`` or contains a NUL.
    public init?(path: String) { self.init(Array(path.utf8)) }

    /// The address in systemd's notation: a path, or a leading `@` and a name of the abstract name space.
    ///
    /// Nil under the same conditions as for a path.
    public init?(notation: String) {
        self.init(Array(notation.utf8))
        guard notation.utf8.first == UInt8(ascii: "@") else { return }
        address.sun_path.0 = 0
        length = socklen_t(MemoryLayout<sa_family_t>.size + notation.utf8.count)
    }

    private init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Returns the path to which a socket is bound; nil if it has none.
    public static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let failed = withUnsafeMutableBytes(of: &address) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) != 0
        }
        if failed || address.sun_family != sa_family_t(AF_UNIX) { return nil }
        let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Binds a socket to the address; returns 0, or the `errno`.
    public func bind(_ descriptor: Int32) -> Int32 { pass { Int(Glibc.bind(descriptor, $0, $1)) } }

    /// Connects a socket to the address, without a second try after a signal; returns 0, or the `errno`.
    public func connect(_ descriptor: Int32) -> Int32 { pass { Int(Glibc.connect(descriptor, $0, $1)) } }

    /// Sends a datagram to the address; returns 0, or the `errno`.
    ///
    /// - Parameters:
    ///   - descriptor: A socket that is not connected.
    ///   - flags: Those of sendto(2).
    public func send(_ bytes: [UInt8], from descriptor: Int32, flags: Int32) -> Int32 {
        pass { place, length in
            SystemCall.uninterrupted { sendto(descriptor, bytes, bytes.count, flags, place, length) }
        }
    }

    private func pass(to call: (UnsafePointer<sockaddr>?, socklen_t) -> Int) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            call(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length) < 0 ? errno : 0
        }
    }
}
