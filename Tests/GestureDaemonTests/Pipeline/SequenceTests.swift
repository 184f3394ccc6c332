// Tests of sequences (`then`) through a daemon: recordings, clients' attachments, the last decisions, explanations.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct SequenceTests {
    private let configuration: Configuration

    init() throws {
        var configuration = try Configuration(
            yaml: """
                recognizers:
                - { name: scroll, type: pan, requireToFail: drag }
                - { name: hold, type: longPress, then: drag }
                - { name: drag, type: pan, then: flick }
                - { name: flick, type: swipe }
                """, file: "file")
        configuration.surfaces = Fixtures.inPoints
        self.configuration = configuration
    }

    /// A finger that rests for `rest` milliseconds, moves by 40 points, and lifts.
    private func recording(rest: Int64) -> Recording {
        let start: Int64 = 1_000_000
        var signals: [Signal] = [.report(0), .slot(0), .id(1), .x(300), .y(200), .report(start)]
        for step in 1...4 {
            signals += [.x(300 + Int32(step) * 10), .report(start + rest * 1000 + Int64(step) * 10_000)]
        }
        return Fixtures.recording(signals + [.id(-1), .report(start + rest * 1000 + 100_000)])
    }

    @Test("A press and then a drag are both received; a drag without the press is another gesture")
    func received() throws {
        func words(rest: Int64) throws -> [String] {
            try Fixtures.gestures(recording(rest: rest), configuration).filter { $0.state != .changed }
                .map { "\($0.recognizer) \($0.state)" }
        }
        #expect(try words(rest: 700) == ["hold began", "drag began", "hold ended", "drag ended"])
        #expect(try words(rest: 100) == ["scroll began", "scroll ended"])
    }

    @Test("An explanation says why what comes after a press failed, and the list of decisions says the same")
    func explained() throws {
        let lines = try Fixtures.explanation(recording(rest: 100), configuration)
        #expect(
            lines.suffix(4) == [
                "  scroll  began at 1.120, ended at 1.200", "  hold    failed at 1.120: moved 20.0 pt, 10.0 allowed",
                "  drag    failed at 1.120: \(Self.cause)",
                "  flick   failed at 1.120: drag, which comes before it, was not recognized",
            ])
        let (pipeline, source) = try SurfacePipeline.playing(recording(rest: 100), configuration)
        _ = pipeline.playToEnd(of: source)
        let decisions = pipeline.decisions().configured.map { "\($0.recognizer) \($0.outcome): \($0.reason)" }
        #expect(decisions.contains("drag failed: \(Self.cause)"), "\(decisions)")
        #expect(decisions.contains("flick failed: drag, which comes before it, was not recognized"), "\(decisions)")
    }

    private static let cause = "hold, which comes before it, was not recognized"

    @Test("A client attaches a sequence and receives both; what would come after two others is refused")
    func attached() throws {
        let panel = try ListenedPanel(recording(rest: 700), Configuration(surfaces: Fixtures.inPoints))
        let client = try panel.connect([.gestures, .attach])
        panel.request(
            "attach",
            #"{"recognizers":[{"name":"press","type":"longPress","then":["move"]},{"name":"move","type":"pan"}]}"#,
            by: client)
        panel.request("subscribe", #"{"recognizers":["press","move"]}"#, by: client)
        client.forget()
        panel.play(until: 1950)
        let ended = ["press ended on panel", "move ended on panel"]
        #expect(client.takeEvents() == ["press began on panel", "move began on panel"] + ended)
        panel.request("attach", #"{"recognizers":[{"name":"other","type":"tap","then":["move"]}]}"#, by: client)
        #expect(client.lines.joined().contains("params.recognizers[0].then[0]: `move` comes after `press` already"))
    }
}
