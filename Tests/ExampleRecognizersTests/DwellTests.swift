// A recognizer with a deadline, as shown in the guide, and its tests.

import Gestures
import Testing
import Touch
import TouchTesting

/// A discrete recognizer of one finger that rests.
private final class DwellGestureRecognizer: GestureRecognizer {
    var dwellTime = 1.0
    var allowableMovement = 10.0

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard numberOfTouches == 1 else { return state = .failed }
        deadline = event.timestamp.adding(seconds: dwellTime)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard let touch = touches.first else { return }
        let moved = (touch.location - touch.startLocation).length
        if moved > allowableMovement {
            fail(because: .tooMuch("moved", moved, allowed: allowableMovement, .points))
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        guard let touch = touches.first else { return }
        let rested = event.timestamp.seconds(since: touch.startTime)
        fail(because: .tooLittle("rested", rested, needed: dwellTime, .seconds))
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        fail(because: .because("a touch was lost"))
    }

    override func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        state = .recognized
    }
}

@Suite struct DwellTests {
    @Test("A finger that rests is recognized when its time has come, although nothing happens")
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

    @Test("A program that is late decides as one in time: the deadline comes before the lift")
    func late() {
        let stage = Stage(DwellGestureRecognizer(name: "dwell"))
        #expect(stage.play([.down(0, 100, 100, at: 0), .up(at: 1)]).words == ["dwell ended"])
    }

    @Test("A deadline dies with the attempt that set it")
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
