// Tests that the order of recognizers in a configuration decides only between equals.

import Configuration
import Diagnosis
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct RecognizerOrderReplayTests {
    /// Two fingers land, and one of them moves towards the other and back.
    private static let twoFingers: Recording = {
        var signals: [Signal] = [
            .slot(0), .id(1), .x(1400), .y(200), .report(100_000), .slot(1), .id(2), .x(500), .y(450), .report(110_000),
        ]
        for step in 0..<20 {
            signals += [.x(450 - Int32(step) * 2), .y(490 + Int32(step) * 2), .report(350_000 + Int64(step) * 8000)]
        }
        return Fixtures.recording(signals + [.slot(0), .id(-1), .slot(1), .id(-1), .report(530_000)])
    }()

    private static let entries = [
        "{ name: zoom, type: pinch }",
        "{ name: press, type: longPress, numberOfTouchesRequired: 2, minimumPressDuration: 5, allowableMovement: 300 }",
        "{ name: both, type: transform, simultaneousWith: [zoom] }",
        "{ name: inner, type: pan, region: left, requireToFail: [press], simultaneousWith: [zoom] }",
    ]

    private func gestures(_ entries: [String]) throws -> [String] {
        let yaml = """
            regions:
              - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
            recognizers:
            \(entries.map { "  - \($0)" }.joined(separator: "\n"))
            """
        var configuration = try Configuration(yaml: yaml, file: "order.yaml")
        configuration.surfaces = Fixtures.inPoints
        var gestures: [String] = []
        _ = try Replay.run(Self.twoFingers, configuration: configuration) {
            gestures.append("\($0.time) \($0.recognizer) \($0.state)")
        }
        return gestures.sorted()
    }

    @Test("A pan of an inner region begins beside a pinch and instead of a transform, in every order of the file")
    func everyOrder() throws {
        let expected = try gestures(Self.entries)
        #expect(expected.contains("350000 inner began") && expected.contains("350000 zoom began"))
        #expect(!expected.contains { $0.hasSuffix("both began") })
        for order in Self.permutations(Array(Self.entries.indices)) {
            #expect(try gestures(order.map { Self.entries[$0] }) == expected, "\(order)")
        }
    }

    private static func permutations(_ all: [Int]) -> [[Int]] {
        guard all.count > 1 else { return [all] }
        return all.flatMap { first in permutations(all.filter { $0 != first }).map { [first] + $0 } }
    }
}
