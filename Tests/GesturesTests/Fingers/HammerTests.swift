// Hammer.js' unit tests, with the cases that UIKit answers differently.

import Gestures
import Testing
import Touch
import TouchTesting

/// The result by UIKit's contract, and the reason.
private struct Difference: Sendable {
    let reason: String
    let expected: [String: Int]
}

private let differences: [String: Difference] = [
    "press_requires_swipe_failure_still": Difference(
        reason: "a swipe may be made within 0.5 s of touch down, so until then a press that requires it to fail waits",
        expected: ["press": 0]),
    "press_requires_pan_failure_still": Difference(
        reason: "a pan whose finger rests may still begin, so a press that requires it to fail waits",
        expected: ["press": 0]),
    "tap_blocks_doubletap": Difference(
        reason: "a tap never prevents a tap recognizer that waits for more taps, and a double tap prevents the second",
        expected: ["tap": 1, "doubletap": 1]),
    "press_then_pan": Difference(
        reason: "a press that has begun prevents a pan of the same finger",
        expected: ["child_press": 1, "parent_panend": 0]),
]

/// The scene of the fixture's lists of recognizers, relations and events.
private final class Scene {
    let stage = Stage()
    private var recognizers: [String: GestureRecognizer] = [:]
    /// Gives the answers of `enable=function`.
    private let gate = Witness()

    init(_ example: ConformanceCase, config: JSON) throws {
        let child = stage.addRegion("child", width: 500, height: 500)
        gate.begins = { _ in false }
        for description in example["recognizers"].texts {
            let words = description.split { " ,".contains($0) }.map(String.init)
            let recognizer = try make(words, config: config)
            recognizers[words[0]] = recognizer
            stage.add(recognizer, to: description.contains("on child") ? child : stage.engine.root)
            // A disabled manager is represented by disabling all of its recognizers.
            recognizer.isEnabled = !description.contains("disabled")
            if description.contains("enable=function") { recognizer.delegate = gate }
        }
        for relation in example["relations"].texts {
            let words = relation.split { " ,".contains($0) }.map(String.init)
            let first = try #require(recognizers[words[0]])
            for name in words.dropFirst(2) {
                let other = try #require(recognizers[name])
                if words[1] == "recognizeWith" { first.allowSimultaneousRecognition(with: other) }
                if words[1] == "requireFailure" { #expect(first.require(toFail: other)) }
            }
        }
        let player = ConformancePlayer(stage)
        player.other = { [self] event in
            guard event["type"].text == "set" else { return }
            let isEnabled = event["enabled"] == .bool(true)
            gate.begins = { _ in isEnabled }
            for recognizer in recognizers.values { recognizer.isEnabled = isEnabled }
        }
        player.play(example["events"])
    }

    private func make(_ words: [String], config: JSON) throws -> GestureRecognizer {
        let name = words[0]
        func number(after word: String) -> Double? {
            words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? Double(words[$0 + 1]) : nil }
        }
        func setting(_ kind: String, _ name: String) throws -> Double { try #require(config[kind][name].number) }
        switch name {
        case "pan":
            let pan = PanGestureRecognizer(name: name)
            if let fingers = words.firstIndex(of: "pointers").flatMap({ Int(words[$0 - 1]) }) {
                (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (fingers, fingers)
            }
            pan.hysteresis = try number(after: "threshold") ?? #require(config["pan_threshold"].number)
            return pan
        case "pinch":
            // Its threshold is a fraction of the distance, which is 100 unless it is zero.
            let hysteresis = (number(after: "threshold") ?? 0) * 100
            return with(PinchGestureRecognizer(name: name)) { $0.hysteresis = hysteresis }
        case "swipe":
            return with(SwipeGestureRecognizer(name: name)) { $0.direction = [.left, .right, .up, .down] }
        case "press":
            let press = LongPressGestureRecognizer(name: name)
            press.minimumPressDuration =
                try number(after: "time") ?? Double(words[1]) ?? setting("press", "time_ms") / 1000
            press.allowableMovement = try number(after: "threshold") ?? setting("press", "threshold")
            return press
        default:
            let tap = RealisticSet.tap(name, taps: try #require(["tap": 1, "doubletap": 2, "tripletap": 3][name]))
            tap.maximumTapDuration = try setting("tap", "time_ms") / 1000
            tap.maximumIntervalBetweenSuccessiveTaps = try setting("tap", "interval_ms") / 1000
            tap.allowableMovement = try setting("tap", "posThreshold")
            return tap
        }
    }

    /// The number of notifications that the fixture calls by this name.
    func count(_ name: String) -> Int {
        func count(_ recognizer: String, _ state: GestureRecognizer.State) -> Int {
            stage.states(of: recognizer).count { $0 == state }
        }
        return switch name {
        case "panstart", "panstart_at_least": count("pan", .began)
        case "panmove": count("pan", .changed)
        case "panend", "parent_panend": count("pan", .ended)
        case "pinchend": count("pinch", .ended)
        case "press", "child_press": count("press", .began)
        case "swipe_at_least": count("swipe", .ended)
        case "tap", "child_tap": count("tap", .ended)
        case "double", "doubletap": count("doubletap", .ended)
        case "triple": count("tripletap", .ended)
        // The parent has only its pan to publish.
        case "parent_tap", "parent_press":
            stage.log.count { $0.name != "pan" && recognizers[$0.name]?.region === stage.engine.root }
        default: -1
        }
    }
}

@Suite struct HammerTests {
    private static let file = ConformanceFile("hammer_gestures")

    @Test("The fixture has 25 cases, and every difference is one of them")
    func complete() {
        #expect(Self.file.cases.count == 25 && Set(differences.keys).isSubset(of: Self.file.cases.map(\.id)))
        #expect(differences.values.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("A test of Hammer.js gives its result", arguments: file.cases)
    func example(_ example: ConformanceCase) throws {
        let scene = try Scene(example, config: Self.file.content["config"])
        let flow = ["start": "began", "left": "changed", "in": "changed", "end": "ended"]
        for (name, expected) in example["expect"].members {
            if name == "flow" {
                #expect(scene.stage.log.map(\.state.description) == expected.texts.map { flow[$0] })
                continue
            }
            let theirs = Int(try #require(expected.number))
            let count = scene.count(name)
            guard let difference = differences[example.id] else {
                #expect(name.hasSuffix("at_least") ? count >= theirs : count == theirs, "\(name): \(count)")
                continue
            }
            #expect(count == difference.expected[name], "\(name): \(difference.reason)")
        }
    }
}
