// Tests of matching gestures to actions: names, conditions in units, steps.

import Configuration
import GestureWire
import Testing

@testable import ControlCommands

@Suite struct ActionMatcherTests {
    private static let points = SurfaceDescription(
        name: "panel", device: "", unit: .points, width: 2207.5, height: 1244.9)
    private static let pixels = SurfaceDescription(
        name: "screen", device: "", unit: .pixels, width: 1000, height: 500,
        millimetres: WireSize(width: 100, height: 100))
    private static let sizeless = SurfaceDescription(
        name: "bare", device: "", unit: .pixels, width: 1000, height: 500)

    private func matcher(_ entries: String) throws -> ActionMatcher {
        var matcher = ActionMatcher(try ActionsFile(yaml: "actions:\n" + entries, file: "file").actions)
        matcher.begin(
            Snapshot(
                subscription: 1, surfaces: [Self.points, Self.pixels, Self.sizeless], recognizers: [], gestures: []))
        return matcher
    }

    /// A pan, as received.
    private func pan(
        _ x: Double, _ y: Double, _ state: GestureState = .ended, on surface: String = "panel", number: Int = 1,
        named name: String = "pan", isPlaced: Bool = true
    ) throws -> (GestureNotification, [UInt8]) {
        let places =
            #""location":{"x":1.0,"y":2.0},"touches":[3,4],"translation":{"x":\#(x),"y":\#(y)},"#
            + #""velocity":{"x":0.0,"y":-9.0}"#
        let line = Array(
            (#"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"\#(name)","#
                + #""type":"pan","gesture":\#(number),"state":"\#(state.rawValue)","surface":"\#(surface)","#
                + #""region":"root","time":1.0\#(isPlaced ? "," + places : "")}}"#).utf8)
        return try (received(line), line)
    }

    private func received(_ line: [UInt8]) throws -> GestureNotification {
        guard case .gesture(let gesture) = try ServerMessage.decode(line) else { throw NoGesture() }
        return gesture.notification
    }

    private struct NoGesture: Error {}

    /// What the actions do for gestures, one after the other.
    private func kinds(
        _ matcher: inout ActionMatcher, _ gestures: (GestureNotification, [UInt8])...
    ) -> [ActionMatcher.Match.Kind] {
        gestures.flatMap { matcher.matches(of: $0.0, line: $0.1) }.map(\.kind)
    }

    @Test("Every action whose names and state match runs, in the order of the file")
    func names() throws {
        var matcher = try matcher(
            """
            - { on: pan, key: a }
            - { on: "p*:began", key: a }
            - { on: { recognizer: "*", surface: panel }, key: a }
            - { on: { recognizer: "*", surface: screen }, key: a }
            - { on: { recognizer: "*", region: strip }, key: a }
            """)
        let (gesture, line) = try pan(0, 0)
        #expect(matcher.matches(of: gesture, line: line).map(\.action) == [0, 2])
    }

    @Test(
        "Conditions hold in the unit that they are written in",
        arguments: [
            // 163 points are an inch.
            ("distance: '>= 25mm'", "panel", 163.0, 0.0, true), ("distance: '>= 26mm'", "panel", 163, 0, false),
            ("distance: '> 160'", "panel", 163, 0, true), ("distance: '>= 0.99in'", "panel", 0, -163, true),
            ("translation.y: '<= -25mm'", "panel", 0, -163, true),
            ("translation.y: '<= -25mm'", "panel", 0, 163, false),
            // A pixel of this surface is 0.1 mm wide and 0.2 mm high.
            ("translation.x: '>= 10mm'", "screen", 100, 0, true), ("translation.x: '> 10mm'", "screen", 100, 0, false),
            ("translation.y: '>= 20mm'", "screen", 0, 100, true), ("translation.x: '>= 100px'", "screen", 100, 0, true),
            ("distance: '>= 49.9mm'", "screen", 300, 200, true), ("distance: '> 50.1mm'", "screen", 300, 200, false),
            ("touches: 2", "panel", 0, 0, true), ("touches: '> 2'", "panel", 0, 0, false),
            ("velocity.y: '< -8'", "panel", 0, 0, true), ("location.y: [ '> 1', '< 2' ]", "panel", 0, 0, false),
        ])
    func conditions(condition: String, surface: String, x: Double, y: Double, holds: Bool) throws {
        var matcher = try matcher("- { on: { recognizer: pan, where: { \(condition) } }, key: a }")
        #expect(kinds(&matcher, try pan(x, y, on: surface)) == (holds ? [.command] : []))
    }

    @Test("A missing value starts nothing, and is reported")
    func unknown() throws {
        for (condition, surface) in [("'>= 1mm'", "bare"), ("'>= 1px'", "panel"), ("'>= 1mm'", "another")] {
            var matcher = try matcher("- { on: { recognizer: pan, where: { distance: \(condition) } }, key: a }")
            #expect(kinds(&matcher, try pan(100, 0, on: surface)) == [.unknown])
        }
        var matcher = try matcher("- { on: { recognizer: pan, where: { distance: '>= 0' } }, key: a }")
        #expect(kinds(&matcher, try pan(0, 0, isPlaced: false)) == [.unknown], "without the capability `locations`")
        var steps = try self.matcher(
            """
            - on: { recognizer: pan, where: { distance: '>= 1mm' } }
              step: { member: translation.y, every: 10 }
              up: [a]
            """)
        #expect(kinds(&steps, try pan(0, 0, .changed, on: "bare")) == [.unknown], "a condition of steps")
    }

    @Test("A condition on the application holds only while that is known to be in front")
    func applications() throws {
        var matcher = try matcher("- { on: pan, app: [firefox, 'chrom*'], key: a }")
        let (gesture, line) = try pan(0, 0)
        for (name, isFront) in [("firefox", true), ("chromium", true), ("foot", false)] {
            #expect(matcher.matches(of: gesture, line: line, application: name).isEmpty != isFront)
        }
        #expect(matcher.matches(of: gesture, line: line).isEmpty)
    }

    @Test("Steps are counted from where the gesture began; up is towards the upper edge")
    func steps() throws {
        var matcher = try matcher("- { on: pan, step: { member: translation.y, every: 10 }, up: [a], down: [b] }")
        #expect(
            kinds(
                &matcher, try pan(0, 0, .began), try pan(0, -9, .changed), try pan(0, -11, .changed),
                try pan(0, -35, .changed), try pan(0, -26, .changed), try pan(0, -20, .changed), try pan(0, 0, .ended)
            ) == [.steps(1), .steps(2), .steps(-1), .steps(-2)])
        #expect(kinds(&matcher, try pan(0, -50, .began, number: 2)) == [], "its first value is its beginning")
    }

    @Test("Steps are not counted while a condition does not hold, nor afterwards for that way")
    func conditionalSteps() throws {
        var matcher = try matcher(
            """
            - on: { recognizer: pan, where: { translation.x: '< 50' } }
              step: { member: translation.y, every: 10 }
              up: [a]
            """)
        #expect(
            kinds(
                &matcher, try pan(0, 0, .began), try pan(60, -40, .changed), try pan(0, -45, .changed),
                try pan(0, -50, .changed)) == [.steps(1)])
    }

