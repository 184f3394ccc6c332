// Tests of gestures for connections without the capability `locations`.

import GestureWire
import Testing

struct BareGestureTests {
    private static let point = WirePoint(x: 1, y: 2)

    @Test(
        "gestures without places lose exactly the members about places",
        arguments: [
            ("tap", .tap(taps: 2), #","taps":2"#), ("longPress", .longPress(duration: 0.5), #","duration":0.5"#),
            ("swipe", .swipe(direction: .up, velocity: point), #","direction":"up""#),
            ("pan", .pan(translation: point, velocity: point, projection: point), ""),
            (
                "screenEdgePan", .screenEdgePan(edge: .top, translation: point, velocity: point, projection: point),
                #","edge":"top""#
            ),
            ("pinch", .pinch(scale: 2, velocity: 1), #","scale":2.0,"delta":2.0,"velocity":1.0"#),
            ("rotation", .rotation(rotation: 1, velocity: 2), #","rotation":1.0,"delta":1.0,"velocity":2.0"#),
            (
                "transform", .transform(translation: point, velocity: point, projection: point, scale: 2, rotation: 1),
                #","scale":2.0,"rotation":1.0,"scaleDelta":2.0,"rotationDelta":1.0"#
            ),
            ("stroke", .stroke(name: "a", score: 0.5), #","stroke":"a","score":0.5"#),
            (
                "own",
                .custom(
                    CustomMembers([
                        .init("count", .count(3)), .init("place", .point(point)), .init("text", .text("b")),
                        .init("x", .number(0.5)),
                    ])), #","count":3,"text":"b""#
            ), ("own", .none, ""),
        ] as [(String, Measurement, String)])
    func members(type: String, measurement: Measurement, expected: String) throws {
        for state in [GestureState.changed, .ended] {
            let text = line(sample(type: type, state: state, measurement), form: [])
            #expect(text == head(type: type, state) + expected + "}}\n")
            let read = try #require(try received(text)).notification
            #expect(read.location == nil && read.touches.isEmpty && read.type == type)
            // A client's parsed gesture can be written again unchanged: there is no place that could be published.
            #expect(line(read, form: []) == text && line(read) == text)
        }
    }
}
