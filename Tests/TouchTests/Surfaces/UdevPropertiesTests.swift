// Tests of device kinds from udev's properties.

import Testing
import Touch
import TouchTesting

@Suite struct UdevPropertiesTests {
    /// Names of a panel's axes, buttons and properties.
    private func device(keys: Set<UInt16>, axes: Set<UInt16>, properties: Set<UInt16> = []) -> DeviceDescription {
        DeviceDescription(
            name: "", properties: properties, codes: [EventType.key: keys, EventType.absolute: axes])
    }
    private static let single: Set<UInt16> = [AbsoluteAxis.x, AbsoluteAxis.y]
    private static let contacts: Set<UInt16> = [AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.slot]

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
            return try Recording(evemu: (comments + head + "\nB: 01 00 04\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0").utf8)
        }
        func libinput(_ keys: ClosedRange<Int>, _ properties: String = "") throws -> Recording {
            let codes = "1: [\(keys.map { "\($0)" }.joined(separator: ", ")), 330]"
            return try Recording(
                libinput: """
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
            #expect(try Recording(evemu: recording.evemu) == recording)
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

    @Test("Touch or the direct property makes a touchscreen, with either kind of axes")
    func touchscreens() {
        for axes in [Self.single, Self.contacts, Self.single.union(Self.contacts)] {
            #expect(UdevProperties(classifying: device(keys: [KeyCode.touch], axes: axes)).isTouchscreen)
            let direct = device(keys: [], axes: axes, properties: [DeviceProperty.direct])
            #expect(UdevProperties(classifying: direct).isTouchscreen)
            #expect(!UdevProperties(classifying: device(keys: [], axes: axes)).isTouchscreen)
        }
        #expect(!UdevProperties(classifying: device(keys: [KeyCode.touch], axes: [])).isTouchscreen)
    }

    @Test("Pens, touchpads, mice, accelerometers and devices whose axes overflow are not touchscreens")
    func others() {
        func isTouchscreen(_ keys: Set<UInt16>, _ axes: Set<UInt16>, _ properties: Set<UInt16> = []) -> Bool {
            UdevProperties(classifying: device(keys: keys, axes: axes, properties: properties)).isTouchscreen
        }
        let (touch, single, contacts) = (KeyCode.touch, Self.single, Self.contacts)
        for pen in [KeyCode.toolPen, KeyCode.stylus] { #expect(!isTouchscreen([touch, pen], contacts, [1])) }
        #expect(!isTouchscreen([touch, KeyCode.toolFinger], contacts))
        #expect(isTouchscreen([touch, KeyCode.toolFinger], contacts, [DeviceProperty.direct]))
        #expect(!isTouchscreen([touch, KeyCode.left], single) && isTouchscreen([touch, KeyCode.left], contacts))
        #expect(!isTouchscreen([], single.union([AbsoluteAxis.z]), [DeviceProperty.direct]))
        #expect(isTouchscreen([touch], single.union([AbsoluteAxis.z])))
        #expect(!isTouchscreen([touch], contacts.union([AbsoluteAxis.slot - 1])))
    }
}
