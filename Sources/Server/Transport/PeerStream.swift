// One client's bytes in both directions, on a connected stream socket.

import Glibc
import Linux

/// The outcome of sending or receiving bytes.
enum Transfer: Equatable {
    /// The number of bytes transferred; fewer than requested means that no more fit at present.
    case bytes(Int)
    /// Nothing at present.
    case wouldBlock
    /// Nothing, and the kernel will not say when: it has no memory.
    case exhausted
    /// The other end is gone; 0 for an orderly end, else the errno.
    case gone(Int32)
    /// Descriptors came with the next bytes, which were not received.
    case descriptors
}

/// A connected stream socket.
///
/// A transport that frames bytes in its own way overrides ``send(_:)`` and ``receive(into:)``. This is a class, not a
/// protocol, because every line is sent through it: without such a transport, the calls are direct.
public class PeerStream {
    /// The descriptor, by which the poller and the server know the client.
    final let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends what fits, without waiting and without SIGPIPE.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = SystemCall.uninterrupted { Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN ? .wouldBlock : errno == ENOBUFS || errno == ENOMEM ? .exhausted : .gone(errno)
    }

    /// Receives what is there, without waiting, and leaves it if descriptors came with it.
    ///
    /// To receive a descriptor without taking it closes it, and the last close of a socket with SO_LINGER takes as long
    /// as its owner likes. So the bytes are looked at first; no more than those are received.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        let present = peek(into: buffer)
        guard case .bytes(let count) = present else { return present }
        return Self.received { recv(descriptor, buffer.baseAddress, count, Int32(MSG_DONTWAIT)) }
    }

    /// Copies what is there and leaves it there.
    private final func peek(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        var bytes = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
        return withUnsafeMutablePointer(to: &bytes) { bytes in
            var message = msghdr()
            (message.msg_iov, message.msg_iovlen) = (bytes, 1)
            let transfer = Self.received { recvmsg(descriptor, &message, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) }
            // Without a control buffer there is no room for descriptors.
            return message.msg_flags & Int32(MSG_CTRUNC) == 0 ? transfer : .descriptors
        }
    }

    private static func received(_ call: () -> Int) -> Transfer {
        var wasShort = false
        while true {
            let count = SystemCall.uninterrupted(call)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .gone(0) }
            // A shortage may pass; one that stays ends the connection, as it would be tried again for ever.
            if !wasShort, errno == ENOBUFS || errno == ENOMEM {
                wasShort = true
                continue
            }
            return errno == EAGAIN ? .wouldBlock : .gone(errno)
        }
    }

    /// Ends a connection in both directions, and receives what is left of it.
    ///
    /// - Returns: Whether nothing is left, so that to close it closes nothing else.
    func end(using buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard shutdown(descriptor, Int32(SHUT_RDWR)) == 0 else { return false }
        // More than the kernel buffers for a socket by default.
        for _ in 0..<32 {
            switch receive(into: buffer) {
            case .bytes: continue
            case .gone(0), .gone(ECONNRESET): return true
            case .gone, .wouldBlock, .exhausted, .descriptors: return false
            }
        }
        return false
    }

    func close() { Glibc.close(descriptor) }

    /// The supplementary groups of the process that connected (SO_PEERGROUPS); none if the kernel does not report them.
    var groups: [UInt32] {
        // A process has at most that many (NGROUPS_MAX).
        let most = 65_536
        return [UInt32](unsafeUninitializedCapacity: most) { buffer, count in
            var length = socklen_t(most * MemoryLayout<gid_t>.stride)
            let answer = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, buffer.baseAddress, &length)
            count = answer == 0 ? Int(length) / MemoryLayout<gid_t>.stride : 0
        }
    }
}
