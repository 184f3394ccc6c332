// Tests of messages to the journal's socket, also when it is full.

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

struct JournalSocketTests {
    private let hello = JournalEntry("hello", .notice)

    @Test("A message arrives with its priority, its identifier and its fields")
    func message() throws {
        let journald = try Journald()
        let socket = JournalSocket(path: journald.path)
        let entry = JournalEntry(
            "a panel", .warning, fields: [("GESTURED_BLAME", "device"), ("GESTURED_DEVICE", "x=y")])
        #expect(socket.send(entry) == .sent)
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

    @Test(
        "Only valid names become fields",
        arguments: [
            ("GESTURED_BLAME", true), ("A1", true), ("", false), ("_PID", false), ("1A", false), ("key", false),
            ("A-B", false), ("Ä", false), (String(repeating: "A", count: 65), false),
        ])
    func names(name: String, isName: Bool) {
        #expect(JournalEntry.isName(name) == isName)
        let with = JournalEntry("m", .info, fields: [(name, "v")]).bytes.count
        let isLonger = with > JournalEntry("m", .info).bytes.count
        #expect(isLonger == isName)
    }

    @Test("A journal that accepts nothing delays no one; the number of losses is reported when it accepts again")
    func stuck() throws {
        let journald = try Journald()
        let socket = JournalSocket(path: journald.path)
        var sent = 0
        while socket.send(hello) == .sent { sent += 1 }
        #expect(sent > 0 && socket.lostCount == 1)
        #expect(socket.send(hello) == .lost && socket.lostCount == 2)
        for _ in 0..<sent { #expect(journald.nextText()?.hasPrefix("MESSAGE=hello\n") == true) }
        #expect(socket.send(hello) == .sent && socket.lostCount == 0)
        #expect(journald.nextText()?.contains("2 messages were lost\nPRIORITY=4\n") == true)
        #expect(journald.nextText()?.hasPrefix("MESSAGE=hello\n") == true)
    }

    @Test("Without a journal another way is needed, and its socket is found once it exists")
    func absent() throws {
        let socket = JournalSocket(path: "/nonexistent/socket")
        #expect(socket.send(hello) == .unavailable)
        let journald = try Journald()
        let late = JournalSocket(path: journald.path)
        let aside = journald.path + "-aside"
        rename(journald.path, aside)
        #expect(late.send(hello) == .unavailable)
        rename(aside, journald.path)
        #expect(late.send(hello) == .sent)
    }

    @Test("A message that is too long for a datagram needs another way, too")
    func tooLong() throws {
        let journald = try Journald()
        let socket = JournalSocket(path: journald.path)
        #expect(socket.send(JournalEntry(String(repeating: "x", count: 4 << 20), .info)) == .unavailable)
        #expect(socket.lostCount == 0)
    }
}
