// Tests of replays in which recognizers are decided as clients decided them when it was recorded.

import Configuration
import Diagnosis
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct RecordedDecisionsTests {
    private let configuration = Configuration(
        surfaces: Fixtures.inPoints,
        recognizers: [
            RecognizerRule(name: "done", type: .custom),
            RecognizerRule(name: "move", type: .pan, requireToFail: ["done"]),
        ])

    /// A finger that goes 30 points to the right, rests and lifts after a second.
    private let signals: [Signal] = [
        .slot(0), .id(1), .x(100), .y(100), .report(0), .x(110), .report(10_000), .x(120), .report(20_000), .x(130),
        .report(30_000), .id(-1), .report(1_000_000),
    ]

    private func recording(
        _ decisions: (time: Int64, state: GestureState, values: [CustomMembers.Member])...
    ) -> Recording {
        var recording = Fixtures.recording(signals)
        recording.notes = decisions.map { time, state, values in
            let gesture = GestureNotification(
                recognizer: "done", type: "custom", gesture: 1, state: state, surface: "panel", region: "root",
                time: 5_500_000, location: WirePoint(x: 130, y: 100), touches: [1],
                measurement: .custom(CustomMembers(values)))
            var lines = SubscriberLines()
            let text = String(decoding: lines.line(for: gesture), as: UTF8.self)
            return RecordingNote(time: Timestamp(microseconds: time), text: text)
        }
        return recording
    }

    private func steps(_ recording: Recording) throws -> ArraySlice<String> {
        try Fixtures.explanation(recording, configuration).drop { !$0.isEmpty }.dropFirst(5)
    }

    @Test("A pan waits for what a client decided in time, and begins when it said that it is none")
    func failed() throws {
        #expect(
            try steps(recording((520_000, .failed, []))) == [
                "       0.010  move  is ready: moved 10.0 pt, 10.0 needed; waits for done to fail",
                "       0.520  done  failed: its client said so while this was recorded",
                "       0.520  move  began, after waiting 0.510 s for done to fail",
                "       1.000  touch 1 lifted",
                "       1.000  move  ended",
                "",
                "  done  failed at 0.520: its client said so while this was recorded",
                "  move  began at 0.520, ended at 1.000",
            ])
    }

    @Test("A gesture that a client decided has its values and its time, and prevents others")
    func recognized() throws {
        var gestures: [GestureNotification] = []
        let values = [
            CustomMembers.Member("corner", .point(WirePoint(x: 130, y: 100))), .init("progress", .number(0.75)),
        ]
        let recording = recording(
            (20_000, .began, [.init("progress", .number(0.5))]), (30_000, .changed, values),
            (1_000_000, .ended, []))
        let first = try Replay.run(recording, configuration: configuration) { gestures.append($0) }
        #expect(gestures.map(\.state) == [.began, .failed, .changed, .ended])
        #expect(gestures.map(\.recognizer) == ["done", "move", "done", "done"])
        #expect(gestures.map(\.time) == [20_000, 20_000, 30_000, 1_000_000])
        #expect(gestures[2].measurement == .custom(CustomMembers(values)))
        // After another recording, everything is later.
        gestures = []
        _ = try Replay.run(recording, after: first, configuration: configuration) { gestures.append($0) }
        #expect(gestures.map { $0.time - gestures[0].time } == [0, 0, 10_000, 980_000])
        #expect(gestures.map(\.state) == [.began, .failed, .changed, .ended])
    }

    @Test("What a client decided may have waited for others until after its time to decide")
    func late() throws {
        let explained = try steps(recording((1_350_000, .recognized, [])))
        #expect(
            explained.suffix(2) == [
                "  done  recognized at 1.350",
                "  move  failed at 1.350: done, which it requires to fail, was recognized; it had waited 1.340 s",
            ])
    }

    @Test("A recording without decisions has no client, and what makes no sense is left out")
    func without() throws {
        let explained = try steps(recording())
        #expect(explained.contains { $0.hasSuffix("done  failed: it has no client") })
        var strange = recording()
        strange.notes = ["", "{", "[]", #"{"jsonrpc":"2.0","method":"gesture"}"#].map {
            RecordingNote(time: .zero, text: $0)
        }
        #expect(try steps(strange) == explained)
        // It cannot end what has not begun, and is over after it has failed.
        let wrong = try steps(recording((10_000, .changed, []), (20_000, .failed, []), (30_000, .began, [])))
        #expect(wrong.contains { $0.contains("0.020  done  failed") } && !wrong.contains { $0.contains("done  began") })
    }
}
