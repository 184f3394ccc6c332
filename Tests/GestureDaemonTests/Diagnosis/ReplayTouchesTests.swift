// Tests of touches in a replay, in order with gestures.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct ReplayTouchesTests {
    private enum Notification {
        case touches(TouchNotification)
        case gesture(GestureNotification)
    }

    private func replay(_ recording: Recording, _ configuration: Configuration) throws -> [Notification] {
        var received: [Notification] = []
        _ = try Replay.run(recording, configuration: configuration, receiveTouches: { received.append(.touches($0)) }) {
            if $0.state != .failed { received.append(.gesture($0)) }
        }
        return received
    }

    private func replay(_ name: String, _ configuration: Configuration) throws -> [Notification] {
        try replay(RecordingCatalogue.recording(name), configuration)
    }

    private func words(_ received: [Notification]) -> [String] {
        received.flatMap { received in
            switch received {
            case .touches(let frame): frame.touches.map { "touch \($0.id) \($0.phase)" }
            case .gesture(let gesture): ["\(gesture.recognizer) \(gesture.state)"]
            }
        }
    }

    @Test("Without recognizers a tap is a touch that begins and ends at the finger's place")
    func untaken() throws {
        let received = try replay("ed-isdv4e6-single-tap-center", Configuration(recognizers: []))
        #expect(words(received) == ["touch 1 began", "touch 1 ended"])
    }

    @Test("A recognized tap takes its touch: the region receives `cancelled`, then the gesture follows")
    func taken() throws {
        let received = try replay("ed-isdv4e6-single-tap-center", Fixtures.only("tap", .tap))
        #expect(words(received) == ["touch 1 began", "touch 1 cancelled", "tap recognized"])
    }

    @Test("The touches of an event come before its gestures, in every recording")
    func order() throws {
        for name in try Fixtures.checkedNames() {
            var gestureTime: Int64?
            for received in try replay(name, .standard) {
                switch received {
                case .touches(let frame): #expect(frame.time != gestureTime, "\(name)")
                case .gesture(let gesture): gestureTime = gesture.time
                }
            }
            #expect(gestureTime != nil, "\(name)")
        }
    }

    @Test("Every touch of every recording begins once and is over once, with or without gestures")
    func closed() throws {
        for name in try Fixtures.checkedNames() {
            var counts: [Int] = []
            for configuration in [Configuration.standard, Configuration(recognizers: [])] {
                var (open, all) = (Set<Int>(), Set<Int>())
                for case .touches(let frame) in try replay(name, configuration) {
                    for touch in frame.touches {
                        switch touch.phase {
                        case .began: #expect(open.insert(touch.id).inserted && all.insert(touch.id).inserted, "\(name)")
                        case .moved: #expect(open.contains(touch.id), "\(name)")
                        case .ended, .cancelled: #expect(open.remove(touch.id) != nil, "\(name)")
                        }
                    }
                }
                #expect(open.isEmpty, "\(name)")
                counts.append(all.count)
            }
            // A finger that joins a gesture belongs to that gesture from the start.
            #expect(counts[1] > 0 && counts[0] <= counts[1], "\(name)")
        }
    }

    @Test("Touches do not change published gestures, and are always the same bytes")
    func bytes() throws {
        for name in try Fixtures.checkedNames() {
            var (lines, again) = (SubscriberLines(), SubscriberLines())
            func text(_ received: [Notification], _ lines: inout SubscriberLines) -> [String] {
                received.map { received in
                    switch received {
                    case .touches(let frame): String(decoding: lines.line(for: frame), as: UTF8.self)
                    case .gesture(let gesture): String(decoding: lines.line(for: gesture), as: UTF8.self)
                    }
                }
            }
            let first = text(try replay(name, .standard), &lines)
            #expect(first == text(try replay(name, .standard), &again), "\(name)")
            let gestures = first.filter { $0.contains(#""method":"gesture""#) }
            #expect(gestures.joined() == (try Fixtures.lines(name, .standard)), "\(name)")
        }
    }

    @Test("A touch has the region in which it landed, wherever it moves")
    func regions() throws {
        let half = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(0.5), height: .fraction(1))
        let configuration = Configuration(
            surfaces: Fixtures.inPoints, regions: [RegionRule(name: "left", frame: half)], recognizers: [])
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(900), .y(50), .slot(1), .id(2), .x(1100), .y(50), .report(0),
            .slot(0), .x(1200), .slot(1), .x(800), .report(10_000),
            .slot(0), .id(-1), .slot(1), .id(-1), .report(20_000),
        ])
        for case .touches(let frame) in try replay(recording, configuration) {
            #expect(frame.touches.map(\.region) == ["left", "root"])
        }
    }

    @Test("Positions and sizes are in the surface's unit; pressure is relative to the maximum")
    func units() throws {
        let surface = SurfaceRule(
            name: "panel",
            settings: SurfaceSettings(
                size: Fixtures.inPoints[0].settings.size, pixels: Size(width: 3998, height: 1998)))
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(100), .y(50), .other(type: EventType.absolute, code: AbsoluteAxis.pressure, value: 60),
            .other(type: EventType.absolute, code: AbsoluteAxis.touchMajor, value: 40), .report(0),
            .x(110), .report(10_000), .id(-1), .report(20_000),
        ])
        let received = try replay(recording, Configuration(surfaces: [surface], recognizers: []))
        #expect(words(received) == ["touch 1 began", "touch 1 moved", "touch 1 ended"])
        guard case .touches(let frame) = received[1] else { return }
        let touch = try #require(frame.touches.first)
        #expect(frame.time == 10_000 && frame.surface == "panel" && touch.region == "root")
        #expect(abs(touch.location.x - 220) < 1e-6 && abs(touch.location.y - 100) < 1e-6)
        #expect(abs(touch.previousLocation.x - 200) < 1e-6)
        #expect(touch.force == 0.5)
        #expect(abs((touch.majorRadius ?? 0) - 40) < 1e-6)
    }

    @Test("Touches count taps at about the same place: a first one is 1, also elsewhere and later")
    func tapCount() throws {
        var signals: [Signal] = [.slot(0)]
        for (id, x, time) in [(1, 100, 0), (2, 103, 200), (3, 900, 400), (4, 900, 3000)] as [(Int32, Int32, Int64)] {
            signals += [.id(id), .x(x), .y(50), .report(time * 1000), .id(-1), .report(time * 1000 + 50_000)]
        }
        let configuration = Configuration(surfaces: Fixtures.inPoints, recognizers: [])
        let counts = try replay(Fixtures.recording(signals), configuration).flatMap { received -> [Int] in
            if case .touches(let frame) = received { frame.touches.map(\.tapCount) } else { [] }
        }
        #expect(counts == [1, 1, 2, 2, 1, 1, 1, 1])
    }

    @Test("A resting finger that presses harder updates its force, and changes no gesture")
    func force() throws {
        func pressure(_ value: Int32) -> Signal {
            .other(type: EventType.absolute, code: AbsoluteAxis.pressure, value: value)
        }
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(100), .y(50), pressure(20), .report(0),
            pressure(60), .report(100_000), pressure(85), .report(200_000), .id(-1), .report(300_000),
        ])
        let received = try replay(recording, .standard)
        #expect(
            words(received) == [
                "touch 1 began", "touch 1 moved", "touch 1 moved", "touch 1 cancelled", "tap recognized",
            ])
        let forces: [Double?] = received.compactMap {
            guard case .touches(let frame) = $0, frame.touches[0].phase == .moved else { return nil }
            return frame.touches[0].force
        }
        #expect(forces == [0.5, 0.75])
    }

    @Test("A single-touch panel, whose pressure is another axis, does the same; without pressure nothing is reported")
    func singleTouchForce() throws {
        func pressure(_ value: Int32) -> Signal {
            .other(type: EventType.absolute, code: AbsoluteAxis.singleTouchPressure, value: value)
        }
        func button(_ value: Int32) -> Signal { .other(type: EventType.key, code: KeyCode.touch, value: value) }
        func place(_ axis: UInt16, _ value: Int32) -> Signal {
            .other(type: EventType.absolute, code: axis, value: value)
        }
        var recording = Fixtures.recording([
            place(AbsoluteAxis.x, 100), place(AbsoluteAxis.y, 50), pressure(20), button(1), .report(0),
            pressure(60), .report(100_000), pressure(85), .report(200_000), pressure(0), button(0), .report(300_000),
        ])
        var axes: [UInt16: Axis] = [
            AbsoluteAxis.x: Axis(minimum: 0, maximum: 1999), AbsoluteAxis.y: Axis(minimum: 0, maximum: 999),
            AbsoluteAxis.singleTouchPressure: Axis(minimum: 10, maximum: 110),
        ]
        func received() throws -> (words: [String], forces: [Double?]) {
            recording.device.axes = axes
            recording.device.codes[EventType.absolute] = Set(axes.keys)
            let received = try replay(recording, .standard)
            return (
                words(received),
                received.compactMap {
                    guard case .touches(let frame) = $0, frame.touches[0].phase == .moved else { return nil }
                    return frame.touches[0].force
                }
            )
        }
        let whole = try received()
        #expect(
            whole.words == ["touch 1 began", "touch 1 moved", "touch 1 moved", "touch 1 cancelled", "tap recognized"])
        #expect(whole.forces == [0.5, 0.75])
        axes[AbsoluteAxis.singleTouchPressure] = nil
        #expect(try received().words == ["touch 1 began", "touch 1 cancelled", "tap recognized"])
    }

    @Test("Values that a panel does not report are absent")
    func unreported() throws {
        var recording = Fixtures.recording([.slot(0), .id(1), .x(100), .y(50), .report(0)])
        for axis in [AbsoluteAxis.pressure, AbsoluteAxis.touchMajor] {
            recording.device.axes[axis] = nil
            recording.device.codes[EventType.absolute]?.remove(axis)
        }
        guard case .touches(let frame)? = try replay(recording, Configuration(recognizers: [])).first else {
            Issue.record("no touch")
            return
        }
        #expect(frame.touches.count == 1 && frame.touches[0].force == nil && frame.touches[0].majorRadius == nil)
    }
}
