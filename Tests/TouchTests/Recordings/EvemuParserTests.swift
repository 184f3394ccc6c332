// Tests of the evemu parser with the text of different writers, and of its errors.

import Testing
import Touch
import TouchTesting

private func parse(_ text: String) throws -> Recording { try Recording(text: text.utf8) }

@Suite struct EvemuParserTests {
    @Test("A complete recording is read")
    func whole() throws {
        let recording = try parse(
            """
            # EVEMU 1.3
            #~ licence: MIT
            N: Panel
            I: 0018 04f3 23b9 0100
            P: 02 00
            B: 00 0b 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 04 00 00 00 00 00 00
            A: 2f 0 9 0 0 0
            A: 35 -5 1999 3 1 10
            L: 00 1
            S: 00 0
            E: 1.500001 0003 0035 0106\t# EV_ABS / ABS_MT_POSITION_X 106
            E: 1.500002 0000 0000 0000  # ---- SYN_REPORT (0) ----
            """)
        let device = recording.device
        #expect(device.name == "Panel")
        #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x4f3, 0x23b9, 0x100])
        #expect(device.properties == [DeviceProperty.direct])
        #expect(device.codes == [EventType.key: [KeyCode.touch], EventType.absolute: [0x2f, 0x35]])
        #expect(device.axes[0x35] == Axis(minimum: -5, maximum: 1999, fuzz: 3, flat: 1, resolution: 10))
        #expect(device.slotCount == 10)
        #expect(
            recording.events == [
                InputEvent(time: Timestamp(microseconds: 1_500_001), type: 3, code: 0x35, value: 106),
                InputEvent(time: Timestamp(microseconds: 1_500_002), type: 0, code: 0, value: 0),
            ])
    }

    @Test(
        "Values are decimal with any zeros, types and codes hexadecimal",
        arguments: [
            ("0106", 106), ("-1", -1), ("-001", -1), ("0000", 0), ("0x1", nil), ("0b", nil), ("2147483647", .max),
            ("-2147483648", .min), ("2147483648", nil),
        ] as [(String, Int32?)])
    func values(text: String, value: Int32?) throws {
        guard let value else {
            let fault = fault("N: a\nE: 0.000000 0003 0039 \(text)")
            #expect(fault?.code == .badNumber && fault?.line == 2)
            return
        }
        let event = try #require(try parse("N: a\nE: 0.000000 0003 0039 \(text)").events.first)
        #expect((event.type, event.code, event.value) == (3, 0x39, value))
    }

    @Test(
        "Times are whole microseconds, however late the recording began",
        arguments: [
            ("0.000000", 0), ("1.000010", 1_000_010), ("1335785600.000001", 1_335_785_600_000_001), ("0.5", nil),
            ("1", nil), ("1.0000000", nil), ("-1.000000", nil), ("1.-00001", nil), ("9999999999.000000", nil),
            (".000001", nil), ("1.000000.0", nil),
        ] as [(String, Int64?)])
    func times(text: String, microseconds: Int64?) {
        let recording = try? parse("N: a\nE: \(text) 0003 0039 1")
        #expect(recording?.events.first?.time.microseconds == microseconds)
    }

    @Test(
        "Names keep their blanks and their characters",
        arguments: [
            "Weida Hi-Tech                CoolTouchR System           ", "CoolTouch® System", "", "  two blanks before",
            "# no comment", "N: again",
        ])
    func names(name: String) throws {
        #expect(try parse("N: \(name)\nI: 0000 0000 0000 0000").device.name == name)
        let broken = try Recording(text: Array("N: \(name)a".utf8) + [0xff, 0xfe] + Array("b\n".utf8))
        #expect(broken.device.name == name + "a\u{fffd}\u{fffd}b", "bytes that are not UTF-8 are replaced")
    }

    @Test(
        "A fault is reported with its line",
        arguments: [
            ("E: 0.000000 0003 0039 1", .noDevice, 0), ("I: 0 0 0 0", .noDevice, 0),
            ("N: a\nI: 0003 0001", .missingNumber, 2), ("N: a\nI: 3 1 1 zz", .badNumber, 2),
            ("N: a\nI: 10000 1 1 1", .badNumber, 2), ("N: a\nP: 100", .badNumber, 2), ("N: a\nB:", .missingNumber, 2),
            ("N: a\nB: 01 0g", .badNumber, 2), ("N: a\nA: 35 0 100 0", .missingNumber, 2),
            ("N: a\nA: 35 0 100 0 0 99999999999", .badNumber, 2), ("N: a\nE:", .missingNumber, 2),
            ("N: a\nE: 0.000000", .missingNumber, 2), ("N: a\nE: 0.000000 0003", .missingNumber, 2),
            ("N: a\nE: 0.000000 0003 0039 # 1", .missingNumber, 2), ("N: a\nE: 0.000000 10003 0039 1", .badNumber, 2),
            ("# EVEMU 1.3\r\nN: a\r\nE: 0.000000 0003 0039 1x\r\n", .badNumber, 3),
        ] as [(String, RecordingError.Code, Int)])
    func faults(text: String, code: RecordingError.Code, line: Int) {
        let fault = fault(text)
        #expect(fault?.code == code)
        #expect(fault?.line == line)
    }

    @Test("A fault names the expected text and the place")
    func descriptions() {
        #expect(fault("N: a\nB:")?.description == "line 2: a number is missing")
        #expect(fault("N: a\nP: x")?.description == "line 2: a number cannot be read or is out of range")
        #expect(fault("I: 0 0 0 0")?.description.hasPrefix("no description of a touchscreen: evemu text has") == true)
    }

    @Test("Endless masks do not trap, and hold no more codes than the kernel has")
    func endlessMasks() throws {
        let line = String(repeating: " ff", count: 9000)
        let device = try parse("N: a\nP:\(line)\nB: 03\(line)\nB: 03\(line)").device
        #expect(device.properties.count == 65536 && device.codes[3]?.count == 0x300)
    }
}

@Suite struct RecordingsTests {
    @Test("Every recording of the project is read", arguments: try RecordingCatalogue.names())
    func readable(name: String) throws {
        let recording = try RecordingCatalogue.recording(name)
        #expect(!recording.device.name.isEmpty)
        let lines = try String(decoding: RecordingCatalogue.text(of: name), as: UTF8.self).split(separator: "\n")
        #expect(recording.events.count == lines.count { $0.hasPrefix("E:") })
        #expect(recording.device.axes.count == lines.count { $0.hasPrefix("A:") })
    }
}
