// Tests of explanations as JSON lines.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct ExplanationLinesTests {
    private let surface = SurfaceRule(
        name: "panel", settings: SurfaceSettings(size: Size(width: 800 / 96 * 25.4, height: 480 / 96 * 25.4)))
    private let twoFingerTap = RecognizerRule(
        name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)])

    private func explained(
        _ name: String, _ recognizers: [RecognizerRule], shown: [Glob] = [Glob("*")]
    ) throws -> [[String: Any]] {
        var lines: [[UInt8]] = []
        _ = try Explanation.runAsJSON(
            RecordingCatalogue.recording(name),
            configuration: Configuration(surfaces: [surface], recognizers: recognizers), recognizers: shown
        ) { lines.append($0) }
        return try lines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
    }

    private func steps(_ lines: [[String: Any]], _ step: String, of recognizer: String) -> [[String: Any]] {
        lines.filter { $0["step"] as? String == step && $0["recognizer"] as? String == recognizer }
    }

    @Test("The first line describes the surface, its regions and its recognizers, in points")
    func describesSurface() throws {
        let line = try #require(try explained("ed-atmel-mxt-2f-touch", [twoFingerTap]).first)
        #expect(line["what"] as? String == "surface" && line["name"] as? String == "panel")
        #expect(line["unit"] as? String == "pt")
        #expect((line["width"] as? Double)?.rounded() == 1358)
        let regions = try #require(line["regions"] as? [[String: Any]])
        #expect(regions.map { $0["name"] as? String } == ["root"])
        let recognizers = try #require(line["recognizers"] as? [[String: String]])
        #expect(recognizers == [["name": "two-finger-tap", "type": "tap", "region": "root"]])
    }

    @Test("A step that a number decided has the number, its limit, its unit and the touches")
    func tellsNumbers() throws {
        let lines = try explained("ed-atmel-mxt-2f-touch", [twoFingerTap])
        let failure = try #require(steps(lines, "failed", of: "two-finger-tap").first)
        #expect(failure["words"] as? String == "failed: still down after 0.750 s")
        #expect(failure["value"] as? Double == 0.75 && failure["limit"] as? Double == 0.75)
        #expect(failure["unit"] as? String == "s" && failure["comparison"] as? String == "limit")
        #expect(failure["touches"] as? [Int] == [1, 2])
        #expect(failure["sequence"] as? Int == 1 && failure["type"] as? String == "tap")
        let outcome = try #require(lines.first { $0["what"] as? String == "outcome" })
        #expect(outcome["recognized"] as? Bool == false)
        #expect(outcome["words"] as? String == "failed at 0.750: still down after 0.750 s")
    }

    @Test("A step that another recognizer decided names it; the number behind that one's beginning is in its own step")
    func namesOthers() throws {
        let all = Configuration.standard.recognizers
        let lines = try explained("ed-atmel-mxt-2f-touch", all)
        let failure = try #require(steps(lines, "failed", of: "two-finger-tap").first)
        #expect(failure["others"] as? [String] == ["pinch"] && failure["value"] == nil)
        let beginning = try #require(steps(lines, "began", of: "pinch").first)
        #expect(beginning["limit"] as? Double == 10 && beginning["unit"] as? String == "pt")
        #expect(beginning["comparison"] as? String == "needed")
        let value = try #require(beginning["value"] as? Double)
        #expect(value > 10)
        let selected = try explained("ed-atmel-mxt-2f-touch", all, shown: [Glob("pin*")])
        #expect(Set(selected.compactMap { $0["recognizer"] as? String }) == ["pinch"])
    }
}
