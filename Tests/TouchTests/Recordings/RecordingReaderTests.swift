// Tests of the recording reader: detected formats and bounded memory.

import Testing
import Touch

private func read(_ text: String) throws(RecordingError) -> RecordingReader.Outcome {
    var reader = RecordingReader()
    try reader.take(Array(text.utf8)[...])
    return try reader.finish()
}

private func fault(_ text: String) -> RecordingError? {
    do throws(RecordingError) {
        _ = try read(text)
        return nil
    } catch { return error }
}

@Suite struct RecordingReaderTests {
    @Test(
        "The first line that is not a comment decides the format",
        arguments: [
            ("N: Panel\n", "Panel"), ("# libinput record\n\nN: Panel\n", "Panel"),
            ("I: 0000 0000 0000 0000\nN: Panel", "Panel"),
            ("# EVEMU 1.3\nversion: 1\ndevices:\n- node: x\n  evdev:\n    name: \"Panel\"\n", "Panel"),
            ("---\r\nversion: 1\r\ndevices:\r\n- node: x\r\n  evdev:\r\n    name: \"Panel\"\r\n", "Panel"),
        ])
    func formats(text: String, name: String) throws {
        #expect(try read(text).recording.device.name == name)
    }

    @Test(
        "Other formats are refused with the decisive line",
        arguments: [("", 0), ("# only a comment\n", 0), ("\u{89}PNG\n", 1), ("# x\n\n{\"a\": 1}\n", 3), ("hello\n", 1)])
    func neither(text: String, line: Int) {
        #expect(fault(text)?.code == .unknownFormat)
        #expect(fault(text)?.line == line)
    }

    @Test("An endless line is refused before it fills the memory, in one piece or in many")
    func longLines() {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var reader = RecordingReader(format: .evemu)
        var pieces = 0
        let thrown = #expect(throws: RecordingError.self) {
            try reader.take(Array("N: a\n".utf8)[...])
            while pieces < 100 {
                try reader.take(piece[...])
                pieces += 1
            }
        }
        #expect(thrown?.code == .longLine && thrown?.line == 2)
        #expect(pieces == 16)
        let long = String(repeating: "x", count: 1 << 20) + "x\n"
        #expect(fault("# a\n#" + long)?.code == .longLine)
    }

    @Test("evemu text that breaks off in an event is read up to there; in the description it is refused")
    func brokenOff() throws {
        let head = "# EVEMU 1.3\nN: a\n"
        let event = "E: 0.000001 0003 0035 0005\n"
        for length in 1..<20 {
            let outcome = try read("\(head)\(event)\(event.prefix(length))")
            #expect(outcome.recording.events.count == 1)
            #expect(outcome.remarks == ["the recording ends in the middle of line 4, which is ignored"])
        }
        #expect(try read("\(head)\(event)\(event.dropLast())").recording.events.count == 2)
        #expect(fault(head + "E: 0.00")?.line == 3)
        #expect(fault(head + event + "E: 0.00\n")?.line == 4)
    }

    @Test("Keys and scan codes of evemu text are ignored, in its masks and in its events")
    func keys() throws {
        let text = """
            N: a
            B: 01 00 00 00 40 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 01 00 00 00 00 00 00 00
            B: 04 38
            E: 0.000000 0001 001e 0001
            E: 0.000000 0004 0004 458756
            E: 0.000000 0004 0005 0008
            E: 0.000000 0001 0100 0001
            E: 0.000000 0001 0160 0001
            """
        let recording = try read(text).recording
        #expect(recording.device.codes == [1: [0x100], 4: [5]])
        #expect(recording.events.map(\.code) == [5, 0x100])
    }
}
