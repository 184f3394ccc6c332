// Errors of predicted places in all recordings, as docs/performance.md has them.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

/// A finger of a recording, in points.
private struct Path {
    var times: [Timestamp] = []
    var places: [Point] = []
    var end = Timestamp.zero
    /// The usual time between samples, in seconds.
    private(set) var interval = 0.0

    mutating func measureInterval() {
        let steps = zip(times.dropFirst(), times).map { $0.seconds(since: $1) }.sorted()
        interval = steps[steps.count / 2]
    }

    /// Where the finger is at a time, after a sample; nil after its lift.
    ///
    /// Between samples it moves evenly, at most during the last two usual intervals: before these it rests.
    func place(at time: Timestamp) -> Point? {
        guard time <= end, let before = times.lastIndex(where: { $0 <= time }) else { return nil }
        guard before + 1 < times.count else { return places[before] }
        let duration = min(times[before + 1].seconds(since: times[before]), 2 * interval)
        let passed = max(duration - times[before + 1].seconds(since: time), 0)
        return places[before] + (places[before + 1] - places[before]) * (passed / duration)
    }

    /// What the finger does after a sample: it stops if it goes on at less than a quarter of its speed, and turns if it
    /// goes on in a direction more than 45 degrees off; nil if it was slower than 100 points per second before, or lifts
    /// within 32 ms.
    func motion(at index: Int) -> Motion? {
        let first = times[..<index].lastIndex { times[index].seconds(since: $0) >= 0.024 } ?? 0
        let before = (places[index] - places[first]) * (1 / times[index].seconds(since: times[first]))
        guard let next = place(at: times[index].adding(seconds: 0.032)) else { return nil }
        let after = (next - places[index]) * (1 / 0.032)
        guard before.length >= 100 else { return nil }
        if after.length < before.length / 4 { return .stop }
        let cosine = (before.x * after.x + before.y * after.y) / (before.length * after.length)
        return cosine < 0.5.squareRoot() ? .turn : .steady
    }
}

private enum Motion { case steady, turn, stop }

private enum Method: CaseIterable { case none, linear, predictor }

/// The errors of a method in one column, in points.
private struct Errors {
    var all: [Double] = []

    var mean: Double { all.reduce(0, +) / Double(all.count) }
    var percentile: Double { all.sorted()[all.count * 95 / 100] }
    var text: String { String(format: "%.1f / %.1f", mean, percentile) }
}

struct PredictionTests {
    private static let paths: [Path] = {
        var paths: [Int: Path] = [:]
        var outcome: PlaybackOutcome?
        for name in (try? Fixtures.checkedNames()) ?? [] {
            guard let recording = try? RecordingCatalogue.recording(name) else { continue }
            let configuration = Configuration(recognizers: [])
            outcome = try? Replay.run(
                recording, after: outcome, configuration: configuration,
                receiveTouches: { frame in
                    for touch in frame.touches {
                        let time = Timestamp(microseconds: frame.time)
                        paths[touch.id, default: Path()].end = time
                        guard touch.phase == .began || touch.phase == .moved else { continue }
                        if paths[touch.id]?.times.last == time { continue }
                        paths[touch.id]?.times.append(time)
                        paths[touch.id]?.places.append(Point(x: touch.location.x, y: touch.location.y))
                    }
                }, receive: { _ in })
        }
        return paths.sorted { $0.key < $1.key }.map(\.value).filter { $0.times.count > 3 }.map { path in
            var path = path
            path.measureInterval()
            return path
        }
    }()

    /// The errors of a method at a time, of all samples, and of those before a motion.
    private static func errors(_ seconds: Double, _ motion: Motion?) -> [Method: Errors] {
        var errors: [Method: Errors] = [:]
        for path in paths {
            var predictor = PlacePredictor()
            predictor.add(path.places[0], at: path.times[0])
            for index in 1..<path.times.count {
                let (place, time) = (path.places[index], path.times[index])
                predictor.add(place, at: time)
                let step = (place - path.places[index - 1]) * (1 / time.seconds(since: path.times[index - 1]))
                guard let truth = path.place(at: time.adding(seconds: seconds)),
                    motion == nil || path.motion(at: index) == motion, let predicted = predictor.place(after: seconds)
                else { continue }
                for (method, guess) in [
                    (Method.none, place), (.linear, place + step * seconds), (.predictor, predicted),
                ] {
                    errors[method, default: Errors()].all.append((guess - truth).length)
                }
            }
        }
        return errors
    }

    @Test("places are predicted better than by the last step, also at turns and stops, as the documentation says")
    func accuracy() throws {
        var rows: [String] = []
        for (name, motion) in [("all", nil), ("before a turn", Motion.turn), ("before a stop", .stop)] {
            var row = "| \(name) |"
            for seconds in [0.016, 0.032] {
                let errors = Self.errors(seconds, motion)
                let (linear, predictor) = (try #require(errors[.linear]), try #require(errors[.predictor]))
                #expect(predictor.mean <= linear.mean && predictor.percentile <= linear.percentile)
                row += Method.allCases.map { " \(errors[$0]?.text ?? "") |" }.joined()
                if seconds == 0.032 { row = row.replacing("| \(name) |", with: "| \(name) (\(linear.all.count)) |") }
            }
            rows.append(row)
        }
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/performance.md")
        let table = rows.joined(separator: "\n")
        #expect(try String(contentsOf: page, encoding: .utf8).contains(table), "docs/performance.md needs:\n\(table)")
    }
}
