// Tests that a recording is the same after writing and reading.

import Testing
import Touch
import TouchTesting

private func text(_ device: DeviceDescription, comments: [String] = []) -> [Substring] {
    var writer = EvemuWriter()
    writer.append(device, comments: comments)
    return String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n")
}

private func event(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: microseconds), type: type, code: code, value: value)
}

@Suite struct EvemuWriterTests {
    @Test(
        "Every recording of the project is unchanged after writing and reading it",
        arguments: try RecordingCatalogue.names())
    func unchanged(name: String) throws {
        let recording = try RecordingCatalogue.recording(name)
        #expect(try Recording(text: recording.evemu) == recording)
    }

    @Test("What gestured said while a panel was recorded is read as it was written, and is a comment for others")
    func notes() throws {
        var recording = try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center")
        recording.notes = [RecordingNote(time: Timestamp(microseconds: 1_000_020), text: #"{"text":"ü # 1: 2"}"#)]
        #expect(try Recording(text: recording.evemu) == recording)
        let written = String(decoding: recording.evemu, as: UTF8.self)
        #expect(written.hasSuffix("\n" + #"#~ gestured 1.000020: {"text":"ü # 1: 2"}"# + "\n"))
        let broken = written + "#~ gestured 1.5: a\n#~ gestured\n#~ gestured x: b\n#~ gestured -1.000000: c"
        #expect(try Recording(text: broken.utf8).notes == recording.notes)
    }

    @Test("The head is that of evemu's own programs")
    func head() {
        let device = DeviceDescription(
            name: "Panel  ", bus: 0x18, vendor: 0x4f3, product: 0x23b9, version: 0x100,
            properties: [DeviceProperty.direct],
            codes: [EventType.key: [KeyCode.touch], EventType.absolute: [0x2f, 0x35, 0x36]],
            axes: [
                0x36: Axis(minimum: 0, maximum: 1000, resolution: 10),
                0x35: Axis(minimum: -5, maximum: 1999, fuzz: 3, flat: 1, resolution: 10),
            ])
        let lines = text(device, comments: ["one", "two\nlines"])
        #expect(
            lines.prefix(9) == [
                "# EVEMU 1.3", "# one", "# two\\u{a}lines", "# Input device name: \"Panel  \"", "# Size in mm: 200x100",
                "N: Panel  ", "I: 0018 04f3 23b9 0100", "P: 02 00 00 00 00 00 00 00", "B: 00 0b 00 00 00 00 00 00 00",
            ])
        #expect(lines.count { $0.hasPrefix("B: 01 ") } == 12)
        #expect(lines.contains("B: 01 00 04 00 00 00 00 00 00"))
        #expect(lines.contains("B: 03 00 00 00 00 00 80 60 00"))
        #expect(lines.suffix(2) == ["A: 35 -5 1999 3 1 10", "A: 36 0 1000 0 0 10"])
    }

    @Test("A device's name is written in one line as visible escapes")
    func name() throws {
        let lines = text(DeviceDescription(name: "a\u{1b}[2J\nE: 0.0\u{9b}b"), comments: ["c\u{1b}"])
        #expect(lines.contains("N: a\\u{1b}[2J\\u{a}E: 0.0\\u{9b}b") && lines.contains("# c\\u{1b}"))
        #expect(lines.allSatisfy { String($0).printable == $0 })
    }

    @Test("udev's properties are written as a comment of evemu's, and are the same when read")
    func udev() throws {
        let matrix = AffineMatrix(calibration: 0, -1.0000001, 1, 1e-9, 0, -0.05)
        let udev = UdevProperties(
            isTouchscreen: true, isKeyboard: true, isIgnored: true, millimetres: Size(width: 88, height: 155),
            calibration: matrix)
        var recording = Recording(device: .touchscreen(), events: [event(0, 0, 0, 0)], udev: udev)
        let lines = String(decoding: recording.evemu, as: UTF8.self).split(separator: "\n")
        #expect(
            lines[1..<7] == [
                "#~ udev: ID_INPUT_TOUCHSCREEN=1", "#~ udev: ID_INPUT_KEYBOARD=1", "#~ udev: LIBINPUT_IGNORE_DEVICE=1",
                "#~ udev: ID_INPUT_WIDTH_MM=88", "#~ udev: ID_INPUT_HEIGHT_MM=155",
                "#~ udev: LIBINPUT_CALIBRATION_MATRIX=0.0 -1.0000001 1.0 0.000000001 0.0 -0.05",
            ])
        let read = try Recording(text: recording.evemu)
        #expect(read == recording && read.udev?.millimetres == Size(width: 88, height: 155))
        #expect(read.udev?.calibration == matrix)
        for other in [nil, UdevProperties(), UdevProperties(isTouchscreen: true, isKeyboard: false, isIgnored: false)] {
            recording.udev = other
            #expect(try Recording(text: recording.evemu) == recording)
        }
    }

    @Test("Events are written as by evemu: four digits, including the sign, and marked frames")
    func events() {
        var writer = EvemuWriter()
        writer.append(event(51_275, 3, 0x39, -1))
        writer.append(event(51_275, 3, 0x35, -12345))
        writer.append(event(51_275, 0, 0, 0))
        writer.append(event(1_060_000_000_001, 3, 0x35, 65536))
        writer.append(event(-1, 3, 0x35, 7))
        writer.append(event(61_300, 0, 0, 0))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                E: 0.051275 0003 0039 -001
                E: 0.051275 0003 0035 -12345
                E: 0.051275 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
                E: 1060000.000001 0003 0035 65536
                E: 0.000000 0003 0035 0007
                E: 0.061300 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +10ms

                """)
    }

    @Test("Keys and scan codes are not written, neither in the head nor as events")
    func keys() throws {
        let recording = Recording(
            device: DeviceDescription(
                name: "a", codes: [1: [30, 0x66, 0x14a, 0x160, 0x200], 4: [3, 4, 5], 3: [0x35]]),
            events: [
                event(0, 1, 30, 1), event(0, 1, 0x160, 1), event(0, 4, 4, 7), event(0, 1, 0x14a, 1), event(0, 0, 0, 0),
            ])
        let read = try Recording(text: recording.evemu)
        #expect(read.device.codes == [1: [0x14a], 4: [5], 3: [0x35]])
        #expect(read.events == [event(0, 1, 0x14a, 1), event(0, 0, 0, 0)])
        let written = String(decoding: recording.evemu, as: UTF8.self)
        #expect(!written.contains("0001 001e") && !written.contains("0004 0004"))
    }
}

@Suite struct RecordedCodesTests {
    @Test("A keyboard is detected; a panel with a few keys beside the glass is not one, and no touchscreen is")
    func keyboards() {
        let keyboard = DeviceDescription(name: "a", codes: [1: Set(1...120)])
        let buttons = DeviceDescription(name: "a", codes: [1: [102, 114, 115, 116, 143, 158]])
        let digits = DeviceDescription(name: "a", codes: [1: [0x200, 0x201]])
        let mouse = DeviceDescription(name: "a", codes: [1: [0x110, 0x111]])
        var panel = DeviceDescription.touchscreen()
        panel.codes[1, default: []].formUnion(1...120)
        #expect([keyboard, digits].allSatisfy(RecordedCodes.isKeyboard))
        #expect(![buttons, mouse, panel].contains(where: RecordedCodes.isKeyboard))
        #expect(panel.recorded.codes[1] ?? [] == DeviceDescription.touchscreen().codes[1] ?? [])
    }
}
