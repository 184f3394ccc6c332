// Tests of which pens belong to a touchscreen's glass; the system test covers real ones.

import Evdev
import Testing

@testable import GestureDaemon

@Suite struct PenNodesTests {
    private static let piece = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-3"
    private static let bus = "pci-0000:00:15.0-platform-i2c_designware.0"

    private func panel(hardware: String = "", group: String = "", place: String = "") -> DeviceNode {
        DeviceNode(path: "/dev/input/event1", vendor: 0x4f3, place: place, hardware: hardware, group: group)
    }

    private func pen(
        hardware: String = "", group: String = "", place: String = "", vendor: UInt16 = 0x4f3, phys: String = "",
        isIgnored: Bool = false, isPen: Bool = true
    ) -> DeviceNode {
        DeviceNode(
            path: "/dev/input/event2", vendor: vendor, place: place, phys: phys, isTouchscreen: false,
            isIgnored: isIgnored, isPen: isPen, hardware: hardware, group: group)
    }

    @Test("48. A pen of the same hardware is on the same glass; a tablet plugged in elsewhere is not")
    func hardware() {
        #expect(pen(hardware: Self.piece).isOnGlass(of: panel(hardware: Self.piece)))
        #expect(!pen(hardware: Self.piece + ".1").isOnGlass(of: panel(hardware: Self.piece)))
        // Two of a kind, of one maker, at one controller.
        let (one, other) = (
            "/sys/devices/i2c-1/1-0010/0018:04F3:0001.0001", "/sys/devices/i2c-1/1-0020/0018:04F3:0001.0002"
        )
        #expect(!pen(hardware: one, place: Self.bus).isOnGlass(of: panel(hardware: other, place: Self.bus)))
    }

    @Test("48. libinput's group takes precedence: touch and pen of one screen may be two devices at one hub")
    func group() {
        let (one, other) = ("3/56a/f8:usb-0000:00:14.0-2", "3/56a/f8:usb-0000:00:14.0-9")
        #expect(pen(hardware: "/sys/a", group: one).isOnGlass(of: panel(hardware: "/sys/b", group: one)))
        #expect(!pen(hardware: "/sys/a", group: one).isOnGlass(of: panel(hardware: "/sys/a", group: other)))
        #expect(pen(hardware: "/sys/a", group: one).isOnGlass(of: panel(hardware: "/sys/a")), "one group is unknown")
    }

    @Test("48. Without a group, place and vendor must be the same; unknown places never match")
    func place() {
        #expect(pen(place: Self.bus).isOnGlass(of: panel(place: Self.bus)))
        #expect(!pen(place: Self.bus, vendor: 0x56a).isOnGlass(of: panel(place: Self.bus)))
        #expect(!pen(place: Self.bus).isOnGlass(of: panel(place: "pci-0000:00:14.0-usb-0:3:1.0")))
        #expect(!pen().isOnGlass(of: panel()), "two virtual devices")
        let nobody = DeviceNode(path: "", place: Self.bus)
        #expect(!DeviceNode(path: "", place: Self.bus, isPen: true).isOnGlass(of: nobody))
    }

    @Test("48. Of the nodes on a glass only pens are chosen, without excluded ones and gestured's own")
    func choice() {
        let glass = [panel(hardware: "/sys/a"), panel(hardware: "/sys/b")]
        func chosen(_ nodes: DeviceNode...) -> [DeviceNode] { DeviceNode.pens(among: nodes, on: glass) }
        let wanted = pen(hardware: "/sys/b")
        #expect(chosen(wanted, pen(hardware: "/sys/c"), pen(hardware: "/sys/a", isPen: false)) == [wanted])
        #expect(chosen(pen(hardware: "/sys/a", isIgnored: true)).isEmpty)
        #expect(chosen(pen(hardware: "/sys/a", phys: "gestured/pen")).isEmpty)
        #expect(DeviceNode.pens(among: [wanted], on: []).isEmpty, "no touchscreen is in use")
    }
}
