// Tests of the check of what a clone is told, and of what a clone declares.

import Interception
import Testing
import Touch
import TouchTesting

private let device: DeviceDescription = {
    var device = DeviceDescription.touchscreen(slots: 5)
    (device.name, device.bus) = ("Panel", 3)
    device.axes[AbsoluteAxis.positionX] = Axis(minimum: 0, maximum: 4095)
    return device
}()

struct FrameCheckTests {
    private func check() throws -> FrameCheck { FrameCheck(of: try ClonedDevice(of: device)) }
    private func absolute(_ code: UInt16, _ value: Int32) -> OutputEvent {
        OutputEvent(EventType.absolute, code, value)
    }
    private var landing: [OutputEvent] {
        [absolute(AbsoluteAxis.trackingID, 5), absolute(AbsoluteAxis.positionX, 100), .report]
    }

    @Test("A contact lands, moves and lifts")
    func contact() throws {
        var check = try check()
        try check.take(landing)
        #expect(!check.isEmpty)
        try check.take([absolute(AbsoluteAxis.toolType, ToolType.palm), .report])
        try check.take([absolute(AbsoluteAxis.trackingID, -1), OutputEvent(EventType.key, KeyCode.touch, 0), .report])
        #expect(check.isEmpty)
    }

    @Test("Keys, relative axes, strange axes and values beyond their axis are refused, and change nothing")
    func refused() throws {
        var check = try check()
        try check.take(landing)
        let before = check.trackingIDs
        let wrong: [OutputEvent] = [
            OutputEvent(EventType.key, 30, 1), OutputEvent(EventType.key, KeyCode.left, 1),
            OutputEvent(EventType.key, KeyCode.touch, 2), OutputEvent(EventType.relative, 0, 1),
            OutputEvent(EventType.synchronization, SynchronizationCode.dropped, 0), OutputEvent(0x15, 0, 1),
            OutputEvent(0x11, 0, 1), absolute(0x28, 1), absolute(AbsoluteAxis.slot, 5), absolute(AbsoluteAxis.slot, -1),
            absolute(AbsoluteAxis.positionX, 4096), absolute(AbsoluteAxis.trackingID, -2),
        ]
        for event in wrong {
            #expect(throws: FrameFault.self, "\(event)") {
                try check.take([absolute(AbsoluteAxis.trackingID, -1), .report] + [event, .report])
            }
            #expect(check.trackingIDs == before, "\(event)")
        }
        #expect(throws: FrameFault.self) { try check.take([absolute(AbsoluteAxis.trackingID, 6), .report]) }
        #expect(throws: FrameFault.incomplete) { try check.take([absolute(AbsoluteAxis.positionX, 1)]) }
        #expect(throws: FrameFault.incomplete) { try check.take([]) }
    }

    @Test("Two contacts have different tracking ids")
    func sameID() throws {
        var check = try check()
        try check.take(landing)
        #expect(throws: FrameFault.self) { try check.take([absolute(AbsoluteAxis.slot, 1)] + landing) }
    }
}

struct ClonedDeviceTests {
    @Test("A clone declares contacts and BTN_TOUCH only, and always tool types")
    func axes() throws {
        var device = device
        device.axes[0x28] = Axis(minimum: 0, maximum: 1)
        let clone = try ClonedDevice(of: device)
        #expect(clone.axes[0x28] == nil && clone.axes[AbsoluteAxis.toolType]?.maximum == ToolType.palm)
        #expect(clone.slotCount == 5 && clone.name == "Panel" && clone.bus == 3)
    }

    @Test("A panel that would lose something, or is none, has no clone")
    func refused() {
        func refusal(_ change: (inout DeviceDescription) -> Void) -> CloneRefusal? {
            var device = device
            change(&device)
            do throws(CloneRefusal) { _ = try ClonedDevice(of: device) } catch { return error }
            return nil
        }
        #expect(refusal { $0.codes[EventType.key]?.insert(30) } == .keys([30]))
        #expect(refusal { $0.codes[EventType.relative] = [0] } == .relativeAxes)
        #expect(refusal { $0.properties = [] } == .notDirect)
        #expect(refusal { $0.axes[AbsoluteAxis.slot]?.maximum = 64 } == .slots(65))
        #expect(refusal { $0.axes[AbsoluteAxis.positionX]?.maximum = 0 } != nil)
        #expect(refusal { $0.axes[AbsoluteAxis.pressure]?.maximum = .max } != nil)
        #expect(refusal { $0.codes[EventType.absolute]?.remove(AbsoluteAxis.slot) } != nil)
    }
}
