// Tests of UIKit's documented rules, with a scenario for each rule of the fixture.

import Gestures
import Testing
import Touch
import TouchTesting

private func pan(_ set: (PanGestureRecognizer) -> Void = { _ in }) -> PanGestureRecognizer {
    let pan = PanGestureRecognizer(name: "pan")
    set(pan)
    return pan
}

private func tap(_ count: Int) -> TapGestureRecognizer {
    RealisticSet.tap(count == 1 ? "single" : "double", taps: count)
}

private let panning: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1), .move(0, 40, 0, at: 0.2)]
private let twist: [FingerStep] = [
    .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 0, 200, at: 0.1), .move(1, 0, 210, at: 0.2),
]

private let switching: [String: @Sendable () -> Void] = [
    "enabled_off_midgesture": {
        let pan = pan()
        let stage = Stage(pan).play(panning)
        pan.isEnabled = false
        #expect(stage.words == ["pan began", "pan changed", "pan cancelled"] && pan.state == .possible)
        stage.play([.move(0, 99, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.words.count == 3 && pan.numberOfTouches == 0)
        #expect(stage.journal.filter { $0 == "pan acts cancelled" }.count == 1)
    },
    "enabled_off_on": {
        let pan = pan()
        let stage = Stage(pan).play(panning)
        pan.isEnabled = false
        pan.isEnabled = true
        stage.play([.move(0, 99, 0, at: 0.3), .up(at: 0.4), .down(0, 0, 0, at: 0.5), .move(0, 20, 0, at: 0.6)])
        #expect(stage.words.suffix(2) == ["pan cancelled", "pan began"] && stage.log.last?.touches == [2])
    },
    "reset_timing": {
        let probe = Probe("it")
        probe.onMoved = { $0.state = .recognized }
        Stage(probe).play([
            .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .down(1, 0, 0, at: 2), .move(0, 2, 0, at: 3), .up(0, at: 4),
            .up(1, at: 5),
        ])
        #expect(
            probe.notebook.lines == [
                "it began 1", "it moved 1", "it action ended", "it reset ended", "it began 2", "it ended 2",
            ])
    },
    "reset_called_while_state_is_final": {
        let notebook = Notebook()
        let (discrete, lost) = (Probe.discrete("discrete", in: notebook), Probe("lost", in: notebook))
        let continuous = Probe.continuous("continuous", in: notebook)
        for probe in [discrete, lost, continuous] { probe.prevents = { _ in false } }
        lost.onEnded = { $0.state = .failed }
        let stage = Stage(discrete, lost, continuous).play(panning + [.up(at: 1)])
        #expect(
            notebook.lines.suffix(3) == ["discrete reset ended", "continuous reset ended", "lost reset failed"])
        stage.play([.down(0, 0, 0, at: 2), .move(0, 1, 0, at: 3), .cancel(at: 4)])
        #expect(notebook.lines.contains("continuous reset cancelled"))
        #expect([discrete, lost, continuous].allSatisfy { $0.state == .possible })
    },
]

