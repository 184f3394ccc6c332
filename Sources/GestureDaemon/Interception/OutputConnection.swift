// The connection to gestured-output, which grabs panels and makes their clones.

import CLinux
import Glibc
import Interception
import Linux

/// One connection to the output process.
final class OutputConnection: ReadinessHandler {
    /// The open files of a panel that is grabbed, and of its clone.
    struct Files: ~Copyable {
        let panel: Descriptor
        let clone: Descriptor
    }

    /// Where the output process listens, as its socket unit says.
    private static let path = "/run/gestured/output.sock"

    private let loop: EventLoop
    private let socket: Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OutputReply.maximumLength, alignment: 8)
    /// Called with each reply, and the files that come with it.
    var didReceive: (OutputReply, consuming Files?) -> Void = { _, _ in }
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

    /// Sends a request; false when it does not fit into the queue.
    func send(_ request: OutputRequest) -> Bool {
        let bytes = request.bytes
        return Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        var passed: [Int32] = [-1, -1]
        let length = SystemCall.uninterrupted {
            linux_receive_descriptors(socket.number, buffer.baseAddress, buffer.count, &passed)
        }
        if length < 0, errno == EAGAIN { return }
        let files = Self.files(Descriptor(passed[0]), Descriptor(passed[1]))
        guard length > 0, let reply = OutputReply(UnsafeRawBufferPointer(rebasing: buffer[..<length])) else {
            return didEnd(length > 0 ? "gestured-output sent nonsense" : "gestured-output has ended")
        }
        didReceive(reply, files)
    }

    private static func files(_ panel: consuming Descriptor?, _ clone: consuming Descriptor?) -> Files? {
        guard let panel, let clone else { return nil }
        return Files(panel: panel, clone: clone)
    }
}
