// Tests of enabling and disabling recognizers.

import Gestures
import Testing
import Touch
import TouchTesting

private let press: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]

@Suite struct EnablingTests {
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