private let relations: [String: @Sendable () -> Void] = [
    "require_fail_holds": {
        let taps = RealisticSet.singleAndDouble
        let stage = Stage(taps).play(tapping(1)).wait(until: 0.449)
        #expect(stage.words == [] && taps.allSatisfy { $0.state == .possible })
        stage.wait(until: 0.45)
        #expect(stage.words == ["single ended"] && stage.log.map(\.time) == [0.45])
    },
    "require_fail_recognises": {
        let stage = Stage(RealisticSet.singleAndDouble).play(tapping(2), rest: 1)
        #expect(stage.words == ["double ended"] && stage.failures.map(\.name) == ["single"])
    },
    "require_fail_on_cancelled_or_disabled": {
        for isDisabled in [true, false] {
            let taps = RealisticSet.singleAndDouble
            let stage = Stage(isDisabled ? taps : [taps[0]])
            taps[1].isEnabled = !isDisabled
            stage.play(tapping(1))
            #expect(stage.words == ["single ended"] && stage.log.map(\.time) == [0.1])
        }
    },
    "simultaneous_or": {
        for isPinch in [true, false] {
            let (pinch, turn) = (PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
            let (yes, no) = (Witness(), Witness())
            yes.isSimultaneous = { _ in true }
            (pinch.delegate, turn.delegate) = isPinch ? (yes, no) : (no, yes)
            let stage = Stage(pinch, turn).play(twist)
            #expect(stage.words == ["pinch began", "turn began", "pinch changed", "turn changed"])
        }
    },
    "should_begin_no": {
        let refused = Witness()
        refused.begins = { _ in false }
        let pan = pan { $0.delegate = refused }
        let other = PanGestureRecognizer(name: "other")
        let stage = Stage(pan, other).play(panning + [.up(at: 0.3)])
        #expect(stage.words == ["other began", "other changed", "other ended"])
        #expect(stage.failures.map(\.description) == ["pan failed"])
    },
    "should_receive_no": {
        let refused = Witness()
        refused.receivesTouch = { _, _ in false }
        let probe = Probe("it")
        probe.delegate = refused
        let stage = Stage(probe).watchTouches().play(panning + [.up(at: 0.3)])
        #expect(probe.notebook.lines == [] && probe.numberOfTouches == 0)
        #expect(stage.stream() == ["1 began", "1 moved", "1 moved", "1 ended"])
    },
    "lower_tap_never_prevents_higher": {
        for isFirst in [true, false] {
            let stage = Stage(isFirst ? [tap(1), tap(2)] : [tap(2), tap(1)]).play(tapping(2), rest: 1)
            #expect(stage.words == ["single ended", "double ended"] && stage.log.map(\.time) == [0.1, 0.3])
        }
    },
]

private let kinds: [String: @Sendable () -> Void] = [
    "pan_ends_last_finger": {
        let pan = pan()
        let stage = Stage(pan).play(panning + [.down(1, 90, 0, at: 0.3), .up(0, at: 0.4)])
        #expect(stage.log.last?.state == .changed && pan.state == .changed)
        stage.play([.move(1, 95, 0, at: 0.5), .up(1, at: 0.6)])
        #expect(stage.words.suffix(2) == ["pan changed", "pan ended"] && stage.log.last?.time == 0.6)
    },
    "longpress_no_limit_after_begin": {
        let stage = Stage(LongPressGestureRecognizer(name: "press"))
        stage.play([.down(0, 0, 0, at: 0), .move(0, 200, 0, at: 0.6), .up(at: 0.7)])
        #expect(stage.words == ["press began", "press changed", "press ended"] && stage.log.first?.time == 0.5)
    },
    "longpress_10pt_before": {
        for (way, failures) in [(10.0, [Double]()), (11, [0.2])] {
            let stage = Stage(LongPressGestureRecognizer(name: "press"))
            stage.play([.down(0, 0, 0, at: 0), .move(0, way, 0, at: 0.2)], rest: 1)
            #expect(stage.failures.map(\.time) == failures)
            #expect(stage.words == (failures.isEmpty ? ["press began"] : []))
        }
    },
    "set_translation_resets_velocity": {
        let pan = pan()
        let stage = Stage(pan).play([.down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.01), .move(0, 40, 0, at: 0.02)])
        #expect(pan.velocity(in: nil).x > 100)
        pan.setTranslation(.zero, in: nil)
        #expect(pan.velocity(in: nil) == .zero && pan.translation(in: nil) == .zero)
        stage.play([.move(0, 60, 0, at: 0.03)])
        #expect(pan.velocity(in: nil).x > 100 && pan.translation(in: nil) == Vector(x: 20, y: 0))
    },
    "coalesced_touches_order": {
        let probe = Probe("it")
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        var seen: [[Double]] = []
        probe.onMoved = { probe in
            guard let event = probe.event, let touch = probe.touches.first else { return }
            let samples = event.coalescedTouches(for: touch) ?? []
            seen = samples.map { [$0.location.x, $0.previousLocation.x, $0.timestamp.seconds] }
            #expect(samples.allSatisfy { $0 !== touch && $0.id == touch.id })
            // The last is a copy of the touch, which is relative to the event before.
            #expect(
                samples.last?.location == touch.location && samples.last?.previousLocation == touch.previousLocation)
        }
        for (x, time) in [(1.0, 0.1), (3.0, 0.2), (6.0, 0.3)] {
            for touch in stage.table.all { stage.table.move(touch, to: Point(x: x, y: 0), time: .seconds(time)) }
        }
        stage.deliver(at: 0.3)
        #expect(seen == [[1, 0, 0.1], [3, 1, 0.2], [6, 0, 0.3]])
    },
]

private let edgeRules: [String: @Sendable () -> Void] = [
    "screen_edge_first_touch_only": {
        // The second finger comes before the gesture has begun, or after.
        for second in [0.05, 0.25] {
            let edge = ScreenEdgePanGestureRecognizer(name: "edge")
            edge.edges = .left
            let stage = Stage(edge).watchDecisions()
            let steps: [FingerStep] = [
                .down(0, 5, 500, at: 0), .move(0, 40, 500, at: 0.2), .move(0, 60, 500, at: 0.3), .up(0, at: 0.4),
            ]
            let other: [FingerStep] = [.down(1, 3, 300, at: second), .move(1, 300, 300, at: 0.35)]
            stage.play((steps + other).sorted { $0.time < $1.time } + [.up(1, at: 0.5)])
            #expect(stage.words == ["edge began", "edge changed", "edge ended"], "second at \(second)")
            #expect(stage.log.allSatisfy { $0.touches == [1] } && stage.log.last?.time == 0.4)
            #expect(stage.decisions.contains("edge ignored 2"))
        }
    }
]

@Suite struct DocumentedRulesTests {
    private static let file = ConformanceFile("uikit_documented_rules")
    private static let cases = file.cases.filter { $0["kind"] == .text("rule") }
    private static let scenarios = [switching, relations, kinds, edgeRules].reduce(into: [:]) {
        $0.merge($1) { first, _ in first }
    }

    @Test("The fixture has 63 cases of three kinds, and each of its rules has a scenario")
    func complete() {
        #expect(Self.file.cases.count == 63 && Set(Self.file.cases.map(\.id)).count == 63)
        #expect(Set(Self.cases.map(\.id)) == Set(Self.scenarios.keys) && Self.cases.count == 17)
    }

    @Test("A documented rule holds", arguments: cases)
    func rule(_ rule: ConformanceCase) throws {
        let scenario = try #require(Self.scenarios[rule.id])
        scenario()
    }
}
