// Tests of which devices are used, and of the reasons why others are not.

import Testing
import Touch
import TouchTesting

private let slots: [String: Int] = [
    "cr-basking-elan": 10, "cr-ilitek-tp": 10, "cr-nocturne-wacom": 10, "ed-atmel-mxt": 10,
    "ed-atmel-mxt-1f-fasttaps": 10, "ed-atmel-mxt-1f-updown": 10, "ed-atmel-mxt-2f-touch": 10,
    "ed-atmel-mxt-4f-down": 10, "ed-egalax-virtual-multi": 21, "ed-elan-touchscreen": 10, "ed-ep0430m09-1f-updown": 5,
    "ed-ep0430m09-2f-scroll-down": 5, "ed-ep0430m09-2f-touch": 5, "ed-ep0430m09-4f-drag-down": 5,
    "ed-isdv4e6-2fg-double-tap": 2, "ed-isdv4e6-2fg-tap": 2, "ed-isdv4e6-double-center-circle": 2,
    "ed-isdv4e6-double-center-scroll": 2, "ed-isdv4e6-double-tap-center": 2, "ed-isdv4e6-double-top-swipe": 2,
    "ed-isdv4e6-single-center-circle": 2, "ed-isdv4e6-single-center-scroll": 2, "ed-isdv4e6-single-tap-center": 2,
    "ed-isdv4e6-single-top-swipe": 2, "ed-quanta-optical-all": 10, "ed-quanta-optical-hover": 10,
    "ed-quanta-optical-left": 10, "ed-wacom-cintiq22hdt": 10, "ed-wacom-cintiq24hdt": 10,
    "li-calibrated-touchscreen": 10, "li-dell-canvas-totem-touch": 5, "li-nexus4-touch-screen": 10,
    "li-touch-screen": 10, "li-touchscreen-fuzz": 10, "li-touchscreen-mt-tool": 10, "li-wacom-cintiq-13hdt-finger": 10,
    "li-wacom-isdv4-e6-finger": 2, "made-abs-x-resolution": 10, "made-not-live": 10, "made-phone": 10,
    "xit-nexus4-nobtn": 10,
]

/// Devices without slots, by the way in which they report contacts.
private let others: [String: ContactProtocol] = [
    "cr-mimo-touch2-ST": .singleTouch, "li-generic-singletouch": .singleTouch,
    "mh-tablet-angrybirdsmultiplelevels": .trackedContacts, "mh-tablet-calenderaddevent": .trackedContacts,
    "mh-tablet-openangrybirds-drag-tap-tap": .trackedContacts,
    "mh-tablet-opencalender-drag-tap-tap": .trackedContacts, "mh-tablet-playangrybirdslevel1": .trackedContacts,
    "mh-tablet-single-drag": .trackedContacts, "mh-tablet-single-touch": .trackedContacts,
    "mh-tablet-three-touches": .trackedContacts, "mh-tablet-two-finger-drag": .trackedContacts,
]

private let refusals: [String: DeviceRefusal] = [
    "cr-ilitek-tp-mouse": .notTouch, "ed-qemu-usb-tablet": .notTouch, "ed-wacom-isdv4-90": .pen,
    "li-absinfo-override": .touchpad, "li-elan-tablet": .pen, "li-ms-surface-cover": .fakeMultitouch,
    "li-qemu-usb-tablet": .notTouch, "li-synaptics-x220": .touchpad, "li-vmware-virtual-usb-mouse": .notTouch,
    "li-wacom-bamboo-2fg-finger": .touchpad, "li-wacom-intuos5-finger": .touchpad,
    "li-xen-virtual-pointer": .notTouch, "neg-cypress-3f-tap": .touchpad, "neg-dellcanvas-pen": .pen,
    "neg-synaptics-2f-vscroll": .touchpad, "neg-wacom-intuos5-2f-circle": .touchpad,
]

