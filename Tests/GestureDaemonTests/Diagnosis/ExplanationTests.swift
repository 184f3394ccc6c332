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
    private let doubleTap = RecognizerRule(
        name: "double-tap", type: .tap, properties: ["numberOfTapsRequired": .count(2)])
    private let pinch = RecognizerRule(name: "pinch", type: .pinch)
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

    /// Makes `tap` wait for `double-tap`.
    private let waits: EnginePreparation = { engine, _ in
        let recognizers = engine.root.gestureRecognizers
        for tap in recognizers where tap.name == "tap" {
            for other in recognizers where other.name == "double-tap" { tap.require(toFail: other) }
        }
    }

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

    @Test("The same fingers with the standard configuration: the distance that made it a pinch comes first")
    func prevented() throws {
        let lines = try explain("ed-atmel-mxt-2f-touch", Configuration.standard.recognizers)
        #expect(lines[2] == "Sequence 1: touches 1 and 2, 0.824 s from 0.000: pinch")
        // The first finger moves from 916.3, 284.1 to 909.5, 301.2, the second rests: 588.5 pt become 575.6.
        #expect(lines.contains("       0.192  pinch             began: distance changed by 12.9 pt, 10.0 needed"))
        #expect(lines.contains("       0.192  two-finger-tap    failed: pinch was recognized first"))
        let outcomes = lines.suffix(8)
        #expect(
            outcomes.map { $0.dropFirst(2).prefix { $0 != " " } }
                == Configuration.standard.recognizers.map { Substring($0.name) })
        #expect(outcomes.contains("  tap               failed at 0.055: touched with 2 fingers, 1 allowed"))
        #expect(outcomes.contains("  two-finger-tap    failed at 0.192: pinch was recognized first"))
        #expect(outcomes.contains("  pinch             began at 0.192, ended at 0.824"))
    }

    @Test("A tap that waits for a double tap: the text has the rival, the time, and why the wait ended")
    func waited() throws {
        let lines = try explain("ed-isdv4e6-single-tap-center", [tap, doubleTap], prepare: waits)
        #expect(lines.contains { $0.hasSuffix("  tap         is ready; waits for double-tap to fail") })
        #expect(lines.contains { $0.hasSuffix("  double-tap  failed: no other tap within 0.350 s") })
        #expect(
            lines.contains { $0.hasSuffix("  tap         recognized, after waiting 0.350 s for double-tap to fail") })
    }

    @Test("A tap that waited in vain: the double tap was recognized; both taps are in one sequence")
    func required() throws {
        let lines = try explain("ed-isdv4e6-double-tap-center", [tap, doubleTap], prepare: waits)
        #expect(lines.count { $0.hasPrefix("Sequence") } == 1)
        let heading = try #require(lines.first { $0.hasPrefix("Sequence") })
        #expect(heading.hasPrefix("Sequence 1: touches 1 and 2, 0.232 s from ") && heading.hasSuffix(": double-tap"))
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "  tap         failed: double-tap, which it requires to fail, was recognized; it had waited 0.200 s"
                )
            })
    }

    @Test("Without waiting, nine taps are nine sequences")
    func sequences() throws {
        let headings = try explain("ed-atmel-mxt-1f-fasttaps", [tap]).filter { $0.hasPrefix("Sequence") }
        #expect(headings.count == 9)
        for (index, heading) in headings.enumerated() {
            #expect(heading.hasPrefix("Sequence \(index + 1): touch \(index + 1), ") && heading.hasSuffix(": tap"))
        }
    }

    @Test("A pinch may take back a pan of one finger while its second finger may land")
    func landing() throws {
        let recognizers = [
            RecognizerRule(name: "pan", type: .pan, properties: ["maximumNumberOfTouches": .count(1)]),
            pinch,
        ]
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(100), .y(100), .report(0), .x(120), .report(20_000), .x(125), .report(40_000),
            .id(-1), .report(400_000),
        ])
        let lines = try Fixtures.explanation(
            recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers))
        let interval = "0.\(Int(Thresholds.shipped.landingInterval * 1000))"
        #expect(
            lines.dropFirst(3) == [
                "  touch 1  down for 0.400 s, moved up to 25.0 pt (3.9 mm) from where it landed",
                "",
                "       0.000  touch 1 at 100.0, 100.0 in root, seen by all recognizers",
                "       0.020  pan    began: moved 20.0 pt, 10.0 needed",
                "       0.020  pinch  may take pan back, if its second finger lands within \(interval) s of touch down",
                "       \(interval)  pinch  failed: pan was recognized first",
                "       0.400  touch 1 lifted",
                "       0.400  pan    ended",
                "",
                "  pan    began at 0.020, ended at 0.400",
                "  pinch  failed at \(interval): pan was recognized first",
            ])
    }

    @Test("A pinch that turns out to have three fingers is taken back by a pan of three, with the reason")
    func moreFingers() throws {
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(100), .y(100), .slot(1), .id(2), .x(300), .y(100), .slot(2), .id(3), .x(500), .y(100),
            .report(0), .slot(0), .x(80), .report(20_000), .x(60), .report(40_000), .id(-1), .slot(1), .id(-1),
            .slot(2), .id(-1), .report(400_000),
        ])
        let recognizers = [
            pinch, RecognizerRule(name: "drag", type: .pan, properties: ["minimumNumberOfTouches": .count(3)]),
        ]
        let lines = try Fixtures.explanation(
            recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers))
        for line in [
            "       0.020  pinch  began: distance changed by 20.0 pt, 10.0 needed",
            "       0.020  drag   may take pinch back, as it needs more fingers",
            "       0.040  pinch  cancelled: revoked by drag, which needs more fingers",
            "  pinch  began at 0.020, cancelled at 0.040: revoked by drag, which needs more fingers",
            "  drag   began at 0.040, ended at 0.400",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test("A gesture taken back before it is published has failed")
    func unpublished() throws {
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(300), .y(100), .slot(1), .id(2), .x(400), .y(100), .slot(2), .id(3), .x(500), .y(100),
            .report(0), .slot(0), .x(240), .report(50_000), .x(200), .report(100_000), .id(-1), .slot(1), .id(-1),
            .slot(2), .id(-1), .report(300_000),
        ])
        var three = RecognizerRule(name: "three", type: .pan, properties: ["minimumNumberOfTouches": .count(3)])
        three.requireToFail = ["rotation"]
        let recognizers = [pinch, RecognizerRule(name: "rotation", type: .rotation), three]
        let lines = try Fixtures.explanation(
            recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers))
        #expect(
            lines.suffix(3) == [
                "  pinch     failed at 0.050: three was recognized first",
                "  rotation  failed at 0.050: pinch was recognized first",
                "  three     began at 0.050, ended at 0.300",
            ])
    }

    @Test("A pan that waits for a swipe begins when that has failed, or ends before")
    func held() throws {
        let recognizers = [RecognizerRule(name: "swipe", type: .swipe), RecognizerRule(name: "pan", type: .pan)]
        let configuration = Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers)
        let prepare: EnginePreparation = { engine, _ in
            engine.root.gestureRecognizers[1].require(toFail: engine.root.gestureRecognizers[0])
        }
        // It moves 20 points to the right, and then stays.
        var signals: [Signal] = [.slot(0), .id(1), .x(100), .y(100), .report(0), .x(120), .report(50_000)]
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
        // The same, but it lifts at once: begin and end are reported together.
        signals += [.id(-1), .report(100_000)]
        let lifts = try Fixtures.explanation(Fixtures.recording(signals), configuration, prepare: prepare)
        #expect(
            lifts.suffix(2) == [
                "  swipe  failed at 0.100: moved 20.0 pt, 47.7 needed", "  pan    began at 0.100, ended at 0.100",
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

    @Test("A recognizer of a region on another surface is named at the top")
    func elsewhere() throws {
        let half = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(0.5), height: .fraction(1))
        let regions = [RegionRule(name: "left", frame: half), RegionRule(name: "far", surface: "other", frame: half)]
        let recognizers = [
            RecognizerRule(name: "a", type: .tap, region: "left"), RecognizerRule(name: "b", type: .tap, region: "far"),
        ]
        let recording = Fixtures.recording([.slot(0), .id(1), .x(999), .y(5), .report(0), .id(-1), .report(50_000)])
        let lines = try Fixtures.explanation(
            recording, Configuration(surfaces: Fixtures.inPoints, regions: regions, recognizers: recognizers))
        #expect(lines[1] == "Not on this surface but on another, with their region: b")
        #expect(lines.contains("       0.000  touch 1 at 999.0, 5.0 in left, seen by a"))
        #expect(lines.last == "  a  recognized at 0.050")
    }

    @Test("The limits in the text are the configuration's thresholds")
    func thresholds() throws {
        let recording = Fixtures.recording([
            .slot(0), .id(1), .x(100), .y(100), .report(0), .x(120), .report(20_000), .id(-1), .report(50_000),
        ])
        let configuration = Configuration(
            surfaces: Fixtures.inPoints, thresholds: ThresholdsRule(scale: .factor(3)),
            recognizers: [RecognizerRule(name: "pan", type: .pan)])
        #expect(
            try Fixtures.explanation(recording, configuration).last
                == "  pan  failed at 0.050: moved 20.0 pt, 30.0 needed")
    }

    @Test("Only the steps of requested recognizers are printed, but all recognized ones")
    func chosen() throws {
        let lines = try Fixtures.explanation(
            RecordingCatalogue.recording("ed-atmel-mxt-2f-touch"),
            Configuration(recognizers: [tap, twoFingerTap, pinch, RecognizerRule(name: "rotation", type: .rotation)]),
            recognizers: [Glob("*-tap"), Glob("rotation")])
        #expect(lines[2].hasSuffix(": pinch"))
        #expect(lines.suffix(2).map { $0.prefix(10) } == ["  two-fing", "  rotation"])
        #expect(!lines.contains { $0.contains("  pinch  ") || $0.contains("  tap  ") })
        #expect(lines.contains { $0.hasSuffix("  rotation        failed: pinch was recognized first") })
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

    @Test("Without a finger there is nothing to explain, and the text says so")
    func untouched() throws {
        let lines = try Fixtures.explanation(Fixtures.recording([]), .standard)
        #expect(lines.dropFirst() == ["", "No finger touched it."])
    }

    @Test("An unused device is refused, as in a replay")
    func refused() throws {
        let recording = try RecordingCatalogue.recording("neg-dellcanvas-pen")
        let error = #expect(throws: ReplayError.self) { try Fixtures.explanation(recording, .standard) }
        #expect(error?.description == "\"Wacom ISD-V4 Pen\" is not used: a pen, not touch")
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
