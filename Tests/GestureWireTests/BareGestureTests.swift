// Tests of gestures for connections without the capability `locations`.

import GestureWire
import Testing

struct BareGestureTests {
    private static let point = WirePoint(x: 1, y: 2)

    private func bare(_ notification: GestureNotification, since base: Measurement = .none) -> String {
        var writer = LineWriter()
        writer.appendGestureHead(subscription: 1, sequence: 42)
        writer.appendGestureTail(notification, since: base, form: [])
        return String(decoding: writer.bytes, as: UTF8.self)
    }

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
            let line = bare(sample(type: type, state: state, measurement))
            let common =
                #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","type":""#
                + type + #"","gesture":7,"state":""# + state.rawValue
                + #"","surface":"panel","region":"root","time":1234.567890"#
            #expect(line == common + expected + "}}\n")
            guard case .gesture(let received) = try ServerMessage.decode(Array(line.utf8)) else {
                Issue.record("no gesture")
                continue
            }
            #expect(received.notification.location == nil && received.notification.touches.isEmpty)
            #expect(received.notification.type == type)
            // A client's parsed gesture can be written again unchanged.
            #expect(bare(received.notification) == line)
            var writer = LineWriter()
            writer.appendGestureHead(subscription: 1, sequence: 42)
            writer.appendGestureTail(received.notification, since: .none)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == line, "there is no place that could be published")
        }
    }

    @Test("an edge pan and a transform are read as such, without their translations")
    func types() throws {
        for measurement in [
            Measurement.screenEdgePan(edge: .left, translation: .zero, velocity: .zero, projection: nil),
            .transform(translation: .zero, velocity: .zero, projection: nil, scale: 2, rotation: 1),
            .swipe(direction: .left, velocity: .zero), .pan(translation: .zero, velocity: .zero, projection: nil),
        ] {
            let type =
                switch measurement {
                case .screenEdgePan: "screenEdgePan"
                case .transform: "transform"
                case .swipe: "swipe"
                default: "pan"
                }
            let line = bare(sample(type: type, measurement))
            guard case .gesture(let received) = try ServerMessage.decode(Array(line.utf8)) else { continue }
            #expect(received.notification.measurement == measurement)
            #expect((received.change != nil) == (type == "transform"))
        }
    }
}
