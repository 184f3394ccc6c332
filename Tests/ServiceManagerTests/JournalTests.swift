// Tests of entries for the journal, and of when another output is needed.

import Glibc
import Linux
import Logging
import Testing

@testable import ServiceManager

/// A journal: a datagram socket that is read only when the test wants it.
private final class Journald {
    let path: String
    private let socket: Descriptor
    var descriptor: Int32 { socket.number }

    init() throws {
        var template = Array("/tmp/gestured-journal-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" } + "/socket"
        socket = try Descriptor("socket", Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        #expect(try #require(SocketAddress(path: path)).bind(descriptor) == 0)
    }

    deinit {
        unlink(path)
        rmdir(String(path.dropLast("/socket".count)))
    }

    /// The next datagram; nil when there is none.
    func next() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
}

@Suite struct JournalTests {
    @Test("A message arrives with its priority, its identifier and its fields")
    func message() throws {
        let journald = try Journald()
        let socket = try #require(DatagramSocket(path: journald.path))
        let entry = JournalEntry(
            "a panel", .warning, fields: [("GESTURED_BLAME", "device"), ("GESTURED_DEVICE", "x=y")])
        #expect(socket.send(entry.bytes, waits: false) == nil)
        #expect(
            journald.nextText()
                == "MESSAGE=a panel\nPRIORITY=4\nSYSLOG_IDENTIFIER=gestured\nGESTURED_BLAME=device\nGESTURED_DEVICE=x=y\n"
        )
        #expect(journald.next() == nil)
    }

    @Test("Lines in a value come after their length, so that they begin no field")
    func lines() {
        let entry = JournalEntry("a\nPRIORITY=0", .error)
        let head = Array("MESSAGE\n".utf8) + [12, 0, 0, 0, 0, 0, 0, 0] + Array("a\nPRIORITY=0\nPRIORITY=3\n".utf8)
        #expect(Array(entry.bytes.prefix(head.count)) == head)
    }

    @Test("Another output is needed without a journal and for long messages, not while the journal accepts nothing")
    func outputs() throws {
        let journald = try Journald()
        let socket = try #require(DatagramSocket(path: journald.path))
        let hello = JournalEntry("hello", .notice).bytes
        func isUnavailable(_ bytes: [UInt8]) -> Bool { Journal.isUnavailable(socket.send(bytes, waits: false)) }
        #expect(isUnavailable([UInt8](repeating: 0x78, count: 4 << 20)))
        let aside = journald.path + "-aside"
        rename(journald.path, aside)
        #expect(isUnavailable(hello))
        rename(aside, journald.path)
        var sent = 0
        while socket.send(hello, waits: false) == nil { sent += 1 }
        #expect(sent > 0 && !isUnavailable(hello))
        for _ in 0..<sent { #expect(journald.nextText()?.hasPrefix("MESSAGE=hello\n") == true) }
        #expect(socket.send(hello, waits: false) == nil)
    }
}
