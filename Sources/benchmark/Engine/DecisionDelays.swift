// Delay of each gesture compared with a recognizer that is alone.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Gestures
import Touch
import TouchTesting

/// The delays of `began` and `recognized` among the recognizers of the standard configuration, by movement.
struct DecisionDelays {
    /// The gestures of one recognizer.
    struct Row {
        let fingers: String
        let recognizer: String
        /// The number of its gestures that began or were recognized, and of those that were revoked.
        var gestures = 0
        var takenBack = 0
        /// Milliseconds of each; infinite for a gesture that it would not publish alone.
        var delays: [Double] = []
    }

    private(set) var rows: [Row] = []

    /// The recognizers that must have a gesture; without one the table would say nothing about them.
    private static let measured = [
        "tap", "long-press", "pan", "swipe", "edge-pan", "two-finger-tap", "two-finger-pan", "three-finger-pan",
        "pinch", "rotation",
    ]

    /// The largest delay in milliseconds; not a number if one of these recognizers had no gesture.
    var largest: Double {
        let isComplete = Self.measured.allSatisfy { name in rows.contains { $0.recognizer == name } }
        return isComplete ? rows.flatMap(\.delays).max() ?? .nan : .nan
    }

    /// Plays the recordings of fingers on touchscreens, made ones of two fingers, and drags of several speeds.
    ///
    /// - Parameter fixtures: The folder that holds the recordings and those of the demonstration.
    init(fixtures: String) throws {
        let folder = fixtures + "/recordings"
        let standard = Configuration.standard
        let manifest = try String(contentsOfFile: folder + "/manifest.tsv", encoding: .utf8)
        for line in manifest.split(whereSeparator: \.isNewline) {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count > 11, cells[0] == "yes", cells[2] == "touchscreen" else { continue }
            let recording = try RecordingFile.read("\(folder)/\(cells[1]).evemu")
            let isOneFinger = cells[11] == "1"
            let fingers = isOneFinger ? "one finger, recorded" : "several, recorded"
            measure(recording, standard, fingers)
            measure(recording, standard.with(.swipe), fingers, only: "swipe")
        }
        for name in ["pinch", "rotation"] {
            let recording = try RecordingFile.read("\(fixtures)/demo/\(name).evemu")
            measure(recording, standard, "two, made", only: name)
        }
        for speed in stride(from: Double(SyntheticDrag.slowest), through: Double(SyntheticDrag.fastest), by: 200) {
            let fingers = "one, \(SyntheticDrag.slowest) to \(SyntheticDrag.fastest) pt/s"
            for other in [nil, RecognizerRule.swipe, .edgePan] {
                let configuration = other.map { standard.with($0) } ?? standard
                measure(
                    SyntheticDrag.recording(speed: speed), configuration.inPoints, fingers, only: other?.name ?? "pan")
            }
        }
    }

    /// Plays a recording with all recognizers, and with each that told of something alone.
    ///
    /// - Parameter name: The recognizer that is measured; nil for all.
    private mutating func measure(
        _ recording: some PlayableRecording, _ configuration: Configuration, _ fingers: String, only name: String? = nil
    ) {
        let (together, takenBack) = Self.beginnings(of: recording, configuration)
        for rule in configuration.recognizers where name.map({ $0 == rule.name }) ?? true {
            let gestures = together.filter { $0.recognizer == rule.name }
            if gestures.isEmpty { continue }
            var single = configuration
            single.recognizers = [rule]
            single.recognizers[0].simultaneousWith = []
            let alone = Self.beginnings(of: recording, single).beginnings
            let place = place(of: rule.name, fingers)
            for gesture in gestures {
                let own = alone.first { $0.touches.first == gesture.touches.first && $0.time <= gesture.time }
                rows[place].gestures += 1
                rows[place].delays.append(own.map { Double(gesture.time - $0.time) / 1000 } ?? .infinity)
                if takenBack.contains(gesture.gesture) { rows[place].takenBack += 1 }
            }
        }
    }

    private mutating func place(of recognizer: String, _ fingers: String) -> Int {
        if let place = rows.firstIndex(where: { $0.recognizer == recognizer && $0.fingers == fingers }) { return place }
        rows.append(Row(fingers: fingers, recognizer: recognizer))
        return rows.count - 1
    }

    /// The first notification of each gesture, and the gestures that were taken back.
    private static func beginnings(
        of recording: some PlayableRecording, _ configuration: Configuration
    ) -> (beginnings: [GestureNotification], takenBack: Set<Int>) {
        var (beginnings, ends, known): ([GestureNotification], [Int: Int64], Set<Int>) = ([], [:], [])
        // A device that is not a touchscreen has no gestures.
        _ = try? Replay.run(recording, configuration: configuration) { received in
            if received.state == .cancelled { ends[received.gesture] = received.time }
            guard received.state != .failed, known.insert(received.gesture).inserted else { return }
            beginnings.append(received)
        }
        // Its successor begins when it is cancelled.
        return (beginnings, Set(ends.filter { end in beginnings.contains { $0.time == end.value } }.keys))
    }
}

extension RecognizerRule {
    fileprivate static let swipe = RecognizerRule(
        name: "swipe", type: .swipe, properties: ["direction": .directions([.left, .right, .up, .down])])
    fileprivate static let edgePan = RecognizerRule(
        name: "edge-pan", type: .screenEdgePan, properties: ["edges": .edges(.left)])
}

extension Configuration {
    /// The same with another recognizer of one moving finger instead of the pan, which would begin first.
    fileprivate func with(_ rule: RecognizerRule) -> Configuration {
        var configuration = self
        configuration.recognizers = recognizers.map { $0.name == "pan" ? rule : $0 }
        return configuration
    }

    /// The same for a panel whose unit is a point.
    fileprivate var inPoints: Configuration {
        var configuration = self
        configuration.surfaces = [SurfaceRule(name: "panel", settings: SurfaceSettings(size: SyntheticDrag.size))]
        return configuration
    }
}
