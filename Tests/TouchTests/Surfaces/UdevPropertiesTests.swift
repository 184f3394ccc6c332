// Tests of device kinds from udev's properties.

import Testing
import Touch
import TouchTesting

@Suite struct UdevPropertiesTests {
    @Test("Of the recorded devices that gestured can read, udev calls all but one touchscreens, and no others")
    func recorded() throws {
        var names: [String] = []
        for name in try RecordingCatalogue.names() {
            let device = try RecordingCatalogue.recording(name).device
            let isRead = if case .touchscreen = DeviceVerdict(of: device) { true } else { false }
            if isRead != UdevProperties(classifying: device).isTouchscreen { names.append(name) }
        }
        #expect(names == ["made-not-live"])
    }

    @Test("A device with all keys from Esc to S is a keyboard, too, as in udev, and its keys are not stored")
    func keyboards() throws {
        func evemu(_ mask: String, _ comments: String = "") throws -> Recording {
            let head = "N: a\nP: 02\nB: 01 \(mask)" + String(repeating: "\nB: 01 00 00 00 00 00 00 00 00", count: 4)
            return try Recording(text: (comments + head + "\nB: 01 00 04\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0").utf8)
        }
        func libinput(_ keys: ClosedRange<Int>, _ properties: String = "") throws -> Recording {
            let codes = "1: [\(keys.map { "\($0)" }.joined(separator: ", ")), 330]"
            return try Recording(
                text: """
                    version: 1
                    devices:
                    - node: /dev/input/event5
                      evdev:
                        name: "a"
                        codes:
                          \(codes)
                        absinfo:
                          53: [0, 99, 0, 0, 0]
                          54: [0, 99, 0, 0, 0]
                        properties: [1]
                      udev:
                        properties:
                    \(properties)
                    """.utf8)
        }
        let recordings = try [evemu("fe ff ff ff 00 00 00 00"), evemu("ff ff ff ff ff ff ff ff"), libinput(1...31)]
        for recording in recordings {
            #expect(recording.udev == UdevProperties(isTouchscreen: true, isKeyboard: true, isIgnored: false))
            #expect(recording.device.codes[EventType.key] == [KeyCode.touch])
            #expect(try Recording(text: recording.evemu) == recording)
        }
        for mask in ["fe ff ff 7f ff ff ff ff", "fc ff ff ff ff ff ff ff", "00 00 00 00 00 00 00 00"] {
            #expect(try evemu(mask).udev == nil)
        }
        #expect(try libinput(1...30).udev == nil && libinput(2...99).udev == nil)
        // Recorded udev properties take precedence.
        let received = "    - ID_INPUT_TOUCHSCREEN=1"
        #expect(try libinput(1...31, received).udev?.isKeyboard == false)
        #expect(
            try evemu("fe ff ff ff", "#~ udev: ID_INPUT_TOUCHSCREEN=1\n").udev
                == UdevProperties(isTouchscreen: true, isKeyboard: false, isIgnored: false))
    }

    @Test(
        "Each property is read as libinput reads it, or a warning names it",
        arguments: [
            (["ID_INPUT_TOUCHSCREEN=1"], "touchscreen", []), (["ID_INPUT_TOUCHSCREEN=0"], "", []),
            (["ID_INPUT_TOUCHSCREEN=yes"], "", ["ID_INPUT_TOUCHSCREEN is \"yes\", which counts as 0"]),
            (["ID_INPUT_TOUCHSCREEN=yes", "ID_INPUT_TOUCHSCREEN=1"], "touchscreen", []),
            (["ID_INPUT_KEYBOARD=1"], "keyboard", []),
            (["ID_INPUT_KEYBOARD=true"], "", ["ID_INPUT_KEYBOARD is \"true\""]),
            (["LIBINPUT_IGNORE_DEVICE=1"], "ignored", []), (["LIBINPUT_IGNORE_DEVICE=0"], "", []),
            (["LIBINPUT_IGNORE_DEVICE=no"], "ignored", []), (["LIBINPUT_IGNORE_DEVICE="], "ignored", []),
            (["ID_INPUT_TABLET=1"], "pen", []), (["ID_INPUT_TABLET=1", "ID_INPUT_KEY=1"], "", []),
            (["ID_INPUT_TABLET=1", "ID_INPUT_TABLET_PAD=1"], "", []),
            (["ID_INPUT_TABLET=1", "ID_INPUT_KEY=0"], "pen", []),
            (["ID_INPUT_TABLET=1", "ID_INPUT_TOUCHSCREEN=1"], "touchscreen", []),
            (["ID_INPUT_WIDTH_MM=88", "ID_INPUT_HEIGHT_MM=155"], "88 x 155", []),
            (["ID_INPUT_WIDTH_MM=88", "ID_INPUT_HEIGHT_MM=0"], "", ["ID_INPUT_HEIGHT_MM is \"0\", which is ignored"]),
            (["ID_INPUT_WIDTH_MM=8.8"], "", ["ID_INPUT_WIDTH_MM is \"8.8\""]),
            (["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0"], "calibrated", []),
            (["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0 0 0 1"], "calibrated", []),
            (["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1"], "", ["LIBINPUT_CALIBRATION_MATRIX is \"1 0 0 0 1\""]),
            (["LIBINPUT_DEVICE_GROUP=3/56a/f8:usb-1"], "group 3/56a/f8:usb-1", []),
            (["LIBINPUT_DEVICE_GROUP=3/56a/f8:"], "", []),
            (["EVDEV_ABS_00=x", "ID_SEAT=seat1"], "", []),
        ] as [([String], String, [String])])
    func properties(lines: [String], kind: String, warnings: [String]) throws {
        let udev = UdevProperties { name in
            lines.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        var kinds = [(udev.isTouchscreen, "touchscreen"), (udev.isKeyboard, "keyboard"), (udev.isIgnored, "ignored")]
        kinds += [
            (udev.isPen, "pen"), (udev.calibration != nil, "calibrated"), (!udev.group.isEmpty, "group \(udev.group)"),
        ]
        let size = udev.millimetres.map { "\(Int($0.width)) x \(Int($0.height))" } ?? ""
        #expect(kinds.filter(\.0).map(\.1).joined() + size == kind)
        #expect(udev.warnings.count == warnings.count)
        for (warning, words) in zip(udev.warnings, warnings) { #expect(warning.contains("udev's " + words)) }
        // Recordings have the same, also when they are written and read again.
        let comments = lines.map { "#~ udev: \($0)\n" }.joined()
        let read = try Recording(text: ("#~ udev: ID_INPUT_TOUCHSCREEN=0\n" + comments + "N: a").utf8)
        #expect(read.udev == udev)
        #expect(try Recording(text: read.evemu).udev == udev)
    }

    @Test(
        "Touch or the direct property makes a touchscreen, unless codes tell a pen, touchpad, mouse or something else")
    func kinds() {
        func isTouchscreen(_ keys: Set<UInt16>, _ axes: Set<UInt16>, _ properties: Set<UInt16> = []) -> Bool {
            let codes = [EventType.key: keys, EventType.absolute: axes]
            return UdevProperties(classifying: DeviceDescription(name: "", properties: properties, codes: codes))
                .isTouchscreen
        }
        let (touch, single): (UInt16, Set<UInt16>) = (KeyCode.touch, [AbsoluteAxis.x, AbsoluteAxis.y])
        let contacts: Set<UInt16> = [AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.slot]
        for axes in [single, contacts, single.union(contacts)] {
            #expect(isTouchscreen([touch], axes) && isTouchscreen([], axes, [1]) && !isTouchscreen([], axes))
        }
        #expect(!isTouchscreen([touch], []))
        for pen in [KeyCode.toolPen, KeyCode.stylus] { #expect(!isTouchscreen([touch, pen], contacts, [1])) }
        #expect(!isTouchscreen([touch, KeyCode.toolFinger], contacts))
        #expect(isTouchscreen([touch, KeyCode.toolFinger], contacts, [DeviceProperty.direct]))
        #expect(!isTouchscreen([touch, KeyCode.left], single) && isTouchscreen([touch, KeyCode.left], contacts))
        #expect(!isTouchscreen([], single.union([AbsoluteAxis.z]), [DeviceProperty.direct]))
        #expect(isTouchscreen([touch], single.union([AbsoluteAxis.z])))
        #expect(!isTouchscreen([touch], contacts.union([AbsoluteAxis.slot - 1])))
    }
}
