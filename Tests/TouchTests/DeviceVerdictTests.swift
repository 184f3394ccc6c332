// Which devices are used, and why are the others not?

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
    "li-wacom-isdv4-e6-finger": 2, "xit-nexus4-nobtn": 10,
]

private let refusals: [String: DeviceRefusal] = [
    "cr-ilitek-tp-mouse": .notTouch, "cr-mimo-touch2-ST": .singleTouch, "ed-qemu-usb-tablet": .notTouch,
    "ed-wacom-isdv4-90": .pen, "li-absinfo-override": .touchpad, "li-elan-tablet": .pen,
    "li-generic-singletouch": .singleTouch, "li-ms-surface-cover": .fakeMultitouch, "li-qemu-usb-tablet": .notTouch,
    "li-synaptics-x220": .touchpad, "li-vmware-virtual-usb-mouse": .notTouch, "li-wacom-bamboo-2fg-finger": .touchpad,
    "li-wacom-intuos5-finger": .touchpad, "li-xen-virtual-pointer": .notTouch,
    "mh-tablet-angrybirdsmultiplelevels": .protocolA, "mh-tablet-calenderaddevent": .protocolA,
    "mh-tablet-openangrybirds-drag-tap-tap": .protocolA, "mh-tablet-opencalender-drag-tap-tap": .protocolA,
    "mh-tablet-playangrybirdslevel1": .protocolA, "mh-tablet-single-drag": .protocolA,
    "mh-tablet-single-touch": .protocolA, "mh-tablet-three-touches": .protocolA,
    "mh-tablet-two-finger-drag": .protocolA, "neg-cypress-3f-tap": .touchpad, "neg-dellcanvas-pen": .pen,
    "neg-synaptics-2f-vscroll": .touchpad, "neg-wacom-intuos5-2f-circle": .touchpad,
]

@Suite struct DeviceVerdictTests {
    @Test(
        "Every recorded device is used with its slots or refused for its reason",
        arguments: try RecordingCatalogue.names())
    func recorded(name: String) throws {
        let verdict = DeviceVerdict(of: try RecordingCatalogue.recording(name).device)
        let expected = slots[name].map { DeviceVerdict.touchscreen(slots: $0) } ?? refusals[name].map { .refused($0) }
        #expect(verdict == expected)
    }

    @Test("The tables above name recordings that are there")
    func complete() throws {
        #expect(Set(slots.keys).union(refusals.keys) == Set(try RecordingCatalogue.names()))
        #expect(Set(slots.keys).isDisjoint(with: refusals.keys))
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

    @Test("A touchscreen with slots is used, with or without BTN_TOUCH or a property")
    func used() {
        #expect(device { _ in } == .touchscreen(slots: 10))
        #expect(device { $0.codes[EventType.key] = nil } == .touchscreen(slots: 10))
        #expect(device { $0.properties = [] } == .touchscreen(slots: 10))
        #expect(
            device {
                $0.properties = []
                $0.codes[EventType.key] = nil
            } == .touchscreen(slots: 10))
        #expect(device { $0.codes[EventType.key] = [KeyCode.touch, KeyCode.toolPen] } == .touchscreen(slots: 10))
    }

    @Test("What is no touchscreen is refused")
    func refused() {
        #expect(DeviceVerdict(of: DeviceDescription(name: "lid")) == .refused(.noPosition))
        #expect(absolute(AbsoluteAxis.x) == .refused(.noPosition))
        #expect(device { $0.properties.insert(DeviceProperty.pointer) } == .refused(.touchpad))
        #expect(
            device {
                $0.properties = []
                $0.codes[EventType.key] = [KeyCode.touch, KeyCode.toolFinger]
            } == .refused(.touchpad))
        #expect(absolute(0, 1, keys: [KeyCode.toolPen], properties: [1]) == .refused(.pen))
        #expect(absolute(0, 1) == .refused(.notTouch))
        #expect(absolute(0, 1, keys: [KeyCode.touch]) == .refused(.singleTouch))
        #expect(absolute(0, 1, properties: [1]) == .refused(.singleTouch))
        #expect(absolute(0x35, 0x36, properties: [1]) == .refused(.protocolA))
        #expect(absolute(0x35, 0x36, 0x39, properties: [1]) == .refused(.protocolA))
        #expect(absolute(0x2f, 0x35, 0x36, properties: [1]) == .refused(.protocolA))
        #expect(device { $0.codes[EventType.absolute]?.insert(0x2e) } == .refused(.fakeMultitouch))
    }

    @Test("Defects are named", arguments: [(-1, 0), (256, 257), (.max, 1 << 31)] as [(Int32, Int)])
    func slotDefects(maximum: Int32, count: Int) {
        let verdict = device { $0.axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: maximum) }
        #expect(verdict == .refused(.slots(count)))
        #expect(DeviceRefusal.slots(count).description == "device defect: declares \(count) slots")
    }

    @Test(
        "An axis that is empty, backward or absurdly long is named",
        arguments: [(0, 0), (5, 5), (10, -10), (.min, .max), (0, .max), (0, 0x3fff_ffff)] as [(Int32, Int32)])
    func axisDefects(minimum: Int32, maximum: Int32) {
        for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] {
            let verdict = device { $0.axes[code] = Axis(minimum: minimum, maximum: maximum) }
            #expect(verdict == .refused(.unusableAxis(code: code)))
            #expect(device { $0.axes[code] = nil } == .refused(.unusableAxis(code: code)))
        }
        #expect(device { $0.axes[0x35] = Axis(minimum: 0, maximum: 0x3fff_fffe) } == .touchscreen(slots: 10))
    }

    @Test("Each reason is a different sentence, without a capital or a full stop")
    func sentences() {
        let all: [DeviceRefusal] = [
            .noPosition, .touchpad, .pen, .notTouch, .fakeMultitouch, .singleTouch, .protocolA, .slots(0),
            .unusableAxis(code: 0x35), .unusableAxis(code: 0x36),
        ]
        #expect(Set(all.map(\.description)).count == all.count)
        for reason in all.map(\.description) { #expect(reason.first?.isUppercase == false && reason.last != ".") }
    }
}
