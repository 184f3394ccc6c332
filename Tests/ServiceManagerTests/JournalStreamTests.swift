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
        let listener = try Descriptor("socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        #expect(address.bind(listener.number) == 0 && listen(listener.number, 1) == 0)
        var stream = JournalStream.open(identifier: "a\nb.yaml:3", path: path)
        let number = stream.number ?? -1
        let other = try Descriptor("accept", accept(listener.number, nil, nil))
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
