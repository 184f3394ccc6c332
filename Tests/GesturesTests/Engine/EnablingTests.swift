// Tests of enabling and disabling recognizers.

import Gestures
import Testing
import Touch
import TouchTesting

private let press: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]

@Suite struct EnablingTests {
    @Test("A disabled recognizer gets no touches; enabled again, it gets those that begin later")
    func off() {
        let probe = Probe()
        probe.isEnabled = false
        let stage = Stage(probe).play(press)
        probe.isEnabled = true
        stage.play([.move(0, 2, 0, at: 2), .down(1, 9, 0, at: 3), .up(0, at: 4), .up(1, at: 5)])
        #expect(probe.notebook.lines == ["probe began 2", "probe ended 2"])
    }

    @Test("Disabled during a gesture, it is cancelled once, then possible, and ignores the finger that is down")
    func midGesture() {
        let probe = Probe.continuous()
        let stage = Stage(probe).play(press)
        probe.isEnabled = false
        #expect(stage.words == ["probe began", "probe cancelled"] && probe.state == .possible)
        let lines = probe.notebook.lines.count
        stage.play([.move(0, 2, 0, at: 2)])
        probe.isEnabled = true
        stage.play([.move(0, 3, 0, at: 3), .up(at: 4)])
        #expect(probe.notebook.lines.count == lines)
        stage.play([.down(0, 0, 0, at: 5), .move(0, 1, 0, at: 6)])
        #expect(stage.states(of: "probe") == [.began, .cancelled, .began])
    }

    @Test("Disabling and enabling at once cancels the gesture and keeps the recognizer")
    func offAndOn() {
        let probe = Probe.continuous()
        let stage = Stage(probe).play(press)
        probe.isEnabled = false
        probe.isEnabled = true
        stage.play([.move(0, 2, 0, at: 2), .down(1, 0, 0, at: 3), .move(1, 1, 0, at: 4)])
        #expect(stage.words == ["probe began", "probe cancelled", "probe began"])
        #expect(stage.log.last?.touches == [2])
    }

    @Test("Disabled before a decision, it fails, and waits until the finger has lifted")
    func undecided() {
        let probe = Probe()
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        probe.isEnabled = false
        #expect(stage.words == [] && stage.failures.count == 1 && stage.engine.verifyInvariants() == [])
        probe.isEnabled = true
        stage.play([.move(0, 9, 9, at: 1), .up(at: 2), .down(0, 0, 0, at: 3)])
        #expect(probe.notebook.lines == ["probe began 1", "probe reset failed", "probe began 2"])
    }

    @Test("A deadline ends when its recognizer is disabled")
    func deadline() {
        let press = LongPressGestureRecognizer(name: "press")
        let stage = Stage(press).play([.down(0, 0, 0, at: 0)])
        press.isEnabled = false
        #expect(stage.engine.nextDeadline == nil)
        stage.wait(until: 10)
        #expect(stage.words == [])
    }

    @Test("Disabled between the taps of a row, it forgets the first one")
    func betweenTaps() {
        let tap = TapGestureRecognizer(name: "tap")
        tap.numberOfTapsRequired = 2
        let stage = Stage(tap).play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        tap.isEnabled = false
        tap.isEnabled = true
        stage.play([.down(0, 0, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == [])
        stage.play([.down(0, 0, 0, at: 0.4), .up(at: 0.5)])
        #expect(stage.words == ["tap ended"])
    }

    @Test("Disabling and enabling an idle recognizer, or one without a region, has no effect")
    func idle() {
        let probe = Probe()
        probe.isEnabled = false
        let stage = Stage(probe)
        for isEnabled in [true, false, false, true] { probe.isEnabled = isEnabled }
        #expect(probe.notebook.lines == [] && stage.failures.isEmpty && probe.state == .possible)
    }
}
