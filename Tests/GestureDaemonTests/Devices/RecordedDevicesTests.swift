// Tests of recordings of several devices: two panels, and pens on their glass.

import Configuration
import Diagnosis
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct RecordedDevicesTests {
    private static let maker: UInt16 = 0x56a
    private static let configuration = Configuration(
        surfaces: [],
        recognizers: [RecognizerRule(name: "tap", type: .tap), RecognizerRule(name: "long-press", type: .longPress)])

    private static func panel(_ name: String, group: String = "", taps times: [Int64]) -> Recording {
        var panel = Fixtures.recording(
            times.flatMap { [.slot(0), .id(1), .x(500), .y(500), .report($0), .id(-1), .report($0 + 50_000)] })
        (panel.device.name, panel.device.vendor) = (name, maker)
        panel.udev = UdevProperties(
            isTouchscreen: true, isKeyboard: false, isIgnored: false, isPen: false, group: group)
        return panel
    }

    /// A pen that is near in a range of microseconds.
    private static func pen(
        near range: ClosedRange<Int64>, group: String = "", vendor: UInt16 = maker, isIgnored: Bool = false
    ) -> Recording {
        let device = DeviceDescription(
            name: "pen", vendor: vendor,
            codes: [EventType.key: [KeyCode.toolPen, KeyCode.touch], EventType.absolute: [0, 1]],
            axes: [0: Axis(minimum: 0, maximum: 9), 1: Axis(minimum: 0, maximum: 9)])
        let udev = UdevProperties(
            isTouchscreen: false, isKeyboard: false, isIgnored: isIgnored, isPen: true, group: group)
        let events = [(range.lowerBound, Int32(1)), (range.upperBound, 0)].flatMap { time, value in
            [
                InputEvent(
                    time: Timestamp(microseconds: time), type: EventType.key, code: KeyCode.toolPen, value: value),
                InputEvent(time: Timestamp(microseconds: time), type: 0, code: 0, value: 0),
            ]
        }
        return Recording(device: device, events: events, udev: udev)
    }

    private static func together(_ first: Recording, _ others: Recording...) -> Recording {
        Recording(device: first.device, events: first.events, udev: first.udev, beside: others)
    }

    /// The ends of gestures, with their surfaces and times in milliseconds.
    private func gestures(_ recording: Recording, _ configuration: Configuration = configuration) throws -> [String] {
        try Fixtures.gestures(recording, configuration).filter { $0.state == .recognized || $0.state == .ended }
            .map { "\($0.recognizer) on \($0.surface) at \($0.time / 1000)" }
    }

    @Test(
        "A touch while a pen on the same glass is near, or shortly after, is no tap; after that it is",
        arguments: [
            (pen(near: 1_000_000...1_500_000), [550, 2050]), (pen(near: 0...100), [550, 1250, 2050]),
            (pen(near: 1_000_000...1_800_000), [550]), (pen(near: 1_210_000...1_220_000), [550, 2050]),
            (pen(near: 1_000_000...1_500_000, vendor: 1), [550, 1250, 2050]),
            (pen(near: 1_000_000...1_500_000, isIgnored: true), [550, 1250, 2050]),
            (pen(near: 1_000_000...1_500_000, group: "other"), [550, 1250, 2050]),
        ] as [(Recording, [Int])])
    func pens(pen: Recording, times: [Int]) throws {
        let panel = Self.panel("a", group: "glass", taps: [500_000, 1_200_000, 2_000_000])
        #expect(try gestures(Self.together(panel, pen)) == times.map { "tap on a at \($0)" })
    }

    @Test("The explanation says when the pen was near; a configuration may ignore it")
    func explained() throws {
        let recording = Self.together(Self.panel("a", taps: [1_200_000]), Self.pen(near: 1_000_000...1_500_000))
        let outcome = try Explanation.run(recording, configuration: Self.configuration) { _ in }
        #expect(outcome.warnings.contains("\"pen\" was near, first from 1.000 to 1.500: touches on its glass pause"))
        #expect(outcome.warnings.contains { $0.hasPrefix("a contact while a pen was near, filtered") })
        var deaf = Self.configuration
        deaf.surfaces = [SurfaceRule(name: "a", contacts: ContactsRule(values: ["yieldToPen": .flag(false)]))]
        #expect(try gestures(recording, deaf).count == 1)
    }

    @Test("Two panels are two surfaces, with their own names, whose gestures come in the order of time")
    func panels() throws {
        let recording = Self.together(
            Self.panel("a", taps: [500_000, 2_000_000]), Self.panel("a", taps: [500_000, 1_000_000]),
            Self.panel("b", taps: [1_500_000]))
        let expected = [
            "tap on a at 550", "tap on a-2 at 550", "tap on a-2 at 1050", "tap on b at 1550", "tap on a at 2050",
        ]
        #expect(try gestures(recording) == expected)
        let lines = try Fixtures.explanation(recording, Self.configuration)
        #expect(lines.filter { $0.hasPrefix("Surface ") }.count == 3)
        #expect(lines.contains { $0.hasPrefix("Sequence 1 on a-2: touch 2") })
        #expect(lines.contains { $0.hasPrefix("Sequence 1 on b: ") && $0.hasSuffix(": tap") })
    }

    @Test("A deadline on one panel comes before a later event of the other")
    func deadlines() throws {
        let held = Fixtures.recording([.slot(0), .id(1), .x(500), .y(500), .report(0), .id(-1), .report(3_000_000)])
        var first = held
        (first.device.name, first.device.vendor) = ("a", Self.maker)
        let recording = Self.together(first, Self.panel("b", taps: [200_000, 1_500_000]))
        let begun = try Fixtures.gestures(recording, Self.configuration)
            .filter { $0.state == .began || $0.state == .recognized }.map { "\($0.recognizer) on \($0.surface)" }
        #expect(begun == ["tap on b", "long-press on a", "tap on b"])
    }

    @Test("The daemon plays a recording as a replay does: its panels come and go together, its pen pauses touches")
    func daemon() throws {
        let recording = Self.together(
            Self.panel("a", taps: [500_000, 1_200_000, 2_000_000]), Self.panel("b", group: "other", taps: [1_200_000]),
            Self.pen(near: 1_000_000...1_500_000, group: "glass"))
        let panel = try ListenedPanel(recording, then: [Self.panel("c", taps: [0])], Self.configuration)
        let client = try panel.connect([.gestures])
        panel.request("subscribe", by: client)
        panel.play(until: 5000)
        let received = client.takeEvents()
        #expect(
            received.filter { $0.hasPrefix("tap") } == ["a", "b", "a", "c"].map { "tap recognized on \($0)" })
        #expect(Set(received).isSuperset(of: ["a removed", "b removed", "c added"]))
    }

    @Test("Gestures under way at the end of one recording are cancelled, and a continuing panel is not added again")
    func brokenOff() throws {
        // A finger that moves and is down at the end.
        let broken = Fixtures.recording(
            [.slot(0), .id(1), .x(500), .y(500), .report(0)]
                + (1...20).flatMap { step in [Signal.x(500 + 20 * Int32(step)), .report(Int64(step) * 10_000)] })
        let tap = Fixtures.recording([.slot(0), .id(1), .x(500), .y(500), .report(0), .id(-1), .report(50_000)])
        var configuration = Self.configuration
        configuration.recognizers.append(RecognizerRule(name: "pan", type: .pan))
        let panel = try ListenedPanel(broken, then: [tap, tap], configuration)
        let client = try panel.connect([.gestures])
        panel.request("subscribe", by: client)
        panel.play(until: 5000)
        #expect(
            client.takeEvents() == [
                "pan began on touchscreen", "pan cancelled on touchscreen", "tap recognized on touchscreen",
                "tap recognized on touchscreen",
            ])
        #expect(panel.isAtRest)
    }

    @Test("A second panel that the configuration excludes is ignored, and one that gestured would not use, too")
    func excluded() throws {
        var keyboard = Self.panel("keys", taps: [500_000])
        keyboard.udev?.isKeyboard = true
        var configuration = Self.configuration
        var match = SurfaceMatch()
        match.patterns["name"] = "b"
        configuration.surfaces = [SurfaceRule(name: "out", match: match, use: .never)]
        let recording = Self.together(Self.panel("a", taps: [500_000]), Self.panel("b", taps: [600_000]), keyboard)
        #expect(try gestures(recording, configuration) == ["tap on a at 550"])
        let warnings = try Replay.run(recording, configuration: configuration) { _ in }.warnings
        #expect(warnings.contains("\"b\" is ignored: not used: excluded by the configuration (use: never)"))
        #expect(warnings.contains { $0.hasPrefix("\"keys\" is ignored: also a keyboard") })
    }
}
