// Tests of log lines: priorities, and one line per message.

import Logging
import Testing

@testable import ServiceManager

@Suite struct JournalLogHandlerTests {
    @Test("Each level has its priority in the journal", arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func priorities(level: Logger.Level, priority: Int) {
        #expect(level.priority == priority)
    }

    @Test("Every line of a text has its priority")
    func lines() {
        #expect(Journal.prefixed("hello", .notice) == "<5>hello\n")
        #expect(Journal.prefixed("a\n  b", .error) == "<3>a\n<3>  b\n")
    }

    @Test("A variable that was passed on does not make standard error a journal")
    func handedOn() {
        #expect(!Journal.isStandardError)
    }

    @Test("A device's name can neither start a line of its own nor control a terminal")
    func controls() {
        let handler = JournalLogHandler(level: .info)
        let text = handler.text("a\n<0>b\r\u{1b}[31mc\u{2028}d\u{85}ü", nil)
        #expect(text == "a <0>b\\u{d}\\u{1b}[31mc\\u{2028}d\\u{85}ü")
    }

    @Test("Values come after the message in the order of their keys")
    func metadata() {
        var handler = JournalLogHandler(level: .info)
        handler[metadataKey: "b"] = "2"
        #expect(handler.text("m", ["a": "1"]) == "m a=1 b=2")
    }

    @Test("A field of the journal is not in the text, and vice versa")
    func fields() {
        var handler = JournalLogHandler(level: .info)
        handler[metadataKey: "GESTURED_DEVICE"] = "a\nb"
        let explicit: Logger.Metadata = ["GESTURED_BLAME": "device", "key": "value"]
        #expect(handler.text("m", explicit) == "m key=value")
        let fields = handler.fields(explicit)
        #expect(fields.map(\.name) == ["GESTURED_BLAME", "GESTURED_DEVICE"])
        #expect(fields.map(\.value) == ["device", "a\\u{a}b"])
    }
}
