// Tests of refused devices and their reports; the system test covers real ones.

import Configuration
import Evdev
import GestureWire
import Glibc
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct DeviceInspectionTests {
    private func refusal(_ node: DeviceNode) -> String {
        let inspection = DeviceInspection(node)
        #expect(!inspection.report.used && inspection.device == nil && inspection.failure == nil)
        return inspection.report.reason
    }

    @Test("51. gestured's own devices are not used, nor are those that udev excludes from input handling")
    func own() {
        #expect(
            refusal(DeviceNode(path: "/dev/null", phys: "gestured/event3"))
                == "not used: the clone of a touchscreen that gestured intercepts")
        #expect(
            refusal(DeviceNode(path: "/dev/null", isIgnored: true))
                == "not used: excluded from input handling by udev (LIBINPUT_IGNORE_DEVICE)")
        #expect(
            refusal(DeviceNode(path: "/dev/null", isTouchscreen: false))
                == "not used: udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)")
    }

    @Test("24. 51. A device that the configuration excludes is not even opened")
    func never() {
        let inspection = DeviceInspection(DeviceNode(path: "/dev/null"), use: .never)
        #expect(inspection.report.reason == "not used: excluded by the configuration (use: never)")
        #expect(inspection.failure == nil)
    }

    @Test("25. With `always`, udev's opinion is ignored, but gestured's own devices stay unused")
    func always() {
        let node = DeviceNode(path: "/dev/null", isTouchscreen: false, isIgnored: true)
        #expect(node.refusal(use: .always) == nil)
        let clone = "the clone of a touchscreen that gestured intercepts"
        for use in SurfaceUse.allCases {
            #expect(DeviceNode(path: "", phys: "gestured/event3").refusal(use: use) == clone)
            #expect(DeviceNode(path: "", phys: "gestured-panel/input0").refusal(use: use) != clone)
        }
        // It is then opened, which fails here.
        #expect(DeviceInspection(node, use: .always).failure?.systemCall == "libevdev_new_from_fd")
    }

    @Test("A touchscreen that is also a keyboard is not even opened, and its report says how to use it")
    func keyboard() {
        let node = DeviceNode(path: "/dev/null", isKeyboard: true)
        #expect(
            refusal(node)
                == "not used: also a keyboard (ID_INPUT_KEYBOARD), so gestured could read what is typed; to use it, add "
                + "`use: always` and a udev rule of your own")
        #expect(node.refusal(use: .always) == nil)
        #expect(
            DeviceNode(path: "", isTouchscreen: false, isKeyboard: true).refusal(use: .automatic)
                == "udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)")
    }

    @Test("Where the installed rule gives no permission, the failure asks for your own rule")
    func ruleOfOnesOwn() {
        let denied = EvdevError(code: .open, path: "/dev/input/event3", systemCall: "open", errno: EACCES)
        let busy = EvdevError(code: .open, path: "/dev/input/event3", systemCall: "open", errno: EBUSY)
        let keyboard = DeviceNode(path: "/dev/input/event3", isKeyboard: true)
        #expect(
            keyboard.words(for: denied)
                == "/dev/input/event3: open: Permission denied; it is also a keyboard, so 70-gestured.rules leaves it to root: "
                + "let the service's user read it by a udev rule of your own")
        #expect(
            DeviceNode(path: "/dev/input/event3", isTouchscreen: false).words(for: denied)
                .contains("; udev does not classify it as a touchscreen, so 70-gestured.rules leaves it to root"))
        #expect(DeviceNode(path: "/dev/input/event3").words(for: denied) == "\(denied)")
        #expect(keyboard.words(for: busy) == "\(busy)")
    }

    @Test("23. A report has the values that a `match` can name")
    func match() {
        let node = DeviceNode(
            path: "/dev/null", name: "ELAN", vendor: 0x4f3, product: 1, place: "pci-0", phys: "usb-1", bus: "usb",
            serial: "A1", isTouchscreen: false)
        let report = DeviceInspection(node).report
        #expect(report.match == DeviceMatch(bus: "usb", path: "pci-0", phys: "usb-1", serial: "A1"))
        #expect(node.identity.path == "pci-0" && node.identity.bus == "usb" && node.identity.vendor == 0x4f3)
    }

    @Test("Every bus number of a device has a name that a `match` accepts")
    func buses() {
        for number in UInt16.min...0x80 {
            let bus = DeviceNode.bus(number: String(number, radix: 16), name: nil, place: "")
            #expect(bus.hasPrefix("0x") || SurfaceMatch.buses.contains(bus), "\(bus)")
        }
        let made = DeviceNode.bus(number: "3", name: nil, place: "/sys/devices/virtual/input/input9")
        #expect(made == "virtual" && SurfaceMatch.buses.contains(made))
    }

    @Test("The matrix of a report maps the device's units to the unit square")
    func matrix() throws {
        let device = DeviceDescription.touchscreen(resolution: 10)
        let surface = try #require(
            Surface(name: "panel", device: device, settings: SurfaceSettings(rotation: .half), systemCalibration: nil))
        var report = DeviceInspection(DeviceNode(path: "", isTouchscreen: false)).report
        report.describe(surface, .resolution)
        let m = try #require(report.matrix)
        func place(_ x: Double, _ y: Double) -> (Double, Double) {
            (m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5])
        }
        #expect(abs(place(0, 0).0 - 1) < 1e-9 && abs(place(0, 0).1 - 1) < 1e-9)
        #expect(abs(place(1999, 999).0) < 1e-9 && abs(place(1999, 999).1) < 1e-9)
        #expect(report.sizeFrom == "kernel" && !report.assumed)
        report.describe(surface, .guess)
        #expect(report.sizeFrom == "guessed" && report.assumed)
        #expect(report.surface == "panel" && report.millimetres.map { abs($0.width - 199.9) < 1e-9 } == true)
    }
}
