// Tests of the gestures that the example configurations promise.

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
        try Configuration.load(ConfigurationFiles(path: Self.folder.appending(path: "\(name).yaml").path))
    }

    /// The gestures that began or were recognized, with their surfaces, in order.
    private func received(_ gestures: [GestureNotification]) -> [String] {
        gestures.filter { $0.state == .began || $0.state == .recognized }.map { "\($0.recognizer) on \($0.surface)" }
    }

    @Test(
        "Recorded panels give the gestures that the examples promise",
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
        #expect(try received(Fixtures.gestures(recording, example(name))) == expected)
    }

    /// A recorded finger on a panel of 2000 by 1000 units: fractions of width and height, and seconds.
    private func finger(_ path: [(x: Double, y: Double, time: Double)]) -> Recording {
        var signals: [Signal] = [.slot(0), .id(1)]
        for place in path {
            signals += [.x(Int32(place.x * 1999)), .y(Int32(place.y * 999)), .report(Int64(place.time * 1e6))]
        }
        return Fixtures.recording(signals + [.id(-1), .report(Int64((path.last?.time ?? 0) * 1e6) + 8000)])
    }

    /// A movement from one place to another in a fifth of a second.
    private func way(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> Recording {
        finger(
            (0...24).map { step in
                let part = Double(step) / 24
                return (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, 1 + 0.2 * part)
            })
    }

    @Test("The vendor's example presses are recognized beside the standard set, and not without `blocks`")
    func presses() throws {
        let path = Self.folder.appending(path: "../gestured.yaml")
        var lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.contains("- name: slow-press") })
        let end = try #require(lines.firstIndex { $0.contains("- { name: tap-and-hold") })
        for index in start...end { lines[index].removeFirst() }
        func received(_ recording: Recording, blocks: Bool = true) throws -> [String] {
            let lines = lines.enumerated().map { index, line in
                blocks || !(start...end).contains(index) ? line : line.replacing(/,? *blocks: \[.*\]/, with: "")
            }
            var configuration = try Configuration(yaml: lines.joined(separator: "\n"), file: "gestured.yaml")
            #expect(configuration.recognizers.count == Configuration.standard.recognizers.count + 2)
            configuration.surfaces = Fixtures.inPoints
            return self.received(try Fixtures.gestures(recording, configuration))
        }
        // Held for 1.7 seconds; the second one moves by 15 points, which is more than a pan needs.
        for way in [0.0, 0.0075] {
            let held = finger([(0.5, 0.5, 1), (0.5 + way, 0.5, 1.1), (0.5 + way, 0.5, 2.7)])
            #expect(try received(held) == ["slow-press on panel"])
            #expect(try received(held, blocks: false) == [way == 0 ? "long-press on panel" : "pan on panel"])
        }
        let tapped = Fixtures.recording([
            .slot(0), .id(1), .x(1000), .y(500), .report(1_000_000), .id(-1), .report(1_050_000),
            .id(2), .x(1000), .y(500), .report(1_200_000), .id(-1), .report(2_000_000),
        ])
        #expect(try received(tapped) == ["tap-and-hold on panel"])
        #expect(try received(tapped, blocks: false) == ["tap on panel", "long-press on panel"])
    }

    @Test("The phone's edges are back, home and notifications, and its middle is not")
    func edges() throws {
        let phone = try example("phone")
        for (start, end, expected) in [
            ((x: 0.0, y: 0.5), (x: 0.3, y: 0.5), "back"), ((x: 1.0, y: 0.5), (x: 0.7, y: 0.5), "back"),
            ((x: 0.5, y: 1.0), (x: 0.5, y: 0.6), "home"), ((x: 0.5, y: 0.0), (x: 0.5, y: 0.4), "notifications"),
            ((x: 0.3, y: 0.5), (x: 0.6, y: 0.5), "pan"),
        ] {
            #expect(received(try Fixtures.gestures(way(start, end), phone)) == ["\(expected) on screen"])
        }
    }

    @Test("The staff's corner of the kiosk needs four seconds, and no other place opens a menu")
    func corner() throws {
        let kiosk = try example("kiosk")
        func held(_ x: Double, _ seconds: Double) throws -> [String] {
            received(try Fixtures.gestures(finger([(x, 0.04, 1), (x, 0.04, 1 + seconds)]), kiosk))
        }
        #expect(try held(0.98, 4.2) == ["staff-menu on panel"])
        #expect(try held(0.98, 3.8) == [])
        #expect(try held(0.5, 4.2) == [])
    }

    @Test("At each side of the table, the menu comes from the person's own edge")
    func sides() throws {
        let table = try example("four-sides")
        for (start, end, expected) in [
            ((x: 0.5, y: 1.0), (x: 0.5, y: 0.7), "south"), ((x: 0.5, y: 0.0), (x: 0.5, y: 0.3), "north"),
            ((x: 0.0, y: 0.5), (x: 0.2, y: 0.5), "west"), ((x: 1.0, y: 0.5), (x: 0.8, y: 0.5), "east"),
        ] {
            #expect(received(try Fixtures.gestures(way(start, end), table)) == ["\(expected).menu on table"])
        }
        // The corners of the button in the middle belong to nobody.
        #expect(received(try Fixtures.gestures(finger([(0.5, 0.5, 1), (0.5, 0.5, 2.2)]), table)) == ["end on table"])
        #expect(received(try Fixtures.gestures(finger([(0.479, 0.458, 1), (0.479, 0.458, 2.2)]), table)) == [])
    }

    @Test("Two people at the table move their own things at the same time, without waiting")
    func people() throws {
        let table = try example("touch-table")
        var signals: [Signal] = []
        for step in 0...20 {
            // One finger in the first quarter moves to the right, one in the last to the left, a moment later.
            signals += [.slot(0)] + (step == 0 ? [.id(1)] : []) + [.x(Int32(200 + 10 * step)), .y(250)]
            if step >= 2 {
                signals += [.slot(1)] + (step == 2 ? [.id(2)] : []) + [.x(Int32(1800 - 10 * step)), .y(750)]
            }
            signals.append(.report(Int64(1_000_000 + 8000 * step)))
        }
        let gestures = try Fixtures.gestures(Fixtures.recording(signals), table).filter { $0.state == .began }
        #expect(received(gestures) == ["north-west.arrange on table", "south-east.arrange on table"])
        #expect(gestures.allSatisfy { $0.time < 1_180_000 })
    }
}
