// Tests of adding recognizers to regions and removing them.

import Gestures
import Testing
import Touch
import TouchTesting

private let press: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]

@Suite struct RegionTests {
    private let region = Region(name: "corner", origin: Point(x: 10, y: 20), size: Size(width: 30, height: 40))

    @Test("A region has its recognizers in the order in which they were added, each once")
    func adding() {
        let (first, second) = (GestureRecognizer(name: "first"), GestureRecognizer(name: "second"))
        for recognizer in [first, second, first] { region.addGestureRecognizer(recognizer) }
        #expect(region.gestureRecognizers.map(\.name) == ["first", "second"])
        #expect(first.region === region)
        region.removeGestureRecognizer(first)
        region.removeGestureRecognizer(first)
        #expect(region.gestureRecognizers.map(\.name) == ["second"] && first.region == nil)
    }

    @Test("A recognizer has one region: adding it to another takes it from the first")
    func moving() {
        let other = Region(name: "other", size: Size(width: 1, height: 1))
        let recognizer = GestureRecognizer()
        region.addGestureRecognizer(recognizer)
        other.addGestureRecognizer(recognizer)
        #expect(region.gestureRecognizers.isEmpty && recognizer.region === other)
    }

    @Test("Coordinates start at its top left corner")
    func convert() {
        #expect(region.convert(Point(x: 15, y: 15)) == Point(x: 5, y: -5))
    }

    @Test("A region does not retain its recognizer's region")
    func weakRegion() {
        let recognizer = GestureRecognizer()
        do {
            let region = Region(name: "short-lived", size: Size(width: 1, height: 1))
            region.addGestureRecognizer(recognizer)
            #expect(recognizer.region != nil)
        }
        #expect(recognizer.region == nil)
    }

    @Test("Removing a recognizer whose gesture has begun cancels it at once and resets it")
    func removedWhileBegun() {
        let probe = Probe.continuous()
        let stage = Stage(probe).play(press)
        stage.engine.root.removeGestureRecognizer(probe)
        #expect(stage.words == ["probe began", "probe cancelled"])
        #expect(probe.notebook.lines.suffix(2) == ["probe action cancelled", "probe reset cancelled"])
        #expect(probe.state == .possible && probe.numberOfTouches == 0)
        stage.play([.move(0, 2, 0, at: 2), .up(at: 3)])
        #expect(stage.words.count == 2)
    }

    @Test("Removing an undecided recognizer fails it; removing an idle one has no effect")
    func removedWhilePossible() {
        let (busy, idle) = (Probe("busy"), Probe("idle"))
        let stage = Stage(busy).play([.down(0, 0, 0, at: 0)])
        stage.engine.root.addGestureRecognizer(idle)
        for probe in [busy, idle] { stage.engine.root.removeGestureRecognizer(probe) }
        #expect(stage.failures.map(\.name) == ["busy"] && stage.words == [])
        #expect(busy.notebook.lines.last == "busy reset failed" && idle.notebook.lines == [])
    }

    @Test("A deadline ends when its recognizer is removed")
    func removedWithDeadline() {
        let probe = Probe()
        probe.onBegan = { $0.deadline = .seconds(5) }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        #expect(stage.engine.nextDeadline == .seconds(5))
        stage.engine.root.removeGestureRecognizer(probe)
        #expect(stage.engine.nextDeadline == nil && probe.deadline == nil)
    }

    @Test("A removed recognizer that is added again starts over")
    func addedAgain() {
        let probe = Probe.continuous()
        let stage = Stage(probe).play(press)
        stage.engine.root.removeGestureRecognizer(probe)
        stage.engine.root.addGestureRecognizer(probe)
        stage.play([.move(0, 2, 0, at: 2), .down(1, 9, 9, at: 3), .move(1, 8, 8, at: 4)])
        #expect(stage.words == ["probe began", "probe cancelled", "probe began"])
        #expect(stage.log.last?.touches == [2])
    }

    @Test("An action that removes and adds its recognizer again cancels it and starts over")
    func addedAgainInAction() {
        let probe = Probe.continuous()
        let stage = Stage(probe)
        probe.addAction { [unowned stage] in
            guard $0.state == .began else { return }
            stage.engine.root.removeGestureRecognizer($0)
            stage.engine.root.addGestureRecognizer($0)
        }
        stage.play(press)
        #expect(stage.words == ["probe began", "probe cancelled"])
        stage.play([.up(at: 2), .down(0, 0, 0, at: 3), .move(0, 1, 0, at: 4), .up(at: 5)])
        #expect(stage.words.count == 4)
    }

    @Test("The action of a removed recognizer may remove others")
    func removesOthers() {
        let probes = (0..<4).map { Probe.continuous("\($0)") }
        for probe in probes { probe.prevents = { _ in false } }
        let stage = Stage(probes).play(press)
        let root = stage.engine.root
        probes[3].addAction { [unowned root] in
            guard $0.state == .cancelled else { return }
            for other in root.gestureRecognizers { root.removeGestureRecognizer(other) }
        }
        root.removeGestureRecognizer(probes[3])
        #expect(root.gestureRecognizers.isEmpty)
        let cancelled = stage.log.filter { $0.state == .cancelled }.map(\.name)
        #expect(cancelled.sorted() == ["0", "1", "2", "3"])
        for probe in probes {
            #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["\(probe.name) reset cancelled"])
        }
    }

    @Test("A recognizer may remove itself during a delivery, and states that it sets then are ignored")
    func removesItselfInCallback() {
        let probe = Probe()
        probe.onMoved = {
            $0.region?.removeGestureRecognizer($0)
            $0.state = .began
        }
        let stage = Stage(probe).play(press)
        #expect(stage.words == [] && stage.failures.count == 1 && probe.state == .possible)
        stage.engine.root.addGestureRecognizer(probe)
        stage.play([.up(at: 2)])
        #expect(stage.words == [])
    }

    @Test(
        "An undecided attempt is not reported when its recognizer is removed or disabled",
        arguments: [true, false])
    func undecidedAttempt(isRemoved: Bool) {
        let notebook = Notebook()
        let (first, second) = (Probe.discrete("first", in: notebook), Probe("second", in: notebook))
        second.onEnded = { _ in
            if isRemoved { first.region?.removeGestureRecognizer(first) } else { first.isEnabled = false }
        }
        let stage = Stage(first, second).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(stage.words == [] && stage.failures.map(\.name) == ["first"])
    }

    @Test("A recognizer may remove itself while it is reset, and is reset once")
    func removesItselfInReset() {
        let probe = Probe.discrete()
        probe.onReset = { $0.region?.removeGestureRecognizer($0) }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset ended"])
        #expect(stage.engine.root.gestureRecognizers.isEmpty && probe.state == .possible)
    }
}
