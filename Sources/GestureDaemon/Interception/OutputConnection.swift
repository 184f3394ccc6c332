// The connection to gestured-output, which grabs panels and writes to their clones.

import CLinux
import Glibc
import Interception
import Linux

/// One connection to the output process.
final class OutputConnection: ReadinessHandler {
    /// Where the output process listens, as its socket unit says.
    private static let path = "/run/gestured/output.sock"

    private let loop: EventLoop
    private let socket: Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: OutputRequest.maximumLength, alignment: 8)
    /// Called with each reply, and the descriptor that comes with it.
    var didReceive: (OutputReply, consuming Descriptor?) -> Void = { _, _ in }
    /// Called once when the other end is gone, or sends what is no reply.
    var didEnd: (String) -> Void = { _ in }

    /// Connects without waiting.
    init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socket = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        let failure = SocketAddress(path: Self.path)?.connect(socket.number) ?? ENAMETOOLONG
        guard failure == 0 else { throw SystemError(systemCall: "connect \(Self.path)", errno: failure) }
        try loop.watch(socket.number, handler: self)
    }

    deinit { buffer.deallocate() }

    func close() { loop.unwatch(socket.number) }

    /// Whether the output process has not taken all that was sent.
    var hasUnread: Bool { linux_unread_by_peer(socket.number) > 0 }

    /// Sends a request; false when it does not fit into the queue.
    func send(_ request: OutputRequest) -> Bool {
        let bytes = request.bytes
        return Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
    }

    /// Sends whole frames, several datagrams if need be; false when they do not fit into the queue.
    func send(frames events: [OutputEvent], panel: UInt16) -> Bool {
        var first = 0
        while first < events.count {
            var end = min(first + FrameCheck.maximumEvents, events.count)
            while end > first, !events[end - 1].isReport { end -= 1 }
            guard end > first,
                let length = OutputRequest.write(frames: events[first..<end], panel: panel, to: buffer),
                Glibc.send(socket.number, buffer.baseAddress, length, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    == length
            else { return false }
            first = end
        }
        return true
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        var passed: Int32 = -1
        let length = SystemCall.uninterrupted {
            linux_receive_descriptor(socket.number, buffer.baseAddress, buffer.count, &passed)
        }
        if length < 0, errno == EAGAIN { return }
        let descriptor = Descriptor(passed)
        guard length > 0, let reply = OutputReply(UnsafeRawBufferPointer(rebasing: buffer[..<length])) else {
            return didEnd(length > 0 ? "gestured-output sent nonsense" : "gestured-output has ended")
        }
        didReceive(reply, descriptor)
    }
}
