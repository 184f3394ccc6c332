// Tests of streams to the journal.

import Foundation
import Glibc
import Linux
import Testing

@testable import ServiceManager

@Suite struct JournalStreamTests {
    @Test("A stream begins with the header of sd_journal_stream_fd, in which a name has no line of its own")
    func header() throws {
        let path = NSTemporaryDirectory() + "gestured-journal-\(UUID().uuidString)"
        defer { unlink(path) }
        let address = try #require(SocketAddress(path: path))
        guard let listener = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) else {
            throw SystemError(systemCall: "socket", errno: errno)
        }
        try SystemError.check("bind", address.bind(listener.number))
        try SystemError.check("listen", listen(listener.number, 1))
        var stream = JournalStream.open(identifier: "a\nb.yaml:3", path: path)
        guard let number = stream?.number, let other = Descriptor(accept(listener.number, nil, nil)) else {
            throw SystemError(systemCall: "accept", errno: errno)
        }
        #expect(write(number, "line\n", 5) == 5)
        stream = nil
        var bytes = [UInt8](repeating: 0, count: 100)
        var text = ""
        while case let count = read(other.number, &bytes, bytes.count), count > 0 {
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        #expect(text == "a b.yaml:3\n\n6\n0\n0\n0\n0\nline\n")
    }

    @Test("Without a journal there is no stream")
    func missing() {
        let isOpen = JournalStream.open(identifier: "a", path: "/nonexistent/journal") != nil
        #expect(!isOpen)
    }
}
