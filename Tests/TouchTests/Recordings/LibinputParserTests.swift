// Tests of the parser for `libinput record`, with complete and truncated files, and of its errors.

import Foundation
import Testing
import Touch
import TouchTesting

/// A file that libinput 1.22.1 wrote.
private func written(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: RecordingCatalogue.folder.appending(path: "../libinput/\(name).yml")))
}

/// A document with this section of one device, in lines 6 and after.
private func document(_ lines: String) -> String {
    """
    # libinput record
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event5
    \(lines)
    """
}

@Suite struct LibinputParserTests {
    @Test("udev's properties are read, of the chosen device")
    func udev() throws {
        let udev = try #require(try read(written("broken-off")).recording.udev)
        #expect(udev.isTouchscreen && !udev.isKeyboard && !udev.isIgnored)
        #expect(udev.millimetres == Size(width: 331, height: 187))
        // This one begins with a keyboard, and a panel without a size is chosen.
        let second = try #require(try read(written("keyboard-and-two-panels")).recording.udev)
        #expect(second.isTouchscreen && !second.isKeyboard && second.millimetres == nil)
    }

    @Test("A complete recording is read: name, ids, properties, codes, axes with resolution, events")
    func whole() throws {
        let outcome = try read(written("pinch-and-tap"))
        let (device, events) = (outcome.recording.device, outcome.recording.events)
        #expect(outcome.remarks.isEmpty)
        #expect(device.name == "ELAN Touchscreen")
        #expect([device.bus, device.vendor, device.product, device.version] == [0x03, 0x4f3, 0x10c, 0x110])
        #expect(device.properties == [DeviceProperty.direct])
        #expect(device.codes == [1: [KeyCode.touch], 3: [0, 1, 0x2f, 0x30, 0x31, 0x34, 0x35, 0x36, 0x39, 0x3c, 0x3d]])
        #expect(device.axes[AbsoluteAxis.positionX] == Axis(minimum: 0, maximum: 3312, resolution: 10))
        #expect(device.axes.count == 11 && device.slotCount == 10)
        #expect(events.first == InputEvent(time: .zero, type: 3, code: 0x39, value: 1))
        #expect(events.last == InputEvent(time: Timestamp(microseconds: 601_185), type: 0, code: 0, value: 0))
        #expect(events.count { $0.type == 0 && $0.code == 0 } == 24)
        #expect(events.contains { $0.value == -1 })
    }

    @Test("libinput's interpretation of the events is ignored")
    func withLibinput() throws {
        let recording = try read(written("with-libinput")).recording
        #expect(recording.events.count { $0.type == 0 && $0.code == 0 } == 24)
        #expect(recording.events.allSatisfy { $0.time.microseconds < 1_000_000 })
        #expect(recording.device == (try read(written("pinch-and-tap")).recording.device))
    }

    @Test("Of several devices each touchscreen is read; typed keys are nowhere")
    func several() throws {
        let outcome = try read(written("keyboard-and-two-panels"))
        let first = outcome.recording
        #expect(first.device.name == "Odd \"panel\" \\ with ® and: #")
        #expect(outcome.remarks == ["1 of its 3 devices is ignored: neither a touchscreen nor a pen"])
        #expect(first.events.allSatisfy { $0.type != 4 && ($0.type != 1 || $0.code == KeyCode.touch) })
        // A pinch and a tap on the first, a tap on the second.
        func fingers(of events: some Sequence<InputEvent>) -> Int {
            events.count { $0.type == 3 && $0.code == 0x39 && $0.value >= 0 }
        }
        #expect(fingers(of: first.events) == 3)
        #expect(first.others.map { fingers(of: $0.makeEvents()) } == [1])
    }

