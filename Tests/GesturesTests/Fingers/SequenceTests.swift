// Tests of separate hands: touches far away and later belong to another sequence.

import Gestures
import Testing
import Touch
import TouchTesting

/// Farther than two hands of one person: 250 mm are 1604 pt.
private let far = 1700.0

@Suite struct SequenceTests {
    @Test("The distance between hands is 250 mm, and does not grow with the panel")
    func distance() {
        #expect(abs(Thresholds.standard.sequenceDistance * PointUnit.millimetres - 250) < 1e-9)
        #expect(Thresholds.standard.scaled(by: 1.5).sequenceDistance == Thresholds.standard.sequenceDistance)
    }

    @Test(
        "A touch joins if it lands near, or soon; a far and late one does not",
        arguments: [(1604.0, 5.0, true), (1605, 0.3, true), (1605, 0.301, false), (10, 60, true)])
    func joining(way: Double, time: Double, joins: Bool) {
        let probe = Probe("it")
        probe.onMoved = { if $0.state == .possible { $0.state = .began } }
        let stage = Stage(probe).watchDecisions()
        stage.play([
            .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 0.01), .move(0, 0, 0, at: 0.02), .down(1, way, 0, at: time),
        ])
        #expect(Array(probe.touchIDs) == (joins ? [1, 2] : [1]))
        #expect(stage.decisions.contains("it refused 2: anotherSequence") == !joins)
    }

    @Test("A touch near any of the others is near: fingers in a row make one hand")
    func row() {
        let probe = Probe("it")
        Stage(probe).play([.down(0, 0, 0, at: 0), .down(1, 1000, 0, at: 1), .down(2, 1999, 0, at: 2)])
        #expect(probe.numberOfTouches == 3)
    }

    @Test("A gesture under way leaves another hand's finger to others, is undisturbed, and ends with its own")
    func active() {
        let (pan, tap) = (PanGestureRecognizer(name: "pan"), TapGestureRecognizer(name: "tap"))
        let stage = Stage(pan, tap).watchTouches().play([
            .down(0, 10, 10, at: 0), .move(0, 30, 10, at: 0.1), .down(1, 10 + far, 10, at: 1),
            .move(0, 40, 10, at: 1.05),
            .up(1, at: 1.1), .move(0, 50, 10, at: 1.2), .up(0, at: 1.3),
        ])
        #expect(stage.states(of: "pan") == [.began, .changed, .changed, .ended])
        #expect(stage.log.filter { $0.name == "pan" }.allSatisfy { $0.touches == [1] })
        // The other person's tap was prevented with the pan on the first finger, and starts over with the second.
        #expect(stage.states(of: "tap") == [.ended] && stage.phases(of: 2) == [.began, .cancelled])
    }

    @Test("An undecided recognizer releases a resting hand and takes the new finger")
    func undecided() {
        let tap = TapGestureRecognizer(name: "tap")
        let stage = Stage(PanGestureRecognizer(name: "pan"), tap).watchDecisions().play([
            .down(0, 10, 10, at: 0), .down(1, 10 + far, 10, at: 0.5), .up(1, at: 0.6),
        ])
        #expect(stage.words == ["tap ended"] && stage.log.map(\.touches) == [[2]])
        #expect(
            stage.decisions.contains("tap starts over with 2") && stage.decisions.contains("pan starts over with 2"))
    }

    @Test("A hand that rests for ever on a region of its own size keeps no finger from it", arguments: [5.0, 600])
    func restingHand(time: Double) {
        let all: [GestureRecognizer] = [
            PanGestureRecognizer(name: "pan"), LongPressGestureRecognizer(name: "press"),
            TapGestureRecognizer(name: "tap"),
        ]
        let stage = Stage(all).play([.down(0, 10, 10, at: 0)], rest: 1)
        // The resting hand is a long press in progress; other recognizers continue elsewhere.
        #expect(stage.words == ["press began"])
        stage.play([.down(1, 10 + far, 10, at: time), .up(1, at: time + 0.1)])
        stage.play([
            .down(1, 10 + far, 10, at: time + 1), .move(1, 60 + far, 10, at: time + 1.1), .up(1, at: time + 1.2),
        ])
        #expect(stage.words.dropFirst() == ["tap ended", "pan began", "pan ended"])
        stage.play([.up(0, at: time + 2)])
        #expect(stage.words.last == "press ended")
    }

    @Test("A failed recognizer whose hand is still down starts over with a finger of another")
    func failed() {
        let probe = Probe("it")
        probe.onBegan = { if $0.touches[0].id == 1 { $0.state = .failed } }
        let stage = Stage(probe).play([.down(0, 10, 10, at: 0)])
        #expect(probe.state == .failed)
        stage.play([.down(1, 10 + far, 10, at: 1), .move(1, 20 + far, 10, at: 1.1), .move(0, 11, 10, at: 1.2)])
        #expect(probe.notebook.lines == ["it began 1", "it reset failed", "it began 2", "it moved 2"])
        stage.play([.up(0, at: 2), .up(1, at: 3)])
        #expect(probe.notebook.lines.suffix(1) == ["it ended 2"])
    }

    @Test(
        "A recognizer added while touches are offered receives the begin of those that it is offered",
        arguments: [(true, "late began 2 3"), (false, "late began 3")])
    func added(isInner: Bool, line: String) {
        let (failed, late) = (Probe("it"), Probe("late"))
        failed.onBegan = { if $0.touches[0].id == 1 { $0.state = .failed } }
        let stage = Stage()
        let left = stage.addRegion("left", width: 2000, height: 1000)
        stage.add(failed, to: isInner ? left : stage.engine.root)
        stage.play([.down(0, 10, 10, at: 0)])
        failed.onReset = { [unowned root = stage.engine.root] _ in
            if late.region == nil { root.addGestureRecognizer(late) }
        }
        stage.play([.down(1, 10 + far, 10, at: 1), .down(2, 20 + far, 10, at: 1), .up(at: 2)])
        #expect(late.notebook.lines.first == line)
    }

    @Test("A recognizer that is moved outward while a touch is offered has the touch once")
    func movedOutward() {
        final class Mover: GestureRecognizerDelegate {
            weak var root: Region?
            func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
                root?.addGestureRecognizer(recognizer)
                return true
            }
        }
        let (mover, probe, stage) = (Mover(), Probe("it"), Stage())
        mover.root = stage.engine.root
        probe.delegate = mover
        stage.add(probe, to: stage.addRegion("left", width: 1000, height: 1000))
        stage.play([.down(0, 10, 10, at: 0)])
        #expect(Array(probe.touchIDs) == [1] && probe.region === stage.engine.root)
    }

    @Test("Two people pinch on one region one after the other: the second does not join the first's gesture")
    func twoPinches() {
        let pinch = PinchGestureRecognizer(name: "pinch")
        let stage = Stage(pinch).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0.05), .move(1, 150, 0, at: 0.2), .down(2, 1800, 0, at: 1),
            .down(3, 1900, 0, at: 1), .move(3, 1990, 0, at: 1.1), .move(1, 216, 0, at: 1.2), .up(0, at: 1.3),
            .up(1, at: 1.3),
        ])
        #expect(stage.words == ["pinch began", "pinch changed", "pinch ended"])
        #expect(stage.log.allSatisfy { $0.touches == [1, 2] } && stage.log.last?.measurement.isPinch(by: 2) == true)
    }

    @Test("A tap that ends in the frame in which another person's finger lands is recognized, and so is the other's")
    func liftAndLand() {
        let stage = Stage(TapGestureRecognizer(name: "tap")).play([
            .down(0, 10, 10, at: 0), .up(0, at: 0.5), .down(1, 10 + far, 10, at: 0.5), .up(1, at: 0.6),
        ])
        #expect(stage.words == ["tap ended", "tap ended"] && stage.log.map(\.touches) == [[1], [2]])
    }

    @Test("A finger that replaces another in one frame, nearby, continues its gesture")
    func takeOver() {
        let stage = Stage(PanGestureRecognizer(name: "pan")).play([
            .down(0, 10, 10, at: 0), .move(0, 30, 10, at: 0.1), .up(0, at: 1), .down(1, 40, 10, at: 1),
            .move(1, 45, 10, at: 1.1), .up(1, at: 1.2),
        ])
        #expect(stage.words == ["pan began", "pan changed", "pan ended"] && stage.log.last?.time == 1.2)
    }

    @Test("A recognizer that starts over releases those that waited for its failure")
    func waiting() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10, lifts: false))
        #expect(stage.words == [])
        stage.play([.down(1, far, 10, at: 1)])
        #expect(stage.words == ["waiting ended"] && stage.log.map(\.time) == [1])
    }

    @Test("Two people in separate regions do not interfere, however near and simultaneous")
    func regions() {
        let stage = Stage()
        for (name, x) in [("left", 0.0), ("right", 1000)] {
            stage.addRegion(name, x: x, width: 1000, height: 1000, PinchGestureRecognizer(name: name))
        }
        stage.play([
            .down(0, 900, 0, at: 0), .down(1, 1010, 0, at: 0), .down(2, 950, 50, at: 0.1), .down(3, 1050, 50, at: 0.1),
            .move(2, 950, 150, at: 0.2), .move(3, 1050, 150, at: 0.2),
        ])
        #expect(stage.words == ["left began", "right began"] && stage.log.map(\.touches) == [[1, 3], [2, 4]])
    }
}

extension GestureMeasurement {
    /// Whether it is a pinch of this scale.
    fileprivate func isPinch(by expected: Double) -> Bool {
        if case .pinch(let scale, _) = self { abs(scale - expected) < 1e-9 } else { false }
    }
}
