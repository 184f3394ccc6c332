// Do log lines carry their priority, and stay one line whatever is in them?

import Logging
import Testing

@testable import ServiceManager

@Suite struct JournalLogHandlerTests {
    @Test(
        "Each level has its priority in the journal",
        arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func priorities(level: Logger.Level, priority: Int) {
        let handler = JournalLogHandler(level: .trace, isJournal: true)
        #expect(handler.line(level: level, message: "hello", metadata: nil) == "<\(priority)>hello\n")
    }

    @Test("Elsewhere the level stands in words")
    func words() {
        let handler = JournalLogHandler(level: .info, isJournal: false)
        #expect(handler.line(level: .warning, message: "hello", metadata: nil) == "gestured: warning: hello\n")
    }

    @Test("A device's name cannot start a line of its own")
    func newlines() {
        let handler = JournalLogHandler(level: .info, isJournal: true)
        #expect(handler.line(level: .info, message: "a\n<0>b\r\nc", metadata: nil) == "<6>a <0>b c\n")
    }

    @Test("Values stand behind the message in the order of their keys")
    func metadata() {
        var handler = JournalLogHandler(level: .info, isJournal: true)
        handler[metadataKey: "b"] = "2"
        #expect(handler.line(level: .info, message: "m", metadata: ["a": "1"]) == "<6>m a=1 b=2\n")
    }
}
