// Tests of the encoding of each type's measurement.

import GestureWire
import Testing

/// A measurement after another one, and its written form.
struct MeasuredLine: Sendable, CustomTestStringConvertible {
    let type: String
    var state = GestureState.changed
    let measurement: Measurement
    var base = Measurement.none
    let expected: String

    var testDescription: String { "\(type) \(state.rawValue)" }
}

struct MeasurementEncodingTests {
    static let velocity = WirePoint(x: -120.25, y: 0)
    static let here = WirePoint(x: 10.5, y: -4)
    static let before = WirePoint(x: 8, y: -1)
    static let momentum = WirePoint(x: 99, y: 1.0625)
    static let pan = Measurement.pan(translation: here, velocity: velocity, projection: momentum)
    static let edgePan = Measurement.screenEdgePan(
        edge: .left, translation: here, velocity: velocity, projection: momentum)
    static let transform = Measurement.transform(
        translation: here, velocity: velocity, projection: momentum, scale: 1.5, rotation: -0.25)

    static let discrete: [MeasuredLine] = [
        MeasuredLine(type: "tap", state: .recognized, measurement: .tap(taps: 2), expected: #","taps":2"#),
        MeasuredLine(
            type: "swipe", state: .recognized, measurement: .swipe(direction: .left, velocity: velocity),
            expected: #","direction":"left","velocity":{"x":-120.25,"y":0.0}"#),
        MeasuredLine(
            type: "stroke", state: .recognized, measurement: .stroke(name: "\"a\"", score: 0.875),
            expected: #","stroke":"\"a\"","score":0.875"#),
        MeasuredLine(
            type: "tickle", state: .recognized, measurement: .custom(CustomMembers([.init("count", .count(3))])),
            expected: #","count":3"#),
        MeasuredLine(type: "own", state: .recognized, measurement: .custom(CustomMembers([])), expected: ""),
        MeasuredLine(type: "own", state: .recognized, measurement: .none, expected: ""),
    ]

    static let continuous: [MeasuredLine] = [
        MeasuredLine(
            type: "longPress", state: .began, measurement: .longPress(duration: 0.5), expected: #","duration":0.5"#),
        MeasuredLine(
            type: "pan", measurement: pan, base: .pan(translation: before, velocity: .zero, projection: nil),
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":2.5,"y":-3.0},"velocity":{"x":-120.25,"y":0.0}
                """#),
        MeasuredLine(
            type: "pan", state: .ended, measurement: pan, base: pan,
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":0.0,"y":0.0},"velocity":{"x":-120.25,"y":0.0},\#
                "projection":{"x":99.0,"y":1.063}
                """#),
        MeasuredLine(
            type: "screenEdgePan", measurement: edgePan,
            base: .screenEdgePan(edge: .left, translation: before, velocity: .zero, projection: nil),
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":2.5,"y":-3.0},"velocity":{"x":-120.25,"y":0.0},\#
                "edge":"left"
                """#),
        MeasuredLine(
            type: "screenEdgePan", state: .ended, measurement: edgePan, base: edgePan,
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":0.0,"y":0.0},"velocity":{"x":-120.25,"y":0.0},\#
                "projection":{"x":99.0,"y":1.063},"edge":"left"
                """#),
        MeasuredLine(
            type: "pinch", state: .began, measurement: .pinch(scale: 1.5, velocity: -2),
            expected: #","scale":1.5,"delta":1.5,"velocity":-2.0"#),
        MeasuredLine(
            type: "rotation", measurement: .rotation(rotation: 0.25, velocity: 1.5),
            base: .rotation(rotation: 0.5, velocity: 0), expected: #","rotation":0.25,"delta":-0.25,"velocity":1.5"#),
        MeasuredLine(
            type: "transform", measurement: transform,
            base: .transform(translation: before, velocity: .zero, projection: nil, scale: 1.25, rotation: 1),
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":2.5,"y":-3.0},"velocity":{"x":-120.25,"y":0.0},\#
                "scale":1.5,"rotation":-0.25,"scaleDelta":1.2,"rotationDelta":-1.25
                """#),
        MeasuredLine(
            type: "transform", state: .ended, measurement: transform, base: transform,
            expected: #"""
                ,"translation":{"x":10.5,"y":-4.0},"delta":{"x":0.0,"y":0.0},"velocity":{"x":-120.25,"y":0.0},\#
                "projection":{"x":99.0,"y":1.063},"scale":1.5,"rotation":-0.25,"scaleDelta":1.0,"rotationDelta":0.0
                """#),
    ]

    @Test("each type has its members, in the order of the specification", arguments: discrete + continuous)
    func types(line: MeasuredLine) {
        #expect(
            members(sample(type: line.type, state: line.state, line.measurement), since: line.base) == line.expected)
    }

    @Test("each edge is written by its name", arguments: zip(ScreenEdge.allCases, ["top", "left", "bottom", "right"]))
    func edges(edge: ScreenEdge, name: String) {
        let measurement = Measurement.screenEdgePan(edge: edge, translation: .zero, velocity: .zero, projection: nil)
        #expect(members(sample(type: "screenEdgePan", measurement)).hasSuffix(#","edge":"\#(name)""#))
    }

    @Test("a base of another type means the beginning")
    func foreignBase() {
        #expect(members(sample(), since: .tap(taps: 1)).contains(#""delta":1.23,"#))
    }

    @Test("a number that JSON cannot express is written as zero or as the largest magnitude")
    func numbersBeyondJSON() {
        let odd = Measurement.pan(
            translation: WirePoint(x: .nan, y: .infinity), velocity: WirePoint(x: -.infinity, y: 1e300),
            projection: nil)
        #expect(
            members(sample(type: "pan", odd))
                == #","translation":{"x":0.0,"y":0.0},"delta":{"x":0.0,"y":0.0},"#
                + #""velocity":{"x":0.0,"y":9007199254740991.0}"#)
        let oddTransform = Measurement.transform(
            translation: WirePoint(x: .nan, y: 0), velocity: .zero, projection: nil, scale: .nan, rotation: .infinity)
        #expect(
            members(sample(type: "transform", oddTransform), since: oddTransform)
                == #","translation":{"x":0.0,"y":0.0},"delta":{"x":0.0,"y":0.0},"velocity":{"x":0.0,"y":0.0},"#
                + #""scale":0.0,"rotation":0.0,"scaleDelta":1.0,"rotationDelta":0.0"#)
        #expect(members(sample(type: "stroke", .stroke(name: "", score: .nan))) == #","stroke":"","score":0.0"#)
        #expect(
            members(sample(.pinch(scale: 1, velocity: -1e300)), since: .pinch(scale: 0, velocity: 0))
                == #","scale":1.0,"delta":1.0,"velocity":-9007199254740991.0"#)
    }

    @Test(
        "once the buffer is warm its storage is never reallocated, for any movement",
        arguments: [
            pan, edgePan, .pinch(scale: 1.23, velocity: 0.8), .rotation(rotation: 1, velocity: 2), transform,
        ])
    func reuse(measurement: Measurement) {
        var writer = LineWriter()
        let notification = sample(measurement)
        func write() -> UnsafeRawPointer? {
            writer.removeAll()
            writer.appendGestureHead(subscription: 1, sequence: 1)
            writer.appendGestureTail(notification, since: measurement)
            return writer.withUnsafeBytes(\.baseAddress)
        }
        let first = write()
        #expect((0..<100).allSatisfy { _ in write() == first })
    }
}
