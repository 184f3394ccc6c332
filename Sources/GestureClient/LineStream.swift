// Lines read from and written to a connected Unix socket.

import Glibc
import Linux

final class LineStream {
    private let path: String
    private let descriptor: Descriptor
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// The longest line of the server; a longer one is an error.
    static let longestLine = 16 * 1_048_576

    /// - Parameter patience: How long connecting and sending may take, each, in seconds; nil for without end.
    /// - Throws: ``ConnectionError``; with `ETIMEDOUT` when it takes longer.
    init(path: String, patience: Double? = nil) throws(ConnectionError) {
        self.path = path
        guard let address = SocketAddress(path: path) else {
            throw ConnectionError(.unreachable, path: path, context: "path", errorNumber: ENAMETOOLONG)
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard let descriptor = Descriptor(socket(AF_UNIX, type, 0)) else {
            throw ConnectionError.failed("socket", path: path)
        }
        self.descriptor = descriptor
        if let patience { setPatience(patience) }
        let failure = address.connect(self.descriptor.number)
        guard failure == 0 else {
            throw ConnectionError.failed("connect", path: path, errorNumber: Self.reason(for: failure))
        }
    }

    /// Connecting waits, too, for a server that has not accepted those before.
    private func setPatience(_ seconds: Double) {
        let microseconds = Int(seconds * 1e6)
        var limit = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        setsockopt(descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Why a call failed; the kernel says EAGAIN when patience is over.
    private static func reason(for number: Int32) -> Int32 { number == EAGAIN ? ETIMEDOUT : number }

    var number: Int32 { descriptor.number }

    func duplicateDescriptor() throws(ConnectionError) -> Descriptor {
        guard let duplicate = Descriptor(fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)) else {
            throw ConnectionError.failed("fcntl", path: path)
        }
        return duplicate
    }

    func send(_ bytes: [UInt8]) throws(ConnectionError) {
        guard Self.send(bytes, to: descriptor) else { throw lost("send") }
    }

    /// Sends bytes, however long that takes; false when that fails.
    static func send(_ bytes: [UInt8], to descriptor: borrowing Descriptor) -> Bool {
        let number = descriptor.number
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                SystemCall.uninterrupted { Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The next line without its LF; nil at the end of the stream, an unfinished line is forgotten.
    ///
    /// - Parameter deadline: When the whole line must have come, in seconds of CLOCK_MONOTONIC; nil for any time.
    /// - Throws: ``ConnectionError``; with `ETIMEDOUT` when it has not.
    func next(before deadline: Double? = nil) throws(ConnectionError) -> [UInt8]? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[start..<end])
                start = end + 1
                searched = start
                return line
            }
            buffer.removeSubrange(..<start)
            start = 0
            searched = buffer.count
            guard buffer.count <= Self.longestLine else {
                throw ConnectionError(.protocolViolation, path: path, context: "it sends endless lines")
            }
            if let deadline { try awaitBytes(before: deadline) }
            if try !fill() { return nil }
        }
    }

    /// Waits until there are bytes or the end to be read, so many seconds at most.
    ///
    /// - Returns: False when there were none.
    func wait(seconds: Double) throws(ConnectionError) -> Bool {
        if buffer[searched...].contains(UInt8(ascii: "\n")) { return true }
        let end = KernelClock.monotonic.seconds + seconds
        var interest = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        let count = SystemCall.uninterrupted { () -> Int32 in
            // After a signal, only for the rest of the time.
            let rest = min(max(0, end - KernelClock.monotonic.seconds), 86_400)
            return poll(&interest, 1, Int32((rest * 1000).rounded(.up)))
        }
        guard count >= 0 else { throw lost("poll") }
        return count > 0
    }

    /// Waits for bytes; at the deadline it is over, however many there are.
    private func awaitBytes(before deadline: Double) throws(ConnectionError) {
        let rest = deadline - KernelClock.monotonic.seconds
        guard rest > 0, try wait(seconds: rest) else {
            throw ConnectionError(.disconnected, path: path, context: "recv", errorNumber: ETIMEDOUT)
        }
    }

    /// Waits for bytes; false at the end of the stream.
    private func fill() throws(ConnectionError) -> Bool {
        let room = 16_384
        let count = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { piece in
            let count = SystemCall.uninterrupted { recv(descriptor.number, piece.baseAddress, piece.count, 0) }
            if count > 0 { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count])) }
            return count
        }
        // A server that closes without reading everything resets; to the reader that is an end like others.
        guard count >= 0 || errno == ECONNRESET else { throw lost("recv") }
        return count > 0
    }

    private func lost(_ call: String) -> ConnectionError {
        ConnectionError(.disconnected, path: path, context: call, errorNumber: Self.reason(for: errno))
    }
}
