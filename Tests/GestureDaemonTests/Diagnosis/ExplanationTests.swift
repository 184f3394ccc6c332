// Tests of explanations, with figures that can be checked by hand.

import Configuration
import GestureDaemon
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct ExplanationTests {
    private let twoFingerTap = RecognizerRule(
        name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)])
    private let tap = RecognizerRule(name: "tap", type: .tap)

    private func explain(
        _ name: String, _ recognizers: [RecognizerRule], prepare: EnginePreparation? = nil
    ) throws -> [String] {
        try Fixtures.explanation(
            RecordingCatalogue.recording(name), Configuration(surfaces: [surface], recognizers: recognizers),
            prepare: prepare)
    }

    /// 96 units of the Atmel panel per inch.
    private let surface = SurfaceRule(
        name: "panel", settings: SurfaceSettings(size: Size(width: 800 / 96 * 25.4, height: 480 / 96 * 25.4)))

    @Test("Two fingers that are down too long for a tap: the text has their time and the limit")
    func tooLong() throws {
        #expect(
            try explain("ed-atmel-mxt-2f-touch", [twoFingerTap]) == [
                "Surface panel: 212 x 127 mm, 1358 x 815 pt; all lengths are points of 0.156 mm",
                "",
                "Sequence 1: touches 1 and 2, 0.824 s from 0.000: nothing was recognized",
                "  touch 1  down for 0.824 s, moved up to 23.1 pt (3.6 mm) from where it landed",
                "  touch 2  down for 0.756 s, moved up to 22.8 pt (3.6 mm) from where it landed",
                "",
                "       0.000  touch 1 at 916.3, 284.1 in root, seen by two-finger-tap",
                "       0.055  touch 2 at 377.4, 520.6 in root, seen by two-finger-tap",
                "       0.750  two-finger-tap  failed: still down after 0.750 s",
                "       0.810  touch 2 lifted",
                "       0.824  touch 1 lifted",
                "",
                "  two-finger-tap  failed at 0.750: still down after 0.750 s",
            ])
    }

    @Test("A pan that waits for a swipe begins when that has failed")
    func held() throws {
        let recognizers = [RecognizerRule(name: "swipe", type: .swipe), RecognizerRule(name: "pan", type: .pan)]
        let configuration = Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers)
        let prepare: EnginePreparation = { engine, _ in
            engine.root.gestureRecognizers[1].require(toFail: engine.root.gestureRecognizers[0])
        }
        // It moves 20 points to the right, and then stays.
        let signals: [Signal] = [.slot(0), .id(1), .x(100), .y(100), .report(0), .x(120), .report(50_000)]
        let stays = try Fixtures.explanation(
            Fixtures.recording(signals + [.id(-1), .report(600_000)]), configuration, prepare: prepare)
        #expect(
            stays.dropFirst(6) == [
                "       0.050  pan    is ready: moved 20.0 pt, 10.0 needed; waits for swipe to fail",
                "       0.500  swipe  failed: moved 20.0 pt, 47.7 needed",
                "       0.500  pan    began, after waiting 0.450 s for swipe to fail",
                "       0.600  touch 1 lifted",
                "       0.600  pan    ended",
                "",
                "  swipe  failed at 0.500: moved 20.0 pt, 47.7 needed",
                "  pan    began at 0.500, ended at 0.600",
            ])
    }

    @Test("Recognizers that saw nothing have the reason: disabled, refused, or another region")
    func unseen() throws {
        let off = RecognizerRule(name: "off", type: .tap, properties: ["enabled": .flag(false)])
        let refusal = Refusal()
        let lines = try explain("ed-isdv4e6-single-tap-center", [tap, off]) { engine, _ in
            let corner = Region(name: "corner", size: Size(width: 10, height: 10))
            engine.root.addRegion(corner)
            corner.addGestureRecognizer(TapGestureRecognizer(name: "corner-tap"))
            let picky = TapGestureRecognizer(name: "picky")
            picky.delegate = refusal
            engine.root.addGestureRecognizer(picky)
        }
        #expect(lines.contains { $0.hasSuffix("in root, seen by tap") })
        #expect(
            lines.contains { $0.hasSuffix("  picky       does not see touch 1: its delegate refused the touch") })
        #expect(
            lines.suffix(3) == [
                "  off         saw no touch: it is disabled",
                "  picky       saw no touch: its delegate refused the touch",
                "  corner-tap  saw no touch: none landed in its region corner",
            ])
    }

    @Test("A touch that no region receives, as another one is exclusive, has that reason")
    func exclusive() throws {
        let configuration = try Configuration(
            yaml: """
                regions:
                - { name: stop, frame: { x: 0%, y: 0%, width: 50%, height: 100% }, exclusive: true }
                recognizers: [{ name: tap, type: tap }, { name: press, type: tap, region: stop }]
                """, file: "file")
        func finger(_ slot: Int32, _ x: Int32) -> [Signal] { [.slot(slot), .id(slot + 1), .x(x), .y(100)] }
        let signals =
            finger(0, 1500) + [.report(0)] + finger(1, 100) + [.report(50_000), .id(-1), .report(100_000)]
            + [.slot(0), .id(-1), .report(150_000)]
        let lines = try Fixtures.explanation(Fixtures.recording(signals), configuration)
        let reason = "it landed in an exclusive region while root had a touch"
        #expect(lines.contains { $0.hasSuffix("in stop, seen by no recognizer") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("  press  does not see touch 2: \(reason)") }, "\(lines)")
        #expect(lines.contains("  press  saw no touch: \(reason)"), "\(lines)")
    }

    @Test("A recording that ends with a finger down: the gesture is cancelled, and the text says since when")
    func cutOff() throws {
        var recording = try RecordingCatalogue.recording("ed-atmel-mxt-1f-updown")
        recording.events.removeLast(recording.events.count / 2)
        let lines = try Fixtures.explanation(recording, Fixtures.only("pan", .pan))
        let over = try #require(lines.firstIndex { $0.hasSuffix("  the recording is over") })
        #expect(lines[over + 1].hasSuffix("  touch 1 lost"))
        #expect(lines[over + 2].hasSuffix("  pan  cancelled: a touch was lost"))
        #expect(lines.last?.hasSuffix(": a touch was lost") == true)
    }

    @Test("Every recording always has the same text, with as many gestures as its replay")
    func consistent() throws {
        for name in try Fixtures.checkedNames() {
            let recording = try RecordingCatalogue.recording(name)
            let lines = try Fixtures.explanation(recording, .standard)
            #expect(lines == (try Fixtures.explanation(recording, .standard)), "\(name)")
            let gestures = try Fixtures.gestures(name, .standard)
                .count { $0.state == .recognized || $0.state == .began }
            #expect(gestures > 0, "\(name)")
            let received = lines.count {
                $0.contains("  recognized") && !$0.contains(" at ") || $0.contains("  began: ")
            }
            #expect(received == gestures, "\(name)")
            let sequences = lines.count { $0.hasPrefix("Sequence") }
            let outcomes = [" recognized at ", " began at ", " failed at "]
                .map { words in lines.count { $0.contains(" " + words) } }
            #expect(outcomes.reduce(0, +) == sequences * Configuration.standard.recognizers.count, "\(name)")
        }
    }

    @Test("An endless sequence is printed up to ten thousand lines and twenty touches; the rest is counted")
    func endless() throws {
        var signals: [Signal] = [.slot(0), .id(0), .x(0), .y(0), .report(0)]
        for number in 1...6000 {
            let time = Int64(number) * 20_000
            signals += [.slot(1), .id(Int32(number)), .x(500), .y(500), .report(time), .id(-1), .report(time + 10_000)]
        }
        let lines = try Fixtures.explanation(Fixtures.recording(signals), Configuration(recognizers: []))
        // One line for the finger that stays, two for each of the others, and two at the end, where the first is lost.
        #expect(lines.contains("  and 2003 lines more omitted"))
        #expect(lines.contains("  and 5981 touches more"))
        #expect(lines.contains { $0.hasPrefix("Sequence 1: 6001 touches from 1 on, ") })
        #expect(lines.count == 10_000 + 20 + 7)
    }
}

/// Refuses every touch.
private final class Refusal: GestureRecognizerDelegate, Sendable {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { false }
}