@Suite struct DeviceVerdictTests {
    @Test(
        "Every recorded device is used with its slots or refused for its reason",
        arguments: try RecordingCatalogue.names())
    func recorded(name: String) throws {
        let verdict = DeviceVerdict(of: try RecordingCatalogue.recording(name).device)
        if let expected = others[name] {
            guard case .touchscreen(expected, let contacts) = verdict else {
                Issue.record("\(verdict)")
                return
            }
            #expect(contacts >= 1 && (contacts == 1) == (expected == .singleTouch))
        } else {
            #expect(
                verdict == slots[name].map { .touchscreen(.slots, contacts: $0) } ?? refusals[name].map { .refused($0) }
            )
        }
    }

    @Test("The tables above name existing recordings")
    func complete() throws {
        let all = Array(slots.keys) + refusals.keys + others.keys
        #expect(all.sorted() == (try RecordingCatalogue.names()).sorted())
    }

    private func device(_ change: (inout DeviceDescription) -> Void) -> DeviceVerdict {
        var device = DeviceDescription.touchscreen()
        change(&device)
        return DeviceVerdict(of: device)
    }

    private func absolute(_ codes: UInt16..., keys: Set<UInt16> = [], properties: Set<UInt16> = []) -> DeviceVerdict {
        device {
            $0.codes = [EventType.absolute: Set(codes), EventType.key: keys]
            $0.properties = properties
        }
    }

    private static let used = DeviceVerdict.touchscreen(.slots, contacts: 10)

    @Test(
        "Codes and properties beside the axes of contacts say what a device is",
        arguments: [
            ([KeyCode.touch], [1], used), ([], [1], used), ([KeyCode.touch], [], used), ([], [], used),
            ([KeyCode.touch, KeyCode.toolPen], [1], used),
            ([KeyCode.touch], [1, DeviceProperty.pointer], .refused(.touchpad)),
            ([KeyCode.touch, KeyCode.toolFinger], [], .refused(.touchpad)),
        ] as [(Set<UInt16>, Set<UInt16>, DeviceVerdict)])
    func kinds(keys: Set<UInt16>, properties: Set<UInt16>, verdict: DeviceVerdict) {
        #expect(device { ($0.codes[EventType.key], $0.properties) = (keys, properties) } == verdict)
    }

    @Test("Devices that are not touchscreens are refused")
    func refused() {
        #expect(DeviceVerdict(of: DeviceDescription(name: "lid")) == .refused(.noPosition(axes: [])))
        #expect(absolute(0, 1, keys: [KeyCode.toolPen], properties: [1]) == .refused(.pen))
        #expect(absolute(0, 1) == .refused(.notTouch))
        #expect(device { ($0.codes[EventType.relative], $0.properties) = ([0, 1], []) } == .refused(.mouse))
        #expect(
            device {
                $0.codes[EventType.absolute]?.insert(0x2e)
                $0.codes[EventType.key] = nil
            } == .refused(.fakeMultitouch))
    }

    @Test("16. Slots without tracking ids do not say which are in use: one finger, or all contacts in each frame")
    func slotsWithoutIDs() {
        var device = DeviceDescription.touchscreen()
        device.codes[EventType.absolute] = [AbsoluteAxis.slot, AbsoluteAxis.positionX, AbsoluteAxis.positionY]
        #expect(ContactProtocol(of: device) == .anonymousContacts)
        device.codes[EventType.absolute]?.formUnion([AbsoluteAxis.x, AbsoluteAxis.y])
        #expect(ContactProtocol(of: device) == .singleTouch)
    }

    @Test("15. Fake multitouch is refused, whatever else is declared; the configuration may use its one finger")
    func fakeMultitouch() {
        var device = DeviceDescription.touchscreen()
        let all = Set<UInt16>(0...0x3f)
        device.codes = [EventType.absolute: all, EventType.key: [KeyCode.touch]]
        for code in all { device.axes[code] = Axis(minimum: 0, maximum: 999) }
        #expect(DeviceVerdict(of: device) == .refused(.fakeMultitouch))
        #expect(DeviceVerdict(of: device, isAssured: true) == .touchscreen(.singleTouch, contacts: 1))
    }

    @Test("29. Positions in other axes are refused, and the axes are named")
    func otherAxes() {
        guard case .refused(let refusal) = device({ $0.codes[EventType.absolute] = [0x02, 0x03] }) else {
            Issue.record("they are used")
            return
        }
        #expect(refusal.description.contains("0x"))
    }

    @Test("25. The configuration may declare a device a touchscreen")
    func assured() {
        var device = DeviceDescription.touchscreen()
        device.properties = [DeviceProperty.pointer]
        #expect(DeviceVerdict(of: device, isAssured: true) == .touchscreen(.slots, contacts: 10))
        device.axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: 1000)
        #expect(DeviceVerdict(of: device, isAssured: true) == .refused(.slots(1001)))
    }

    @Test("Defects are named", arguments: [(-1, 0), (256, 257), (.max, 1 << 31)] as [(Int32, Int)])
    func slotDefects(maximum: Int32, count: Int) {
        let verdict = device { $0.axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: maximum) }
        #expect(verdict == .refused(.slots(count)))
        #expect(DeviceRefusal.slots(count).description == "device defect: declares \(count) slots")
    }

    @Test(
        "An empty, backward or absurdly long axis is named",
        arguments: [(0, 0), (5, 5), (10, -10), (.min, .max), (0, .max), (0, 0x3fff_ffff)] as [(Int32, Int32)])
    func axisDefects(minimum: Int32, maximum: Int32) {
        for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] {
            let verdict = device { $0.axes[code] = Axis(minimum: minimum, maximum: maximum) }
            let name = code == AbsoluteAxis.positionX ? "X" : "Y"
            #expect(verdict == .refused(.unusableAxis(name, Axis(minimum: minimum, maximum: maximum))))
            #expect(device { $0.axes[code] = nil } == .refused(.unusableAxis("X or Y", nil)))
        }
        #expect(device { $0.axes[0x35] = Axis(minimum: 0, maximum: 0x3fff_fffe) } == .touchscreen(.slots, contacts: 10))
    }
}
