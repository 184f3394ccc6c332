// Kinds of devices as udev tells them from their axes, buttons and properties.

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

    @Test("Of the recorded devices that gestured can read, udev calls all but one touchscreens, and of others none")
    func recorded() throws {
        var names: [String] = []
        for name in try RecordingCatalogue.names() {
            let device = try RecordingCatalogue.recording(name).device
            let isRead = if case .touchscreen = DeviceVerdict(of: device) { true } else { false }
            if isRead != UdevProperties(classifying: device).isTouchscreen { names.append(name) }
        }
        #expect(names == ["made-not-live"])
    }

    @Test("Touch or the property of lying on what it points at makes a touchscreen, with either kind of axes")
    func touchscreens() {
        for axes in [Self.single, Self.contacts, Self.single.union(Self.contacts)] {
            #expect(UdevProperties(classifying: device(keys: [KeyCode.touch], axes: axes)).isTouchscreen)
            let direct = device(keys: [], axes: axes, properties: [DeviceProperty.direct])
            #expect(UdevProperties(classifying: direct).isTouchscreen)
            #expect(!UdevProperties(classifying: device(keys: [], axes: axes)).isTouchscreen)
        }
        #expect(!UdevProperties(classifying: device(keys: [KeyCode.touch], axes: [])).isTouchscreen)
    }

    @Test("Pens, touchpads, mice, accelerometers and devices whose axes spill over are no touchscreens")
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
