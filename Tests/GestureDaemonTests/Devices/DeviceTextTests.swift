// Tests of a device's report as text for people.

import Testing
import Touch

@testable import GestureDaemon
@testable import GestureWire

@Suite struct DeviceTextTests {
    @Test("A touchscreen is a block of lines")
    func used() {
        let report = DeviceReport(
            path: "/dev/input/event3", name: "ELAN", used: true, reason: "used: a touchscreen for 10 fingers",
            vendor: 1, product: 2, match: DeviceMatch(bus: "usb", path: "pci-1"), protocol: "B", slots: 10,
            surface: "panel", millimetres: WireSize(width: 344.2, height: 193.6), rate: 124.9,
            matrix: [1.0 / 4096, 0, 0, 0, -1.0 / 2304, 1],
            defects: ["trackingIDReplaced": 3, "eventsLost": 1, "new": 2], unwanted: ["palm": 2, "edge": 1])
        #expect(
            DeviceText.lines(report) == [
                "used: a touchscreen for 10 fingers; protocol B, 10 slots",
                "surface panel, 344 x 194 mm, 125 Hz",
                "match: { bus: \"usb\", path: \"pci-1\" }",
                "to the unit square: [0.000244141, 0, 0, 0, -0.000434028, 1.0]",
                "overload, once: \(DeviceDefect.eventsLost.explanation)",
                "2 times: new",
                "kernel bug, 3 times: \(DeviceDefect.trackingIDReplaced.explanation)",
                "filtered contacts: edge 1, palm 2",
            ])
    }

    @Test(
        "The size has its source, from any version of the daemon",
        arguments: [
            ("configured", "configured"), ("kernel", "from the kernel"), ("udev", "from udev"),
            ("display", "from the display"), ("guessed", "guessed"), ("new", "new"),
        ])
    func sizeSource(name: String, words: String) {
        var report = DeviceReport(
            path: "", name: "", used: true, reason: "used", vendor: 1, product: 2, protocol: "B", slots: 1,
            surface: "panel", millimetres: WireSize(width: 155, height: 87), rate: 60)
        #expect(DeviceText.lines(report)[1] == "surface panel, 155 x 87 mm, 60 Hz")
        report.sizeFrom = name
        #expect(DeviceText.lines(report)[1] == "surface panel, 155 x 87 mm (\(words)), 60 Hz")
    }

    @Test("A device of an intercepted surface has the clone that applications use, or why there is none")
    func interception() {
        var report = DeviceReport(
            path: "", name: "", used: true, reason: "used", vendor: 1, product: 2, protocol: "B", slots: 1,
            surface: "panel")
        for (interception, words) in [
            (InterceptionReport(clone: "input17"), "intercepted: applications use its clone input17"),
            (InterceptionReport(reason: "no /dev/uinput"), "not intercepted: no /dev/uinput"),
            (InterceptionReport(), "not intercepted"),
        ] {
            report.interception = interception
            #expect(DeviceText.lines(report) == ["used; protocol B, 1 slot", "surface panel", words])
        }
    }

    @Test("Slots are printed only if the device has them")
    func protocols() {
        func line(_ name: String, _ slots: Int) -> String? {
            let report = DeviceReport(
                path: "", name: "", used: true, reason: "used", vendor: 1, product: 2, protocol: name, slots: slots)
            return DeviceText.lines(report).first
        }
        #expect(line("B", 1) == "used; protocol B, 1 slot" && line("B", 2) == "used; protocol B, 2 slots")
        #expect(line("single touch", 1) == "used; protocol single touch")
        for name in ["A", "A with tracking ids"] { #expect(line(name, 10) == "used; protocol \(name)") }
    }

    @Test("Another device has the reason")
    func unused() {
        let report = DeviceReport(
            path: "/dev/input/event3", name: "Mouse", used: false, reason: "not used: a mouse", vendor: 1, product: 2,
            protocol: "", slots: 0)
        #expect(DeviceText.lines(report) == ["not used: a mouse"])
    }

    @Test("Numbers from a daemon are printed whatever their size")
    func absurd() {
        let report = DeviceReport(
            path: "", name: "", used: true, reason: "", vendor: 1, product: 2, protocol: "B", slots: 1, surface: "x",
            millimetres: WireSize(width: .infinity, height: -.infinity), rate: 1e300,
            matrix: [.nan, .infinity, 1e300, -1e-300, .leastNonzeroMagnitude, 0])
        #expect(DeviceText.lines(report).count == 3)
    }
}
