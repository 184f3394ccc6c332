// Tests of a device's report as text for people.

import Testing
import Touch

@testable import GestureDaemon
@testable import GestureWire

private func report(_ change: (inout DeviceReport) -> Void) -> DeviceReport {
    var report = DeviceReport(
        path: "/dev/input/event3", name: "ELAN", used: true, reason: "used", vendor: 1, product: 2, protocol: "B",
        slots: 1, surface: "panel")
    change(&report)
    return report
}

@Suite struct DeviceTextTests {
    @Test("A touchscreen is a block of lines")
    func used() {
        let report = report {
            $0.match = DeviceMatch(bus: "usb", path: "pci-1")
            ($0.reason, $0.slots, $0.rate) = ("used: a touchscreen for 10 fingers", 10, 124.9)
            ($0.millimetres, $0.sizeFrom) = (WireSize(width: 344.2, height: 193.6), "udev")
            $0.matrix = [1.0 / 4096, 0, 0, 0, -1.0 / 2304, 1]
            ($0.defects, $0.unwanted) = (["trackingIDReplaced": 3, "eventsLost": 1, "new": 2], ["palm": 2, "edge": 1])
            $0.interception = InterceptionReport(clone: "input17")
        }
        #expect(
            DeviceText.lines(report) == [
                "used: a touchscreen for 10 fingers; protocol B, 10 slots",
                "surface panel, 344 x 194 mm (from udev), 125 Hz",
                "intercepted: applications use its clone input17",
                "match: { bus: \"usb\", path: \"pci-1\" }",
                "to the unit square: [0.000244141, 0, 0, 0, -0.000434028, 1.0]",
                "overload, once: \(DeviceDefect.eventsLost.explanation)",
                "2 times: new",
                "kernel bug, 3 times: \(DeviceDefect.trackingIDReplaced.explanation)",
                "filtered contacts: edge 1, palm 2",
            ])
    }

    @Test("A device of an intercepted surface without a clone has the reason")
    func interception() {
        let report = report { $0.interception = InterceptionReport(reason: "no /dev/uinput") }
        #expect(
            DeviceText.lines(report) == [
                "used; protocol B, 1 slot", "surface panel", "not intercepted: no /dev/uinput",
            ])
    }

    @Test("Numbers from a daemon are printed whatever their size")
    func absurd() {
        let report = report {
            ($0.millimetres, $0.rate) = (WireSize(width: .infinity, height: -.infinity), 1e300)
            $0.matrix = [.nan, .infinity, 1e300, -1e-300, .leastNonzeroMagnitude, 0]
        }
        #expect(DeviceText.lines(report).count == 3)
    }
}
