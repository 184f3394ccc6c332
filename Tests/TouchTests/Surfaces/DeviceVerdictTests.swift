// Tests of which devices are used, and of the reasons why others are not.

import Testing
import Touch
import TouchTesting

@Suite struct DeviceVerdictTests {
    @Test("Every recorded device is used as the manifest says, or refused for its reason", arguments: ManifestRow.all)
    func recorded(row: ManifestRow) throws {
        switch DeviceVerdict(of: try RecordingCatalogue.recording(row.name).device) {
        case .touchscreen(.slots, let contacts): #expect(row.verdict == "slots, \(contacts)")
        case .touchscreen(.singleTouch, let contacts): #expect(row.verdict == "single touch" && contacts == 1)
        case .touchscreen(.trackedContacts, let contacts): #expect(row.verdict == "list with numbers" && contacts > 1)
        case .touchscreen(.anonymousContacts, _): #expect(row.verdict == "list")
        case .refused(let reason): #expect(!row.verdict.isEmpty && reason.description.hasPrefix(row.verdict))
        }
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
}