    @Test("A recording that breaks off anywhere after its first device is read")
    func everyEnd() throws {
        let bytes = try written("pinch-and-tap")
        let whole = try read(bytes).recording
        let begun = try #require(bytes.firstRange(of: Array("- node: ".utf8))).upperBound
        var reader = RecordingReader()
        try reader.take(bytes[..<begun])
        for end in begun..<bytes.count {
            var brokenOff = reader
            let part = try brokenOff.finish().recording
            #expect(whole.events.starts(with: part.events))
            try reader.take(bytes[end...end])
        }
        #expect(try reader.finish().recording == whole)
    }

    @Test("Keys and scan codes of a touchscreen are ignored, its buttons are not")
    func keys() throws {
        let text = document(
            """
              evdev:
                name: "Panel"
                codes:
                  1: [30, 102, 330, 352, 512] # EV_KEY
                  4: [4, 5] # EV_MSC
              events:
              - evdev:
                - [  0,      0,   4,   4,  458756] # EV_MSC / MSC_SCAN
                - [  0,      0,   4,   5,       8] # EV_MSC / MSC_TIMESTAMP
                - [  0,      0,   1,  30,       1] # EV_KEY / KEY_A
                - [  0,      0,   1, 330,       1] # EV_KEY / BTN_TOUCH
            """)
        let recording = try Recording(text: text.utf8)
        #expect(recording.device.codes == [1: [330], 4: [5]])
        #expect(recording.events.map(\.code) == [5, 330])
    }

    @Test("Unknown sections, keys and lines are ignored")
    func unknown() throws {
        let text = document(
            """
              evdev:
                name: "Panel"
                newer: {a: 1}
                codes:
                  3: [53] # EV_ABS
              hid: [ 0x05, 0x0d,
                0x09, 0x04 ]
              udev:
                properties:
                - ID_INPUT=1
                virtual: true
              quirks:
              - AttrSizeHint=1x1
              events:
              # Current time is 08:50:53
              - hid:
                - [ 1, 2 ]
                  time: [ 0, 12 ]
              - evdev:
                - [  0,      1,   3,  53,       7]
            """)
        let recording = try Recording(text: text.utf8)
        #expect(recording.device == DeviceDescription(name: "Panel", codes: [3: [53]]))
        #expect(recording.events == [InputEvent(time: Timestamp(microseconds: 1), type: 3, code: 53, value: 7)])
    }

    @Test(
        "A fault is reported with its line",
        arguments: [
            ("version: 1\ndevices:\n", .noDevice, 0),
            (document("  evdev:\n    name: Panel\n"), .unknownEntry, 7),
            (document("  evdev:\n    id: [1, 2, 3]\n"), .missingNumber, 7),
            (document("  evdev:\n    id: [1, 2, 3, 65536]\n"), .badNumber, 7),
            (document("  evdev:\n    id: 1\n"), .unknownEntry, 7),
            (document("  evdev:\n    codes:\n      x: [1]\n"), .badNumber, 8),
            (document("  evdev:\n    codes:\n      1: [1, b]\n"), .badNumber, 8),
            (document("  evdev:\n    absinfo:\n      53: [0, 1, 0, 0]\n"), .missingNumber, 8),
            (document("  evdev:\n    absinfo:\n      53: [0, 2147483648, 0, 0, 0]\n"), .badNumber, 8),
            (document("  events:\n  - evdev:\n    - [0, 0, 3, 53]\n"), .missingNumber, 8),
            (document("  events:\n  - evdev:\n    - [0, 1000000, 3, 53, 1]\n"), .badNumber, 8),
            (document("  events:\n  - evdev:\n    - [-1, 0, 3, 53, 1]\n"), .badNumber, 8),
            (document("  events:\n  - evdev:\n    - hello\n"), .unknownEntry, 8),
            (document("  nonsense\n"), .unknownEntry, 6),
        ] as [(String, RecordingError.Code, Int)])
    func faults(text: String, code: RecordingError.Code, line: Int) {
        let fault = fault(text)
        #expect(fault?.code == code && fault?.line == line, "\(text)")
    }
}
