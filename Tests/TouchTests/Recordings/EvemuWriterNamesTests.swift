// Tests of written recordings with hostile device names.

import Testing

@testable import Touch

@Suite struct EvemuWriterNamesTests {
    @Test("A device's name is written in one line as visible escapes")
    func name() throws {
        var writer = EvemuWriter()
        writer.append(DeviceDescription(name: "a\u{1b}[2J\nE: 0.0\u{9b}b"), comments: ["c\u{1b}"])
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.contains("N: a\\u{1b}[2J\\u{a}E: 0.0\\u{9b}b\n") && text.contains("# c\\u{1b}\n"))
        #expect(text.unicodeScalars.allSatisfy { !$0.isUnsafe || $0 == "\n" })
        let read = try Recording(text: writer.bytes)
        #expect(read.device.name == "a\\u{1b}[2J\\u{a}E: 0.0\\u{9b}b")
    }
}
