// Sample elements of lists, and tests of their numbers and words.

import Testing

@testable import GestureWire

struct MessageEncodingTests {
    static let surface = SurfaceDescription(
        name: "panel", device: "/dev/input/event4", unit: .pixels, width: 1920, height: 1080,
        millimetres: WireSize(width: 344.2, height: 194), rotation: 90)
    static let device = DeviceReport(
        path: "/dev/input/event4", name: "ELAN \"9008\"", used: true, reason: "a touchscreen", vendor: 0x4f3,
        product: 0x2c5a, match: DeviceMatch(bus: "usb", path: "pci-1", phys: "usb-1/input0", serial: "A\"1"),
        protocol: "B", slots: 10, surface: "panel", millimetres: WireSize(width: 344.2, height: 194),
        sizeFrom: "udev", rate: 125.5, matrix: [1.0 / 4096, 0, 0, -0.0, 1e-20, 1],
        interception: InterceptionReport(clone: "input17"),
        defects: ["trackingIDReplaced": 2, "eventsLost": 1], unwanted: ["palm": 3])
    static let unusedDevice = DeviceReport(
        path: "/dev/input/event5", name: "", used: false, reason: "a pen", vendor: 0, product: 0, protocol: "", slots: 0
    )
    static let recognizer = RecognizerDescription(name: "zoom", type: "pinch", region: "half", enabled: true)
    static let region = RegionDescription(
        name: "root", surface: "panel", frame: WireRectangle(x: 0, y: 0, width: 1920, height: 1080))

    @Test("numbers of a matrix that JSON cannot express are written as zero")
    func matrix() {
        var device = Self.unusedDevice
        device.matrix = [.nan, .infinity, 0.5]
        #expect(written { $0.appendResult([device], to: .null) }.contains(#""matrix":[0.0,0.0,0.5]"#))
    }

    @Test("globs that match nothing have words for people, with a suggested name")
    func unmatchedGlobs() {
        let globs = [
            UnmatchedGlob(glob: "tpa", nearest: "tap"), UnmatchedGlob(glob: "\"?"),
            UnmatchedGlob(glob: "pannel", nearest: "panel", kind: .surface),
        ]
        #expect(
            globs.map(\.description)
                == [
                    "`tpa` matches no recognizer now; did you mean `tap`?", "`\"?` matches no recognizer now",
                    "`pannel` matches no surface now; did you mean `panel`?",
                ])
    }

    @Test("an error and the answer to reload have words for people")
    func words() {
        let error = RequestError(
            code: .invalidParameters, message: "unknown state", path: "params.states[0]", hint: "did you mean `ended`?")
        #expect(error.description == "params.states[0]: unknown state; did you mean `ended`?")
        let report = ReloadReport(
            configuration: "/etc/gestured/gestured.yaml", surfaces: 1, regions: 2, recognizers: 9, added: 1, removed: 0,
            changed: 2, cancelled: 1)
        #expect(
            report.summary == "/etc/gestured/gestured.yaml: 1 surface, 2 regions, 9 recognizers; 1 added, 0 removed, "
                + "2 changed; 1 gesture cancelled")
    }
}
