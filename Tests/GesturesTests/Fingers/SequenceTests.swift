// Tests of separate hands: touches far away and later belong to another sequence.

import Gestures
import Testing
import Touch
import TouchTesting

/// Farther than two hands of one person: 250 mm are 1604 pt.
private let far = 1700.0

@Suite struct SequenceTests {
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
}
