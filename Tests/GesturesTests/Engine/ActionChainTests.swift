// Tests of wf-touch's action chains with the recognizers that correspond to them.

import Gestures
import Testing
import Touch
import TouchTesting

/// Cases without a counterpart, or for which UIKit's contract has another result, with the reason.
private let differences = [
    "hold2_timeout": "fingers of a press may land as late as they like: it does not fail, and does not begin either",
    "swipe_chain_complete":
        "UIKit has no chain of holds and drags; a custom recognizer with a deadline makes one",
    "swipe_chain_restart": "as swipe_chain_complete",
    "pinch_action, moved": "a pinch may move as far as it likes while the fingers' distance changes",
    "pinch_action, down": "a third finger is ignored, and the pinch continues",
]

/// The place of the fixture's origin, which keeps its negative places on the surface.
private let origin = Vector(x: 500, y: 500)

private func place(_ json: JSON) -> Point { Point(x: json[0].number ?? 0, y: json[1].number ?? 0) + origin }

/// Thresholds without hysteresis, for an exact comparison of scale, angle and centroid.
private let plain: Thresholds = {
    var plain = Thresholds()
    (plain.pinchHysteresis, plain.pinchBaselineShift, plain.panHysteresis) = (0, 0, 0)
    (plain.rotationHysteresis, plain.rotationBaselineShift) = (0, 0)
    return plain
}()

@Suite struct ActionChainTests {
    private static let file = ConformanceFile("wf_touch")

    private func example(_ id: String) throws -> ConformanceCase {
        try #require(Self.file.cases.first { $0.id == id })
    }

    private func play(_ example: ConformanceCase, _ recognizers: GestureRecognizer..., each: (Stage) -> Void = { _ in })
        -> Stage
    {
        let stage = Stage(recognizers)
        withoutActuallyEscaping(each) { each in
            let player = ConformancePlayer(stage, origin: origin, second: 0.001)
            player.afterEvent = { _ in each(stage) }
            player.play(example["events"])
        }
        return stage
    }

    /// Fingers that move from one place to another in one frame.
    private func move(_ fingers: JSON, _ recognizer: GestureRecognizer, then: [FingerStep] = []) -> Stage {
        let (places, indices) = (fingers.list.map { ($0[0], $0[1]) }, fingers.list.indices)
        let landings = indices.map { FingerStep.down($0, place(places[$0].0).x, place(places[$0].0).y, at: 0) }
        let moves = indices.map { FingerStep.move($0, place(places[$0].1).x, place(places[$0].1).y, at: 0.01) }
        return Stage(recognizer).play(landings + moves + then)
    }

    /// What became of a recognizer, in the fixture's words.
    private func status(_ stage: Stage, _ completed: String) -> String {
        stage.words == [completed] ? "completed" : stage.failures.isEmpty ? "running" : "cancelled"
    }

