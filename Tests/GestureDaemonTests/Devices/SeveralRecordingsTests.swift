// Tests of recordings played in turn, as a subscriber receives them.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct SeveralRecordingsTests {
    private static let configuration = Configuration(
        surfaces: [],
        recognizers: [RecognizerRule(name: "tap", type: .tap), RecognizerRule(name: "pan", type: .pan)])

    private static let tap = Fixtures.recording([
        .slot(0), .id(1), .x(500), .y(500), .report(0), .id(-1), .report(50_000),
    ])

    /// A finger that moves and is down at the end.
    private static let broken = Fixtures.recording(
        [.slot(0), .id(1), .x(500), .y(500), .report(0)]
            + (1...20).flatMap { step in [Signal.x(500 + 20 * Int32(step)), .report(Int64(step) * 10_000)] })

    /// The notifications of gestures and surfaces, without the updates in between.
    private func received(_ client: ListenedPanel.Client) -> [String] {
        client.lines.compactMap { line in
            if let match = line.firstMatch(of: /"recognizer":"(\w+)",.*"state":"(\w+)","surface":"([\w-]+)"/) {
                return match.2 == "changed" ? nil : "\(match.1) \(match.2) on \(match.3)"
            }
            return line.firstMatch(of: /"change":"(\w+)","surface":\{"name":"([\w-]+)"/).map { "\($0.2) \($0.1)" }
        }
    }

    @Test("Gestures under way at the end of one recording are cancelled, and a continuing panel is not added again")
    func brokenOff() throws {
        let panel = try ListenedPanel(Self.broken, then: [Self.tap, Self.tap], Self.configuration)
        let client = try panel.connect([.gestures])
        panel.request("subscribe", by: client)
        panel.play(until: 5000)
        #expect(
            received(client) == [
                "pan began on touchscreen", "pan cancelled on touchscreen", "tap recognized on touchscreen",
                "tap recognized on touchscreen",
            ])
        #expect(panel.isAtRest)
    }
}
