// How do the system calls on a peer's descriptor end?

import CLinux
import Glibc

/// What became of bytes that were to be sent or received.
enum Transfer: Equatable {
    /// So many bytes went through; fewer than wanted means that no more fit at present.
    case bytes(Int)
    /// Nothing at present.
    case wouldBlock
    /// Nothing, and the kernel will not say when: it has no memory.
    case exhausted
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
            return errno == EAGAIN ? .wouldBlock : errno == ENOBUFS || errno == ENOMEM ? .exhausted : .gone(errno)
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

    /// The supplementary groups of whoever connected a descriptor (SO_PEERGROUPS); none if the kernel does not say.
    static func groups(of descriptor: Int32) -> [UInt32] {
        var room = 32
        // Nobody is in more than 65,536 (NGROUPS_MAX); who is in more than there is room for is asked for again.
        while room <= 65_536 {
            var length = socklen_t(room * MemoryLayout<gid_t>.stride)
            var failure: Int32 = 0
            let groups = [UInt32](unsafeUninitializedCapacity: room) { buffer, count in
                let answer = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, buffer.baseAddress, &length)
                failure = answer == 0 ? 0 : errno
                count = failure == 0 ? Int(length) / MemoryLayout<gid_t>.stride : 0
            }
            if failure != ERANGE { return groups }
            room = max(room * 2, Int(length) / MemoryLayout<gid_t>.stride)
        }
        return []
    }
}
