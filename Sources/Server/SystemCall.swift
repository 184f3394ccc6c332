// How do the system calls on a peer's descriptor end?

import CLinux
import Glibc

/// What became of bytes that were to be sent or received.
enum Transfer: Equatable {
    /// So many bytes went through; fewer than wanted means that no more fit at present.
    case bytes(Int)
    /// Nothing at present.
    case wouldBlock
    /// The other end is gone; 0 for an orderly end, else the errno.
    case gone(Int32)
}

/// A connected socket.
enum Connection {
    /// Sends what fits, without waiting and without SIGPIPE.
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == ENOBUFS ? .wouldBlock : .gone(errno)
        }
    }

    /// Receives what is there, without waiting.
    static func receive(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(count) }
            if count == 0 { return .gone(0) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .gone(errno)
        }
    }
}

/// Who is at the other end, as the kernel knows it (SO_PEERCRED).
struct PeerCredentials: Equatable, CustomStringConvertible {
    let process: Int32
    let user: UInt32
    let group: UInt32

    var description: String { "pid \(process), uid \(user), gid \(group)" }

    /// Nil if the kernel does not say.
    init?(of descriptor: Int32) {
        var credentials = linux_peer_credentials()
        guard linux_peer_credentials(descriptor, &credentials) == 0 else { return nil }
        process = credentials.pid
        user = credentials.uid
        group = credentials.gid
    }
}
