// Recordings and the replays expected of them, for tests.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Touch
import TouchTesting

/// The project's recorded panels and their expected replays.
enum Fixtures {
    private static let replays = RecordingCatalogue.folder.deletingLastPathComponent().appending(path: "replays")

    /// The names of the recordings whose replays were checked, in alphabetical order.
    static func checkedNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: replays.path)
            .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
    }

    /// The lines that a recording must give with the standard configuration.
    static func checkedLines(_ name: String) throws -> String {
        try String(contentsOf: replays.appending(path: name + ".jsonl"), encoding: .utf8)
    }

    /// The notifications of a recording for a subscriber to everything.
    static func gestures(_ name: String, _ configuration: Configuration) throws -> [GestureNotification] {
        try gestures(RecordingCatalogue.recording(name), configuration)
    }

    static func gestures(_ recording: Recording, _ configuration: Configuration) throws -> [GestureNotification] {
        var gestures: [GestureNotification] = []
        _ = try Replay.run(recording, configuration: configuration) { gestures.append($0) }
        return gestures.filter { $0.state != .failed }
    }

    /// The notifications as lines.
    static func lines(_ name: String, _ configuration: Configuration) throws -> String {
        var lines = SubscriberLines()
        return String(
            decoding: try gestures(name, configuration).flatMap { lines.line(for: $0) }, as: UTF8.self)
    }

    /// The explanation of a recording, line by line.
    static func explanation(
        _ recording: Recording, _ configuration: Configuration, prepare: EnginePreparation? = nil
    ) throws -> [String] {
        var lines: [String] = []
        _ = try Explanation.run(recording, configuration: configuration, prepare: prepare) {
            lines.append($0)
        }
        return lines
    }

    /// A recording of a touchscreen of 2000 by 1000 units with these events; with `inPoints`, a unit is a point.
    static func recording(_ signals: [Signal]) -> Recording {
        var events: [InputEvent] = []
        for signal in signals.reversed() {
            // Events are stamped with the time of the report that follows them.
            events.append(signal.event(at: events.last?.time ?? .zero))
        }
        return Recording(device: .touchscreen(), events: events.reversed())
    }

    /// Taps of one finger, at 500 ms, 1500 ms and so on, each 80 ms long.
    static func taps(_ places: (x: Int32, y: Int32)...) -> Recording {
        var signals: [Signal] = [.report(0)]
        for (index, place) in places.enumerated() {
            let time = Int64(index) * 1_000_000 + 500_000
            signals += [.slot(0), .id(Int32(index) + 1), .x(place.x), .y(place.y), .report(time)]
            signals += [.id(-1), .report(time + 80_000)]
        }
        return recording(signals)
    }

    /// Surfaces on which a unit of that touchscreen is a point.
    static let inPoints = [
        SurfaceRule(
            name: "panel",
            settings: SurfaceSettings(
                size: Size(width: 1999 * PointUnit.millimetres, height: 999 * PointUnit.millimetres)))
    ]

    /// A configuration with one recognizer of a type.
    static func only(_ name: String, _ type: RecognizerType) -> Configuration {
        Configuration(recognizers: [RecognizerRule(name: name, type: type)])
    }
}
