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

    @Test(
        "In every recording touches change no gesture, come before the gestures of their event, begin and end once",
        arguments: try Fixtures.checkedNames())
    func recorded(name: String) throws {
        var counts: [Int] = []
        for configuration in [Configuration.standard, Configuration(recognizers: [])] {
            var (writer, gestures): (SubscriberLines, [UInt8]) = (SubscriberLines(), [])
            var (open, all, gestureTime): (Set<Int>, Set<Int>, Int64?) = ([], [], nil)
            for received in try replay(name, configuration) {
                switch received {
                case .gesture(let gesture):
                    gestureTime = gesture.time
                    gestures += writer.line(for: gesture)
                case .touches(let frame):
                    #expect(frame.time != gestureTime)
                    _ = writer.line(for: frame)
                    for touch in frame.touches {
                        switch touch.phase {
                        case .began: #expect(open.insert(touch.id).inserted && all.insert(touch.id).inserted)
                        case .moved: #expect(open.contains(touch.id))
                        case .ended, .cancelled: #expect(open.remove(touch.id) != nil)
                        }
                    }
                }
            }
            #expect(open.isEmpty && (gestureTime == nil) == configuration.recognizers.isEmpty)
            let lines = try Fixtures.lines(name, configuration)
            #expect(String(decoding: gestures, as: UTF8.self) == lines)
            counts.append(all.count)
        }
        // A finger that joins a gesture belongs to that gesture from the start.
        #expect(counts[1] > 0 && counts[0] <= counts[1])
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

    @Test("A resting finger that presses harder updates its force; the recognized tap takes its touch, then follows")
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
}
