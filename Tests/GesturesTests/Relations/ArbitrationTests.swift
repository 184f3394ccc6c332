// Tests of arbitration between recognizers that share touches.

import Gestures
import Testing
import Touch
import TouchTesting

private let script: [FingerStep] = [
    .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .move(0, 2, 0, at: 2), .up(at: 3),
]

@Suite struct ArbitrationTests {
    @Test("The first recognized prevents all that share a touch; they fail and never run actions")
    func exclusive() {
        let stage = Stage(Probe.discrete("slow"), Probe.continuous("quick"), Probe("idle")).play(script)
        #expect(stage.words == ["quick began", "quick changed", "quick ended"])
        #expect(stage.failures.map(\.name) == ["slow", "idle"])
    }

    @Test("Of two recognized in one event the one that was added first wins")
    func addition() {
        let names = [["a", "b"], ["b", "a"]]
        for names in names {
            let stage = Stage(names.map { Probe.continuous($0) }).play(script)
            #expect(Set(stage.log.map(\.name)) == [names[0]])
        }
    }

    @Test(
        "Prevention needs both: one that can prevent, and one that can be prevented", arguments: [false, true],
        [false, true])
    func permission(prevents: Bool, isPrevented: Bool) {
        let (first, second) = (Probe.continuous("first"), Probe.continuous("second"))
        first.prevents = { _ in prevents }
        second.isPrevented = { _ in isPrevented }
        second.prevents = { _ in false }
        let stage = Stage(first, second).play(script)
        #expect(stage.states(of: "second") == (prevents && isPrevented ? [] : [.began, .changed, .ended]))
        #expect(stage.states(of: "first") == [.began, .changed, .ended])
    }

    @Test("Fingers without common recognizers do not interact")
    func disjoint() {
        func ignoring(_ id: Int, _ name: String) -> Probe {
            let probe = Probe.continuous(name)
            probe.onBegan = { probe in
                guard let event = probe.event else { return }
                for touch in probe.touches where touch.id == id { probe.ignore(touch, for: event) }
            }
            return probe
        }
        let stage = Stage(ignoring(2, "left"), ignoring(1, "right")).play([
            .down(0, 0, 0, at: 0), .down(1, 900, 0, at: 0), .move(0, 1, 0, at: 1), .move(1, 901, 0, at: 2),
            .up(0, at: 3),
            .up(1, at: 4),
        ])
        #expect(stage.words == ["left began", "right began", "left ended", "right ended"])
    }

    @Test("A gesture that has begun is never taken back, and prevents recognizers that share a touch with it later")
    func neverTakenBack() {
        let (first, late) = (Probe.continuous("first"), Probe.continuous("late"))
        first.prevents = { _ in false }
        late.onMoved = { if $0.touches.contains(where: { $0.id == 2 }) { $0.state = .recognized } }
        let stage = Stage(first, late).play([
            .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .down(1, 9, 0, at: 2), .move(1, 8, 0, at: 3), .up(0, at: 4),
            .up(1, at: 5),
        ])
        #expect(stage.words == ["first began", "first changed", "late ended", "first ended"])
    }

    @Test("A possible recognizer fails if it wants to be recognized during another's gesture")
    func lateAttempt() {
        let (first, late) = (Probe.continuous("first"), Probe("late"))
        // It is added after the first has begun, and both share the second finger.
        let stage = Stage(first).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        late.onMoved = { $0.state = .began }
        stage.engine.root.addGestureRecognizer(late)
        stage.play([.down(1, 9, 0, at: 2), .move(1, 8, 0, at: 3), .up(1, at: 4), .up(0, at: 5)])
        #expect(stage.words == ["first began", "first changed", "first ended"])
        #expect(stage.failures.map(\.name) == ["late"])
    }

    @Test("A discrete gesture with its finger still down prevents others only during its event")
    func discreteIsOver() {
        let swipe = Probe("swipe")
        swipe.onMoved = { $0.state = .recognized }
        let stage = Stage(swipe, Probe.continuous("pan")).play(
            [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .down(1, 9, 0, at: 2), .move(0, 2, 0, at: 3), .up(0, at: 4)])
        // The pan was prevented on the first finger and waits for all of its fingers to lift.
        #expect(stage.words == ["swipe ended"] && stage.failures.map(\.name) == ["pan"])
    }

    @Test("A failed attempt prevents no other")
    func failed() {
        let first = Probe("first")
        first.onMoved = { $0.state = .failed }
        #expect(
            Stage(first, Probe.continuous("second")).play(script).states(of: "second") == [.began, .changed, .ended])
    }

    @Test("A recognizer that is prevented in the same event prevents no other")
    func chain() {
        let (a, b, c) = (Probe.continuous("a"), Probe.continuous("b"), Probe.continuous("c"))
        a.prevents = { $0 === b }
        c.prevents = { $0 === b }
        let stage = Stage(a, b, c).play(script)
        #expect(stage.states(of: "a").count == 3 && stage.states(of: "b") == [] && stage.states(of: "c").count == 3)
    }
}
