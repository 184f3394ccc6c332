// Do the example configurations give the gestures that they promise?

import Configuration
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct ExampleConfigurationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../config/examples").standardizedFileURL

    private func example(_ name: String) throws -> Configuration {
        try Configuration.load(path: Self.folder.appending(path: "\(name).yaml").path)
    }

    /// What began or was recognized, and on which surface, in order.
    private func told(_ gestures: [GestureNotification]) -> [String] {
        gestures.filter { $0.state == .began || $0.state == .recognized }.map { "\($0.recognizer) on \($0.surface)" }
    }

    @Test(
        "Recorded panels give what the examples promise",
        arguments: [
            ("kiosk", "ed-atmel-mxt-1f-fasttaps", Array(repeating: "select on panel", count: 9)),
            ("kiosk", "ed-isdv4e6-single-top-swipe", ["previous on panel"]),
            ("kiosk", "ed-isdv4e6-single-center-scroll", ["scroll on panel"]),
            ("kiosk", "ed-isdv4e6-double-center-scroll", ["zoom on panel"]),
            ("phone", "xit-nexus4-nobtn", ["pan on screen", "arrange on screen"]),
            ("phone", "ed-isdv4e6-double-tap-center", ["tap on screen", "wake on screen"]),
            ("phone", "ed-isdv4e6-double-center-circle", ["arrange on screen"]),
            (
                "touch-table", "ed-atmel-mxt-4f-down",
                ["north-east.arrange on table", "north-west.arrange on table", "south-west.arrange on table"]
            ),
            ("touch-table", "ed-atmel-mxt-1f-updown", ["south-west.arrange on table"]),
            ("two-screens", "ed-atmel-mxt-1f-fasttaps", Array(repeating: "open on counter", count: 9)),
            ("two-screens", "ed-atmel-mxt-1f-updown", ["scroll on counter"]),
            ("two-screens", "ed-atmel-mxt-2f-touch", ["zoom on counter"]),
            ("two-screens", "ed-isdv4e6-single-tap-center", ["accept on customer"]),
            ("two-screens", "ed-isdv4e6-single-top-swipe", ["page on customer"]),
        ])
    func recordings(name: String, recording: String, expected: [String]) throws {
        #expect(try told(Fixtures.gestures(recording, example(name))) == expected)
    }

    /// A recorded finger on a panel of 2000 by 1000 units: parts of its width and height, and seconds.
    private func finger(_ path: [(x: Double, y: Double, time: Double)]) -> Recording {
        var signals: [Signal] = [.slot(0), .id(1)]
        for place in path {
            signals += [.x(Int32(place.x * 1999)), .y(Int32(place.y * 999)), .report(Int64(place.time * 1e6))]
        }
        return Fixtures.recording(signals + [.id(-1), .report(Int64((path.last?.time ?? 0) * 1e6) + 8000)])
    }

    /// From one place to another in a fifth of a second.
    private func way(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> Recording {
        finger(
            (0...24).map { step in
                let part = Double(step) / 24
                return (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, 1 + 0.2 * part)
            })
    }

    private func gestures(_ recording: Recording, _ configuration: Configuration) throws -> [GestureNotification] {
        var gestures: [GestureNotification] = []
        _ = try Replay.run(recording, configuration: configuration) { gestures.append($0) }
        return gestures
    }

    @Test("The edges of the phone go back, home and to the notifications, and its middle does not")
    func edges() throws {
        let phone = try example("phone")
        for (start, end, expected) in [
            ((x: 0.0, y: 0.5), (x: 0.3, y: 0.5), "back"), ((x: 1.0, y: 0.5), (x: 0.7, y: 0.5), "back"),
            ((x: 0.5, y: 1.0), (x: 0.5, y: 0.6), "home"), ((x: 0.5, y: 0.0), (x: 0.5, y: 0.4), "notifications"),
            ((x: 0.3, y: 0.5), (x: 0.6, y: 0.5), "pan"),
        ] {
            #expect(told(try gestures(way(start, end), phone)) == ["\(expected) on screen"])
        }
    }

    @Test("The staff's corner of the kiosk wants four seconds, and nowhere else is there a menu")
    func corner() throws {
        let kiosk = try example("kiosk")
        func held(_ x: Double, _ seconds: Double) throws -> [String] {
            told(try gestures(finger([(x, 0.04, 1), (x, 0.04, 1 + seconds)]), kiosk))
        }
        #expect(try held(0.98, 4.2) == ["staff-menu on panel"])
        #expect(try held(0.98, 3.8) == [])
        #expect(try held(0.5, 4.2) == [])
    }

    @Test("Two people at the table move their own things at the same time, and neither has to wait")
    func people() throws {
        let table = try example("touch-table")
        var signals: [Signal] = []
        for step in 0...20 {
            // One finger in the first quarter to the right, one in the last to the left, a moment later.
            signals += [.slot(0)] + (step == 0 ? [.id(1)] : []) + [.x(Int32(200 + 10 * step)), .y(250)]
            if step >= 2 {
                signals += [.slot(1)] + (step == 2 ? [.id(2)] : []) + [.x(Int32(1800 - 10 * step)), .y(750)]
            }
            signals.append(.report(Int64(1_000_000 + 8000 * step)))
        }
        let gestures = try gestures(Fixtures.recording(signals), table).filter { $0.state == .began }
        #expect(told(gestures) == ["north-west.arrange on table", "south-east.arrange on table"])
        #expect(gestures.allSatisfy { $0.time < 1_180_000 })
    }
}
