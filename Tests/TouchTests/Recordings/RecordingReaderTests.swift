// Tests of the recording reader: formats, what surrounds a recording, and bounded memory.

import Foundation
import Testing
import Touch
import TouchTesting

private func sample(_ name: String) throws -> String {
    try String(contentsOf: RecordingCatalogue.folder.appending(path: "../texts/\(name)"), encoding: .utf8)
}

/// A tap in each format.
private let taps: [(format: String, text: String)] = [
    ("evemu", "tap.evemu"), ("libinput", "tap.yml"), ("evtest", "tap-evtest.txt"), ("getevent", "tap-getevent.txt"),
].map { format, file in (format, (try? sample(file)) ?? "") }

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

    @Test("The same tap is the same recording in every format", arguments: taps)
    func same(format: String, text: String) throws {
        let outcome = try read(text)
        #expect(outcome.recording == (try read(taps[0].text).recording))
        #expect(outcome.remarks.isEmpty)
    }

    @Test("What people paste around a recording changes nothing, and is told", arguments: taps)
    func surroundings(format: String, text: String) throws {
        let recording = try read(text).recording
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        func lined(_ prefix: String, _ end: String = "\n") -> String { lines.map { prefix + $0 + end }.joined() }
        let before = [
            "Recording to 'stdout'.\n", "Select the device event number [0-21]: 20\n", "$ sudo cat event\n",
            "Available devices:\n/dev/input/event0:\tPanel: X\nSelect the device event number [0-5]: 0\n",
            "From: a@b\nSubject: [PATCH] input: x\n\nHello,\n[    1.234567] usb 1-1: new device\n\n```\n",
        ]
        for start in before {
            let (remarks, count) = (try read(start + text).remarks, start.split(separator: "\n").count)
            let beginning = start.count { $0 == "\n" } + 1
            #expect(try read(start + text).recording == recording, "\(start)")
            #expect(remarks.count == 1 && remarks[0].contains(start.prefix { $0 != "\n" }), "\(remarks)")
            #expect(count == 1 || remarks[0].hasPrefix("\(count) lines are not part of the recording"), "\(remarks)")
            #expect(remarks[0].hasSuffix("the recording begins in line \(beginning)"), "\(remarks)")
        }
        // Without a remark.
        for other in [
            lined("    "), lined("> "), lined("\t"), lined(">> > "), lined("  | "), lined("", "\r\n"),
            format == "evemu" ? text : lined("", "   \n"), "\u{feff}" + text, "\n\n" + text + "\n",
            String(text.dropLast()),
            lined("> ").replacing("> \n", with: ">\n"),
        ] {
            let outcome = try read(other)
            #expect(outcome.recording == recording && outcome.remarks.isEmpty, "\(other.prefix(40))")
        }
        // After it, and in it.
        for end in ["pi@raspberrypi:~ $ \n", "^C\n", "```\nThanks!\n"] {
            #expect(try read(text + end).recording == recording)
        }
        #expect(try read(text + "the recording ended here").recording == recording)
    }

    @Test("UTF-16, as the shell of Windows writes it, is read in either order, in pieces of any size", arguments: taps)
    func wide(format: String, text: String) throws {
        let recording = try read(text).recording
        for isLittle in [true, false] {
            let bytes = ("\u{feff}" + text).utf16.flatMap { unit in
                isLittle ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
            }
            for size in [1, 2, 3, 1000, nil] {
                #expect(try read(bytes, inPiecesOf: size).recording == recording)
            }
            #expect(try read(bytes + [0]).recording == recording)
        }
        #expect(try read(Array("\u{feff}".utf8) + text.utf8, inPiecesOf: 1).recording == recording)
    }

    @Test(
        "The samples of texts are read: protocol, contacts, name",
        arguments: [
            ("evtest.txt", .slots, "Sample Panel"), ("evtest-old.txt", .anonymousContacts, "sample-ts"),
            ("getevent.txt", .slots, "sample_touch"), ("getevent-numbers.txt", .slots, "touchscreen"),
            ("pen-and-panels.yml", .slots, "Sample Finger"),
        ] as [(String, ContactProtocol, String)])
    func samples(file: String, contactProtocol: ContactProtocol, name: String) throws {
        let recording = try read(sample(file)).recording
        #expect(ContactProtocol(of: recording.device) == contactProtocol && recording.device.name == name)
        #expect(recording.events.contains { $0.code == AbsoluteAxis.positionX && $0.type == EventType.absolute })
        #expect(recording.events.count(where: \.isReport) >= 2)
    }

    @Test("Beside a panel, other panels and the pen are read; buttons are not")
    func several() throws {
        let pen = try read(sample("pen-and-panels.yml"))
        #expect(pen.recording.others.map(\.device.name) == ["Other Panel", "Sample Pen"])
        #expect(pen.recording.others.map { $0.udev?.isPen } == [false, true])
        let phone = try read(sample("getevent.txt"))
        #expect(phone.recording.others.isEmpty)
        #expect(phone.remarks == ["1 of its 2 devices is ignored: neither a touchscreen nor a pen"])
        // Two runs of evtest in one report.
        let both = try read(taps[2].text + taps[2].text.replacing("Panel", with: "Other"))
        #expect(both.recording.others.map(\.device.name) == ["Other"])
    }

    @Test("Of events without a description, a touchscreen is assumed that can send them")
    func undescribed() throws {
        for (format, text) in taps where format != "libinput" {
            let events = text.split(separator: "\n").filter { $0.contains(/^(E:|Event:|\[)/) }.joined(separator: "\n")
            let outcome = try read(events)
            #expect(outcome.recording.events == (try read(text).recording.events))
            #expect(DeviceVerdict(of: outcome.recording.device) == .touchscreen(.slots, contacts: 10))
            #expect(outcome.remarks.count == 1 && outcome.remarks[0].contains("X ends at 400 and Y at 200"))
        }
        // Sensors and keys send positions or presses, but no touches.
        #expect(try read("[ 1.000000] 0003 0000 00000001\n[ 1.000000] 0003 0001 00000001\n").remarks.isEmpty)
        let single = "[ 1.000000] 0003 0000 00000009\n[ 1.000000] 0003 0001 00000008\n[ 1.000000] 0001 014a 00000001\n"
        #expect(DeviceVerdict(of: try read(single).recording.device) == .touchscreen(.singleTouch, contacts: 1))
    }

    @Test("Events of one node are never those of another, and no text has more devices than are kept")
    func manyDevices() throws {
        var text = ""
        for node in 0..<1000 {
            text += "[ 1.00000\(node % 10)] /dev/input/event\(node): 0003 0035 0000000\(node % 9)\n"
        }
        let recording = try read(text).recording
        #expect(recording.events.count == 1 && recording.device.name == "/dev/input/event0")
        let described = taps[3].text.split(separator: "\n").prefix { !$0.hasPrefix("[") }.joined(separator: "\n")
        let many = (0..<100).map { described.replacing("event3", with: "event\($0)") }.joined(separator: "\n")
        #expect(try read(many).recording.others.count == 63)
        let yaml = "devices:\n" + String(repeating: "- node: /dev/input/event1\n", count: 100)
        #expect(try read(yaml).recording.others.isEmpty)
    }

    @Test("Getevent without times is refused, with what to do")
    func timeless() {
        for text in [
            "/dev/input/event2: EV_ABS       ABS_MT_POSITION_X    0000021c",
            "EV_SYN       SYN_REPORT           00000000",
        ] {
            #expect(fault("add device 1: /dev/input/event2\n" + text)?.code == .noTimes)
            #expect(fault(text)?.description == "line 1: getevent prints no times here; record with `getevent -lt`")
        }
    }

    @Test(
        "A number that cannot be read is reported with its line",
        arguments: [
            ("Event: time 1.000000, type 3 (EV_ABS), code 53 (X), value x", .badNumber, 1),
            ("Event: time 1.000000, type 3 (EV_ABS), code 53 (X)", .missingNumber, 1),
            ("Event: time 1.000000, type 3 (EV_ABS), code 53 (X), value 1\nEvent: time 1.0, type 3\n", .badNumber, 2),
            ("Input device ID: bus 0x18 vendor 0x0", .missingNumber, 1),
            ("Input device ID: bus 0x18 vendor 0x0 product 0x10000 version 0x0", .badNumber, 1),
            ("Input device name: Panel", .unknownEntry, 1),
            ("add device 1: /dev/input/event2\n  bus: 00x8\n", .badNumber, 2),
            ("add device 1: /dev/input/event2\n events:\n ABS (0003): 0035 : min 0, max x\n", .badNumber, 3),
        ] as [(String, RecordingError.Code, Int)])
    func faults(text: String, code: RecordingError.Code, line: Int) {
        #expect(fault(text)?.code == code && fault(text)?.line == line, "\(text)")
    }

    @Test("Damaged texts are read or refused, and never trap", arguments: taps)
    func mutations(format: String, text: String) throws {
        var random = SeededNumbers(seed: 1)
        let marks = Array("\n\r\t #:-.,[]()0f9NEx*".utf8) + [0, 0x80, 0xff]
        for _ in 0..<100 {
            #expect(FuzzedRecording(random.mutilated(Array(text.utf8), with: marks)).faults == [])
        }
    }

    @Test(
        "Texts without a recording are refused with their first line",
        arguments: [("", 0), ("# only a comment\n", 0), ("\u{89}PNG\n", 1), ("# x\n\n{\"a\": 1}\n", 3), ("hello\n", 1)])
    func neither(text: String, line: Int) {
        #expect(fault(text)?.code == .unknownFormat)
        #expect(fault(text)?.line == line)
        #expect(fault(String(repeating: "x", count: 1 << 20) + "x")?.code == .unknownFormat)
    }

    @Test("An endless line is refused before it fills the memory, in one piece or in many")
    func longLines() {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var reader = RecordingReader()
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
}
