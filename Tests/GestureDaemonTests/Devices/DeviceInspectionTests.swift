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
    private static let clone = "the clone of a touchscreen that gestured intercepts"
    private static let other = "udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)"

    @Test(
        "51. Clones, nodes that udev excludes, and keyboards are not even opened, for a reason in their report",
        arguments: [
            (DeviceNode(path: "/dev/null", phys: "gestured/event3"), clone),
            (
                DeviceNode(path: "/dev/null", isIgnored: true),
                "excluded from input handling by udev (LIBINPUT_IGNORE_DEVICE)"
            ),
            (DeviceNode(path: "/dev/null", isTouchscreen: false), other),
            (DeviceNode(path: "/dev/null", isTouchscreen: false, isKeyboard: true), other),
            (
                DeviceNode(path: "/dev/null", isKeyboard: true),
                "also a keyboard (ID_INPUT_KEYBOARD), so gestured could read what is typed; to use it, add `use: always` "
                    + "and a udev rule of your own"
            ),
        ])
    func refused(node: DeviceNode, reason: String) {
        let inspection = DeviceInspection(node)
        #expect(!inspection.report.used && inspection.device == nil && inspection.failure == nil)
        #expect(inspection.report.reason == "not used: \(reason)")
    }

    @Test("25. With `always`, udev's opinion is ignored, but gestured's own devices stay unused")
    func always() {
        let node = DeviceNode(path: "/dev/null", isTouchscreen: false, isIgnored: true, isKeyboard: true)
        #expect(node.refusal(use: .always) == nil)
        for use in SurfaceUse.allCases {
            #expect(DeviceNode(path: "", phys: "gestured/event3").refusal(use: use) == Self.clone)
            #expect(DeviceNode(path: "", phys: "gestured-panel/input0").refusal(use: use) != Self.clone)
        }
        // It is then opened, which fails here.
        #expect(DeviceInspection(node, use: .always).failure?.systemCall == "libevdev_new_from_fd")
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
