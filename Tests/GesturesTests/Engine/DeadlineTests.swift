// Tests of deadlines: at their time, once, in order, never after their attempt.

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

    @Test("A deadline fires before an event of the same or a later time, at its own time", arguments: [5.0, 9.0])
    func beforeEvents(time: Double) {
        let probe = waiting(5)
        Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: time)])
        #expect(probe.notebook.lines == ["probe began 1", "probe deadline 5000000", "probe moved 1"])
    }

    @Test("Of several deadlines the earliest fires first, and equal ones in the order of addition")
    func order() {
        let notebook = Notebook()
        let stage = Stage(
            waiting(3, "late", in: notebook), waiting(2, "b", in: notebook), waiting(1, "early", in: notebook),
            waiting(2, "a", in: notebook))
        stage.play([.down(0, 0, 0, at: 0)])
        #expect(stage.engine.nextDeadline == .seconds(1))
        stage.wait(until: 9)
        let deadlines = notebook.lines.filter { $0.contains("deadline") }
        #expect(
            deadlines == [
                "early deadline 1000000", "b deadline 2000000", "a deadline 2000000", "late deadline 3000000",
            ])
    }

    @Test("A deadline may set the next")
    func chain() {
        let probe = waiting(1)
        probe.onDeadline = { if $0.eventTime < .seconds(3) { $0.deadline = $0.eventTime.adding(seconds: 1) } }
        Stage(probe).play([.down(0, 0, 0, at: 0)], rest: 60)
        #expect(probe.notebook.lines.suffix(3) == (1...3).map { "probe deadline \($0)000000" })
    }

    @Test("A deadline ends with the attempt that set it", arguments: [GestureRecognizer.State.ended, .failed])
    func dies(state: GestureRecognizer.State) {
        let probe = waiting(5)
        probe.onMoved = { $0.state = state }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        #expect(probe.deadline == nil && stage.engine.nextDeadline == nil)
        stage.play([.up(at: 2)], rest: 60)
        #expect(!probe.notebook.lines.contains { $0.contains("deadline") })
    }

    @Test("A deadline ends when another recognizer prevents its own, and when all are cancelled")
    func prevented() {
        let winner = Probe("winner")
        winner.onMoved = { $0.state = .recognized }
        let probe = waiting(5)
        #expect(Stage(winner, probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]).engine.nextDeadline == nil)
        let stage = Stage(waiting(5)).play([.down(0, 0, 0, at: 0)])
        stage.engine.cancelAll(because: "the test says so", at: .zero)
        #expect(stage.engine.nextDeadline == nil)
    }

    @Test("A deadline may recognize, with the fingers where they are, and prevents others")
    func recognizes() {
        let probe = waiting(5)
        probe.onDeadline = { $0.state = .recognized }
        let other = Probe("other")
        let stage = Stage(probe, other).play([.down(0, 7, 8, at: 0)], rest: 60)
        #expect(stage.words == ["probe ended"] && stage.failures.map(\.name) == ["other"])
        #expect(stage.log.map(\.time) == [5] && stage.log.map(\.location) == [Point(x: 7, y: 8)])
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

    @Test("A past deadline does not delay another that is due", arguments: [0.0, 5])
    func pastBesideAnother(other: Double) {
        let (notebook, time) = (Notebook(), Timestamp.seconds(5))
        let probes = ["past", "other"].map { Probe($0, in: notebook) }
        probes[0].onBegan = { $0.deadline = .seconds(1) }
        probes[1].onBegan = { $0.deadline = .seconds(other) }
        let stage = Stage(probes).play([.down(0, 0, 0, at: 5)])
        stage.engine.advance(to: time)
        #expect(notebook.lines.suffix(2).sorted() == ["other deadline 5000000", "past deadline 5000000"])
    }

    @Test("An action that repeatedly sets a deadline for now does not stop time either")
    func pastInAction() {
        let probe = waiting(1)
        probe.onDeadline = { $0.state = $0.state == .possible ? .began : .changed }
        probe.addAction { $0.deadline = .zero }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        stage.engine.advance(to: .seconds(1.002))
        #expect(stage.log.map(\.time) == [1, 1.001, 1.002])
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
