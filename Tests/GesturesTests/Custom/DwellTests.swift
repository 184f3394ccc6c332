// Tests of the recognizer with a deadline that the guide shows.

import Gestures
import Testing
import Touch
import TouchTesting

@testable import embedding_sample

@Suite struct DwellTests {
    @Test("A resting finger is recognized at its deadline, without any event")
    func rests() {
        let stage = Stage(DwellGestureRecognizer(name: "dwell"))
        stage.play([.down(0, 100, 100, at: 0), .move(0, 105, 100, at: 0.2)])
        #expect(stage.engine.nextDeadline == Timestamp(microseconds: 1_000_000))
        stage.wait(until: 0.999)
        #expect(stage.words == [])
        stage.wait(until: 5)
        #expect(stage.words == ["dwell ended"] && stage.log.first?.time == 1)
        #expect(stage.engine.nextDeadline == nil)
    }

    @Test("A deadline ends with the attempt that set it")
    func dies() {
        let (stage, trace) = (Stage(DwellGestureRecognizer(name: "dwell")), Trace())
        stage.engine.decisionObserver = trace
        stage.play([.down(0, 100, 100, at: 0), .up(at: 0.25)])
        #expect(stage.engine.nextDeadline == nil)
        #expect(trace.lines.first == "dwell failed: rested 0.250 s, 1.000 needed")
        stage.play([.down(0, 100, 100, at: 0.9), .move(0, 111, 100, at: 0.95)], rest: 1)
        #expect(stage.words == [] && stage.failures.count == 2)
    }
}