    @Test("Two gestures at once are counted apart, and a lost connection forgets both")
    func twoGestures() throws {
        var matcher = try matcher("- { on: pan, step: { member: translation.x, every: 10 }, up: [a], down: [b] }")
        #expect(
            kinds(
                &matcher, try pan(0, 0, .began, number: 1), try pan(100, 0, .began, number: 2),
                try pan(10, 0, .changed, number: 1), try pan(90, 0, .changed, number: 2)) == [.steps(1), .steps(-1)])
        matcher.begin(Snapshot(subscription: 1, surfaces: [Self.points], recognizers: [], gestures: []))
        #expect(kinds(&matcher, try pan(50, 0, .changed, number: 1)) == [])
    }

    @Test("Only what matters is subscribed to, and what precedes cancelled; with too many names, everything")
    func subscription() throws {
        let plain = try matcher("- { on: b, key: a }\n- { on: 'a:began', key: a }\n- { on: b, key: c }").subscription()
        #expect(plain.recognizers.map(\.pattern) == ["a", "b"])
        #expect(plain.states == GestureStates([.recognized, .ended, .began]))
        let steps = try matcher("- { on: b, step: { member: scale, every: 2 }, up: [a] }").subscription()
        #expect(steps.states == GestureStates([.began, .changed, .ended, .cancelled]))
        let cancelled = try matcher("- { on: 'a:cancelled', key: a }").subscription()
        #expect(cancelled.states == GestureStates([.began, .ended, .cancelled]))
        let many = (0..<40).map { "- { on: a\($0), key: b }\n" }.joined()
        #expect(try matcher(many).subscription().recognizers.map(\.pattern) == ["*"])
    }
}
