// A subscriber: it connects to a socket, subscribes and reads lines.

import Glibc
import Linux

/// One connection to a measured process.
final class Subscriber {
    let descriptor: Int32
    /// The beginning of a line whose end has not arrived.
    private var rest: [UInt8] = []

    /// Connects as soon as a process listens.
    init(path: String, of child: Child) throws {
        let descriptor = try BenchmarkError.check("socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        self.descriptor = descriptor
        guard let address = SocketAddress(path: path) else { throw BenchmarkError("no socket can be at \(path)") }
        let deadline = Clock.nanoseconds + 30_000_000_000
        while address.connect(descriptor) != 0 {
            guard child.isAlive, Clock.nanoseconds < deadline else {
                throw BenchmarkError("nobody listens on \(path)")
            }
            Clock.sleep(seconds: 0.002)
        }
    }

    deinit { close(descriptor) }

    /// Sends a request.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        try BenchmarkError.check("send", Glibc.send(descriptor, bytes, bytes.count, 0))
    }

    /// The number of bytes that the kernel holds for it.
    var unread: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Reads what there is once, and hands on the complete lines with the moment at which they had been read.
    ///
    /// - Parameter buffer: Room for some lines; what it holds has no meaning afterwards.
    func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ line: (UnsafeRawBufferPointer, _ nanoseconds: Int) -> Void
    ) throws {
        let kept = rest.count
        if kept > 0 { buffer.copyBytes(from: rest) }
        let place = buffer.baseAddress?.advanced(by: kept)
        let count = recv(descriptor, place, buffer.count - kept, Int32(MSG_DONTWAIT))
        let now = Clock.nanoseconds
        if count < 0, errno == EAGAIN { return }
        guard count != 0 else { throw BenchmarkError("the measured process closed the connection") }
        let filled = kept + (try BenchmarkError.check("recv", count))
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
        let end = LineContent.forEachLine(of: bytes) { line($0, now) }
        if kept > 0 || end < filled { rest = Array(bytes[end...]) }
    }
}
