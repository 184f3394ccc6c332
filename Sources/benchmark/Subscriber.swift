// When does an application have a gesture's line? Reads a socket and compares each line's `time` with now.

import CLinux
import Glibc

/// One subscriber of a measured process.
///
/// `@unchecked Sendable`: one thread at a time uses it.
final class Subscriber: @unchecked Sendable {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var filled = 0
    /// Bytes of the last line, its LF included.
    private(set) var lineLength = 0

    /// Connects as soon as somebody listens.
    init(path: String, of child: Child) throws {
        let descriptor = try BenchmarkError.check("socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let deadline = Clock.nanoseconds + 10_000_000_000
        while true {
            let result = withUnsafeBytes(of: address) { bytes in
                connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
            if result == 0 { return }
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

    /// Reads and forgets what comes until nothing has come for a while; what came last, as text.
    @discardableResult
    func drain(quiet milliseconds: Int32 = 50) throws -> String {
        var last = ""
        while try waitForInput(milliseconds: milliseconds) {
            let count = try receive()
            last = String(decoding: buffer[..<(filled + count)], as: UTF8.self)
            take(count) { lineLength = $0.count }
        }
        return last
    }

    /// Reads that many `changed` lines and nothing else.
    ///
    /// - Returns: Nanoseconds from the time in each line, which is that of its frame, to the moment it had been read.
    func collect(_ count: Int) throws -> [Int] {
        var latencies: [Int] = []
        latencies.reserveCapacity(count)
        var strangers = 0
        while latencies.count + strangers < count {
            guard try waitForInput(milliseconds: 3000) else {
                throw BenchmarkError("\(latencies.count) lines came where \(count) were due")
            }
            let received = try receive()
            let now = Clock.nanoseconds
            take(received) { line in
                lineLength = line.count
                guard let microseconds = Self.time(in: line), Self.changed.isContained(in: line) else {
                    strangers += 1
                    return
                }
                latencies.append(now - microseconds * 1000)
            }
        }
        guard strangers == 0 else { throw BenchmarkError("\(strangers) of \(count) lines were not `changed`") }
        return latencies
    }

    private func waitForInput(milliseconds: Int32) throws -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return try BenchmarkError.check("poll", poll(&request, 1, milliseconds)) > 0
    }

    private func receive() throws -> Int {
        let count = buffer.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, 0)
        }
        guard count != 0 else { throw BenchmarkError("the measured process closed the connection") }
        return try BenchmarkError.check("recv", count)
    }

    /// Hands on the complete lines after that many bytes more.
    private func take(_ received: Int, _ line: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
        filled += received
        var start = 0
        buffer.withUnsafeBufferPointer { bytes in
            while let end = bytes[start..<filled].firstIndex(of: 0x0A) {
                line(bytes[start...end])
                start = end + 1
            }
        }
        buffer.replaceSubrange(0..<(filled - start), with: buffer[start..<filled])
        filled -= start
    }

    private static let changed = Pattern("\"state\":\"changed\"")
    private static let timeMember = Pattern("\"time\":")

    /// The member `time` in microseconds.
    private static func time(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let start = timeMember.end(in: line) else { return nil }
        var value = 0
        var digits = 0
        for byte in line[start...] {
            if byte == UInt8(ascii: ".") { continue }
            guard byte >= 0x30, byte <= 0x39 else { break }
            value = value * 10 + Int(byte - 0x30)
            digits += 1
        }
        return digits > 6 ? value : nil
    }
}

/// Bytes to look for.
private struct Pattern {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The place after its first occurrence.
    func end(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard line.count >= bytes.count else { return nil }
        for start in line.startIndex...(line.endIndex - bytes.count) where line[start] == bytes[0] {
            if line[start..<(start + bytes.count)].elementsEqual(bytes) { return start + bytes.count }
        }
        return nil
    }

    func isContained(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { end(in: line) != nil }
}
