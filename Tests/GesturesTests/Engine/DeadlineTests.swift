// Tests of deadlines: at their time, once, in order, and without stopping time.

import Gestures
import Testing
import Touch
import TouchTesting

/// Sets a deadline this many seconds after each finger that lands.
private func waiting(_ seconds: Double, _ name: String = "probe", in notebook: Notebook = Notebook()) -> Probe {
    let probe = Probe(name, in: notebook)
    probe.onBegan = { $0.deadline = $0.event?.timestamp.adding(seconds: seconds) }
    return probe
}

@Suite struct DeadlineTests {
    @Test("A deadline fires at its time, once, and not before")
    func fires() {
        let probe = waiting(5)
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        #expect(stage.engine.nextDeadline == .seconds(5))
        stage.wait(until: 4.999_999)
        #expect(probe.notebook.lines == ["probe began 1"])
        stage.wait(until: 5).wait(until: 60)
        #expect(probe.notebook.lines == ["probe began 1", "probe deadline 5000000"])
        #expect(stage.engine.nextDeadline == nil && probe.deadline == nil)
    }

    @Test("Of several deadlines the earliest fires first, and equal ones in the order of addition")
    func order() {
        let notebook = Notebook()
        let probes = [(3.0, "late"), (2, "b"), (1, "early"), (2, "a")].map { waiting($0, $1, in: notebook) }
        let stage = Stage(probes).play([.down(0, 0, 0, at: 0)])
        #expect(stage.engine.nextDeadline == .seconds(1))
        stage.wait(until: 9)
        let expected = [("early", 1), ("b", 2), ("a", 2), ("late", 3)].map { "\($0) deadline \($1)000000" }
        #expect(notebook.lines.filter { $0.contains("deadline") } == expected)
    }

    @Test("A past deadline is due now, and a recognizer that repeats it is called once a millisecond")
    func past() {
        let probe = Probe()
        probe.onBegan = { $0.deadline = .seconds(1) }
        probe.onDeadline = { $0.deadline = .zero }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 5)])
        stage.engine.advance(to: .seconds(5.003))
        #expect(
            probe.notebook.lines == [
                "probe began 1", "probe deadline 5000000", "probe deadline 5001000", "probe deadline 5002000",
                "probe deadline 5003000",
            ])
        // A minute later, time has advanced in spite of it.
        stage.engine.advance(to: .seconds(65))
        #expect(probe.notebook.lines.count == 60_002)
    }

    @Test("At the end of time nothing traps or loops")
    func endOfTime() {
        let probe = Probe.continuous()
        probe.onBegan = { $0.deadline = $0.event?.timestamp.adding(seconds: 1) }
        probe.onDeadline = { $0.deadline = .zero }
        let stage = Stage(probe)
        stage.table.begin(at: .zero, time: Timestamp(microseconds: .max - 1))
        stage.table.deliver(at: Timestamp(microseconds: .max - 1)) { stage.engine.process($0) }
        stage.engine.advance(to: Timestamp(microseconds: .max))
        probe.deadline = .zero
        stage.engine.advance(to: Timestamp(microseconds: .max))
        #expect(probe.notebook.lines.count == 2 && stage.engine.nextDeadline == nil)
    }
}
