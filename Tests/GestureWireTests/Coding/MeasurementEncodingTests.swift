// Tests of the encoding of each type's measurement.

import GestureWire
import Testing

struct MeasurementEncodingTests {
    static let velocity = WirePoint(x: -120.25, y: 0)
    static let before = WirePoint(x: 8, y: -1)
    static let pan = dragging("pan", WirePoint(x: 10.5, y: -4), WirePoint(x: 99, y: 1.0625))

    private static func dragging(_ type: String, _ way: WirePoint, _ end: WirePoint?) -> Measurement {
        switch type {
        case "pan": .pan(translation: way, velocity: velocity, projection: end)
        case "screenEdgePan": .screenEdgePan(edge: .left, translation: way, velocity: velocity, projection: end)
        default: .transform(translation: way, velocity: velocity, projection: end, scale: 1.5, rotation: -0.25)
        }
    }

    @Test(
        "a delta is relative to the notification before, and only an end has a projection",
        arguments: ["pan", "screenEdgePan", "transform"])
    func types(type: String) {
        let base = Self.dragging(type, Self.before, nil)
        let last = Self.dragging(type, WirePoint(x: 10.5, y: -4), WirePoint(x: 99, y: 1.0625))
        let way = #","translation":{"x":10.5,"y":-4.0},"delta":{"x":2.5,"y":-3.0},"velocity":{"x":-120.25,"y":0.0}"#
        let rest = [
            "screenEdgePan": #","edge":"left""#,
            "transform": #","scale":1.5,"rotation":-0.25,"scaleDelta":1.0,"rotationDelta":0.0"#,
        ][type, default: ""]
        #expect(members(sample(type: type, last), since: base) == way + rest)
        #expect(
            members(sample(type: type, state: .ended, last), since: base)
                == way + #","projection":{"x":99.0,"y":1.063}"# + rest)
    }

    @Test("a base of another type means the beginning")
    func foreignBase() {
        #expect(members(sample(), since: .tap(taps: 1)).contains(#""delta":1.23,"#))
    }
}
