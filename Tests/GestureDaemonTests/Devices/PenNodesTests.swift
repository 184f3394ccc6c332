// Tests of which pens belong to a touchscreen's glass; the system test covers real ones.

import Evdev
import Testing

@testable import GestureDaemon

/// Devices as udev describes them, whose values are those of a pen and a panel on one glass unless they differ.
private func pen(
    hardware: String = "", group: String = "", place: String = "", vendor: UInt16 = 0x4f3, phys: String = "",
    isIgnored: Bool = false, isPen: Bool = true
) -> DeviceNode {
    DeviceNode(
        path: "/dev/input/event2", vendor: vendor, place: place, phys: phys, isTouchscreen: false,
        isIgnored: isIgnored, isPen: isPen, hardware: hardware, group: group)
}

private func panel(hardware: String = "", group: String = "", place: String = "") -> DeviceNode {
    DeviceNode(path: "/dev/input/event1", vendor: 0x4f3, place: place, hardware: hardware, group: group)
}

private let usb = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-3", bus = "pci-0000:00:15.0-platform-i2c_designware.0"
/// Two of a kind, of one maker, at one controller.
private let twins = (
    "/sys/devices/i2c-1/1-0010/0018:04F3:0001.0001", "/sys/devices/i2c-1/1-0020/0018:04F3:0001.0002"
)
private let groups = ("3/56a/f8:usb-0000:00:14.0-2", "3/56a/f8:usb-0000:00:14.0-9")

@Suite struct PenNodesTests {
    @Test(
        "48. Pen and panel are on one glass by libinput's group, else by hardware, else by known place and vendor",
        arguments: [
            (pen(hardware: usb), panel(hardware: usb), true), (pen(hardware: usb + ".1"), panel(hardware: usb), false),
            (pen(hardware: twins.0, place: bus), panel(hardware: twins.1, place: bus), false),
            (pen(hardware: "/sys/a", group: groups.0), panel(hardware: "/sys/b", group: groups.0), true),
            (pen(hardware: "/sys/a", group: groups.0), panel(hardware: "/sys/a", group: groups.1), false),
            (pen(hardware: "/sys/a", group: groups.0), panel(hardware: "/sys/a"), true),
            (pen(place: bus), panel(place: bus), true), (pen(place: bus, vendor: 0x56a), panel(place: bus), false),
            (pen(place: bus), panel(place: "pci-0000:00:14.0-usb-0:3:1.0"), false), (pen(), panel(), false),
            (DeviceNode(path: "", place: bus, isPen: true), DeviceNode(path: "", place: bus), false),
        ])
    func glass(pen: DeviceNode, panel: DeviceNode, isOne: Bool) { #expect(pen.isOnGlass(of: panel) == isOne) }

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
