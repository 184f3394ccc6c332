// Lines read from and written to a connected Unix socket.

import Glibc

/// A connected socket that is read line by line, waiting.
final class LineStream {
    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// The longest line of the server; a longer one is an error.
    static let longestLine = 16 * 1_048_576

    /// - Parameter patience: How long connecting and sending may take, each, in seconds; nil for without end.
    /// - Throws: ``ConnectionError``; with `ETIMEDOUT` when it takes longer.
    init(path: String, patience: Double? = nil) throws(ConnectionError) {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
            throw ConnectionError(.unreachable, path: path, context: "path", errorNumber: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ConnectionError.failed("socket", path: path) }
        if let patience { setPatience(patience) }
        let result = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        // A stored property of a class is set: deinit closes the descriptor.
        guard result == 0 else { throw ConnectionError.failed("connect", path: path, errorNumber: reason) }
    }

    /// Connecting waits, too, for a server that has not accepted those before.
    private func setPatience(_ seconds: Double) {
        let microseconds = Int(seconds * 1e6)
        var limit = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Why the last call failed; the kernel says EAGAIN when patience is over.
    private var reason: Int32 { errno == EAGAIN ? ETIMEDOUT : errno }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func duplicateDescriptor() throws(ConnectionError) -> Int32 {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw ConnectionError.failed("fcntl", path: path) }
        return duplicate
    }

    func send(_ bytes: [UInt8]) throws(ConnectionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw lost("send")
            }
        }
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
                throw ConnectionError(.protocolViolation, path: path, context: "it sends lines without an end")
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
        let end = monotonicSeconds() + seconds
        while true {
            let rest = min(max(0, end - monotonicSeconds()), 86_400)
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&interest, 1, Int32((rest * 1000).rounded(.up)))
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { throw lost("poll") }
        }
    }

    /// Waits for bytes; at the deadline it is over, however many there are.
    private func awaitBytes(before deadline: Double) throws(ConnectionError) {
        let rest = deadline - monotonicSeconds()
        guard rest > 0, try wait(seconds: rest) else {
            throw ConnectionError(.disconnected, path: path, context: "recv", errorNumber: ETIMEDOUT)
        }
    }

    /// Waits for bytes; false at the end of the stream.
    private func fill() throws(ConnectionError) -> Bool {
        let room = 16_384
        while true {
            let count = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { piece in
                let count = recv(descriptor, piece.baseAddress, piece.count, 0)
                if count > 0 { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count])) }
                return count
            }
            if count >= 0 { return count > 0 }
            // A server that closes without reading everything resets; to the reader that is an end like others.
            if errno == ECONNRESET { return false }
            if errno != EINTR { throw lost("recv") }
        }
    }

    private func lost(_ call: String) -> ConnectionError {
        ConnectionError(.disconnected, path: path, context: call, errorNumber: reason)
    }
}