    @Test("Each of the 15 cases of the fixture has a test here")
    func complete() {
        #expect(
            Self.file.cases.map(\.id) == [
                "hold2_timeout", "hold2_ok", "double_tap_ok", "double_tap_timeout", "swipe_chain_complete",
                "swipe_chain_restart", "swipe_chain_second_finger", "hold_action_tolerance", "drag_action",
                "pinch_action", "rotation_angle_4_fingers", "rotation_angle_triangle", "pinch_scale_identity", "center",
                "directions",
            ])
    }

    // MARK: - Hold

    private func press(fingers: Int, seconds: Double) -> LongPressGestureRecognizer {
        with(RealisticSet.press("press", fingers: fingers)) { $0.minimumPressDuration = seconds }
    }

    @Test("hold2_timeout: one finger of two is not a press, however long it waits for the other")
    func holdTimeout() throws {
        let press = press(fingers: 2, seconds: 0.2)
        let stage = play(try example("hold2_timeout"), press)
        #expect(stage.words == [] && differences["hold2_timeout"] != nil && press.state == .possible)
        stage.play([.down(9, 520, 500, at: 0.5)], rest: 0.2)
        #expect(stage.words == ["press began"] && stage.log.map(\.time) == [0.7])
    }

    @Test("hold2_ok: two resting fingers are a press, after its time from the second finger on")
    func hold() throws {
        var deadlines: [Double?] = []
        let stage = play(try example("hold2_ok"), press(fingers: 2, seconds: 0.2)) {
            deadlines.append($0.engine.nextDeadline?.seconds)
        }
        #expect(stage.words == ["press began"] && stage.log.map(\.time) == [0.21])
        #expect(deadlines.dropFirst() == [0.21, nil])
    }

    @Test("hold_action_tolerance: a press begins within its tolerance, and fails beyond it or on an early lift")
    func tolerance() throws {
        let example = try example("hold_action_tolerance")
        for check in example["checks"].list {
            let press = press(fingers: 1, seconds: try #require(example["action"]["hold_ms"].number) / 1000)
            press.allowableMovement = try #require(example["action"]["tolerance"].number)
            let way = check["finger_delta"].numbers[0]
            let stage = Stage(press).play([.down(0, 0, 0, at: 0), .move(0, way, 0, at: 0.049)])
            if check["event"] == .text("up@49") { stage.play([.up(at: 0.049)]) }
            if check["event"] == .text("timeout") { stage.wait(until: 0.05) }
            #expect(status(stage, "press began") == check["expect"].text, "\(check)")
        }
    }

    // MARK: - Taps

    private func doubleTap() -> TapGestureRecognizer {
        with(RealisticSet.tap("tap", taps: 2)) {
            ($0.maximumTapDuration, $0.maximumIntervalBetweenSuccessiveTaps) = (0.1, 0.1)
        }
    }

    @Test("double_tap_ok: down, up, down, up, each in time")
    func taps() throws {
        let stage = play(try example("double_tap_ok"), doubleTap())
        #expect(stage.words == ["tap ended"] && stage.failures.isEmpty)
    }

    @Test("double_tap_timeout: without the second tap in time it fails, once, and is ready for the next")
    func tapsTimeout() throws {
        let example = try example("double_tap_timeout")
        var deadlines: [Double?] = []
        let stage = play(example, doubleTap()) { deadlines.append($0.engine.nextDeadline?.seconds) }
        #expect(stage.words == [] && stage.failures.map(\.time) == [0.12])
        #expect(deadlines == [0.1, 0.12, nil])
        stage.play([.down(0, 0, 0, at: 1), .up(at: 1.02), .down(0, 0, 0, at: 1.08), .up(at: 1.09)])
        #expect(stage.words == ["tap ended"])
    }

    // MARK: - Drags

    @Test("swipe_chain: it has no counterpart, but its second finger ends a press of one as it ends the chain")
    func chain() throws {
        for id in ["swipe_chain_complete", "swipe_chain_restart"] { #expect(differences[id] != nil) }
        let stage = play(try example("swipe_chain_second_finger"), press(fingers: 1, seconds: 0.005))
        stage.wait(until: 1)
        #expect(stage.words == [] && stage.failures.map(\.time) == [0.001])
    }

    @Test(
        "drag_action: a swipe of two fingers is recognized when both have moved far enough, and fails when one strays")
    func drag() throws {
        let example = try example("drag_action")
        for check in example["checks"].list {
            let swipe = SwipeGestureRecognizer(name: "swipe")
            (swipe.direction, swipe.numberOfTouchesRequired) = (.left, 2)
            swipe.minimumPrimaryMovement = try #require(example["action"]["threshold"].number)
            swipe.maximumSecondaryMovement = try #require(example["action"]["tolerance"].number)
            // No time passes, so the case's limits are those of the rule.
            let stage = Stage(swipe).play([.down(0, 500, 500, at: 0), .down(1, 500, 600, at: 0)])
            stage.play(
                check["deltas"].list.enumerated().map { index, delta in
                    .move(index, 500 + delta.numbers[0], (index == 0 ? 500 : 600) + delta.numbers[1], at: 0)
                })
            if check["event"] == .text("up") { stage.play([.up(0, at: 0)], rest: 0.1) }
            #expect(status(stage, "swipe ended") == check["expect"].text, "\(check)")
        }
    }

    @Test("directions: a movement has the directions of the swipes that it makes")
    func directions() throws {
        let names: [(String, SwipeDirection)] = [("left", .left), ("right", .right), ("up", .up), ("down", .down)]
        for check in try example("directions")["checks"].list {
            let swipes = names.map { name, direction in
                with(SwipeGestureRecognizer(name: name)) { $0.direction = direction }
            }
            for (index, swipe) in swipes.enumerated() {
                for other in swipes.dropFirst(index + 1) { swipe.allowSimultaneousRecognition(with: other) }
            }
            // With any duration: its unit is the movement of a swipe that takes no time.
            let way = check["delta"].numbers.map { $0 * 50 }
            let stage = Stage(swipes).play([.down(0, 1000, 500, at: 0)]).play([
                .move(0, 1000 + way[0], 500 + way[1], at: 0)
            ])
            #expect(Set(stage.log.map(\.name)) == Set(check["dir"].texts), "\(check)")
        }
    }

    // MARK: - Two fingers

    @Test("pinch_action: the scale is that of the fingers' distance, to either side")
    func pinch() throws {
        let example = try example("pinch_action")
        for check in example["checks"].list {
            let isSwapped = check["swapped"] == .bool(true)
            let shift = check["common_shift"].numbers.first ?? 0
            let fingers = JSON.list(
                example["fingers_from_to"].list.map { finger in
                    let (from, to) = isSwapped ? (finger[1], finger[0]) : (finger[0], finger[1])
                    return .list([from, .list([.number((to[0].number ?? 0) + shift), to[1]])])
                })
            let isDown = check["event"] == .text("down")
            let pinch = PinchGestureRecognizer(name: "pinch", thresholds: plain)
            let stage = move(fingers, pinch, then: isDown ? [.down(9, 500, 500, at: 0.02)] : [])
            if let scale = check["scale_over"].number { #expect(pinch.scale > scale) }
            if let scale = check["scale_under"].number { #expect(pinch.scale < scale) }
            let reason = differences[isDown ? "pinch_action, down" : "pinch_action, moved"]
            #expect((check["expect"] == .text("completed") || reason != nil) && stage.words == ["pinch began"])
        }
    }

    @Test(
        "rotation_angle: the angle of the first two fingers is that of all",
        arguments: ["rotation_angle_4_fingers", "rotation_angle_triangle"])
    func rotation(_ id: String) throws {
        let example = try example(id)
        let turn = RotationGestureRecognizer(name: "turn", thresholds: plain)
        #expect(move(example["fingers_from_to"], turn).words == ["turn began"])
        let angle = try #require(example["expect"]["angle_rad"].number)
        let tolerance = example["expect"]["relative_tolerance"].number ?? 1e-9
        #expect(abs(turn.rotation - angle) <= tolerance * abs(angle))
    }

    @Test("pinch_scale_identity: resting fingers have the scale 1")
    func identity() throws {
        let pinch = PinchGestureRecognizer(name: "pinch", thresholds: plain)
        _ = move(try example("pinch_scale_identity")["fingers_from_to"], pinch)
        #expect(pinch.scale == (try example("pinch_scale_identity"))["expect"]["scale"].number)
    }

    @Test("center: the centroid of the fingers moves by the mean of their movements")
    func center() throws {
        let example = try example("center")
        let pan = PanGestureRecognizer(name: "pan", thresholds: plain)
        let fingers = example["finger_deltas"].list.map { JSON.list([.list([.number(0), .number(0)]), $0]) }
        let stage = move(.list(fingers), pan)
        let expected = example["expect"]["centroid"].numbers
        #expect(pan.translation(in: nil) == Vector(x: expected[0], y: expected[1]))
        #expect(stage.log.map(\.location) == [Point(x: 503, y: 504)])
    }
}
