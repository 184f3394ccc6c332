// Tests of the calls that a recognizer subclass receives, and of its reset.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct GestureRecognizerTests {
    @Test("Only the changed fingers are delivered, in the order began, moved, ended, cancelled")
    func delivery() {
        let probe = Probe()
        Stage(probe).play([
            .down(0, 0, 0, at: 0), .down(1, 10, 0, at: 1), .move(0, 1, 0, at: 2), .down(2, 20, 0, at: 3),
            .move(0, 2, 0, at: 4), .up(1, at: 4), .cancel(2, at: 4), .down(3, 30, 0, at: 4), .up(0, at: 5),
            .up(3, at: 5),
        ])
        #expect(
            probe.notebook.lines == [
                "probe began 1", "probe began 2", "probe moved 1", "probe began 3", "probe began 4", "probe moved 1",
                "probe ended 2", "probe cancelled 3", "probe ended 1 4",
            ])
    }

    @Test("The event has its time and all touches of the surface")
    func event() {
        let probe = Probe()
        var seen: [String] = []
        probe.onBegan = { seen.append("\($0.event?.timestamp.seconds ?? -1) \($0.event?.allTouches.map(\.id) ?? [])") }
        Stage(probe).play([.down(0, 0, 0, at: 0.5), .down(1, 10, 0, at: 1.5), .up(0, at: 2), .down(2, 0, 0, at: 3)])
        #expect(seen == ["0.5 [1]", "1.5 [1, 2]", "3.0 [3, 2]"])
    }

    @Test("Touches are in the order in which they joined, including those that lift in the event")
    func numberOfTouches() {
        let probe = Probe()
        let stage = Stage(probe)
        stage.play([.down(0, 0, 0, at: 0), .down(1, 10, 0, at: 1), .down(2, 20, 6, at: 2)])
        #expect(probe.numberOfTouches == 3 && Array(probe.touchIDs) == [1, 2, 3])
        #expect(probe.location(in: nil) == Point(x: 10, y: 2))
        var counts: [Int] = []
        probe.onEnded = { counts = [$0.numberOfTouches, $0.numberOfTouchesDown] }
        stage.play([.up(0, at: 3)])
        #expect(counts == [3, 2])
        #expect(probe.numberOfTouches == 2 && Array(probe.touchIDs) == [2, 3])
        #expect(probe.location(ofTouch: 0, in: nil) == Point(x: 10, y: 0))
        #expect(probe.location(ofTouch: 1, in: nil) == Point(x: 20, y: 6))
        #expect(probe.location(ofTouch: 2, in: nil) == nil && probe.location(ofTouch: -1, in: nil) == nil)
    }

    @Test("The location stays the same when no finger is left")
    func lastLocation() {
        let probe = Probe.continuous()
        let stage = Stage(probe)
        stage.play([
            .down(0, 10, 10, at: 0), .down(1, 20, 10, at: 0), .move(0, 12, 10, at: 1), .up(0, at: 2), .up(1, at: 2),
        ])
        #expect(stage.log.last?.location == Point(x: 16, y: 10))
        #expect(probe.location(in: nil) == Point(x: 16, y: 10))
    }

    @Test("Locations are in the coordinates of the given region")
    func regions() {
        let region = Region(name: "corner", origin: Point(x: 100, y: 50), size: Size(width: 9, height: 9))
        let probe = Probe()
        var seen: [Point] = []
        probe.onMoved = {
            seen = [
                $0.location(in: region), $0.location(ofTouch: 0, in: region) ?? .zero,
                $0.touches[0].location(in: region),
                $0.touches[0].previousLocation(in: region), $0.touches[0].location(in: nil),
            ]
        }
        Stage(probe).play([.down(0, 110, 60, at: 0), .move(0, 120, 70, at: 1)])
        let (here, before) = (Point(x: 20, y: 20), Point(x: 10, y: 10))
        #expect(seen == [here, here, here, before, Point(x: 120, y: 70)])
    }

    @Test("A discrete gesture acts once, with its state readable, is then reset, and is possible again")
    func discrete() {
        let probe = Probe.discrete()
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(probe.notebook.lines == ["probe began 1", "probe ended 1", "probe action ended", "probe reset ended"])
        #expect(probe.state == .possible && probe.numberOfTouches == 0)
        #expect(stage.words == ["probe ended"])
    }

    @Test("A continuous gesture acts at began, at each change, and at its end")
    func continuous() {
        let probe = Probe.continuous()
        Stage(probe).play([
            .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .move(0, 2, 0, at: 2), .move(0, 3, 0, at: 3), .up(at: 4),
        ])
        let actions = probe.notebook.lines.filter { $0.contains("action") || $0.contains("reset") }
        #expect(
            actions == [
                "probe action began", "probe action changed", "probe action changed", "probe action ended",
                "probe reset ended",
            ])
    }

    @Test("Several changes within one event act once")
    func changesInOneEvent() {
        let probe = Probe.continuous()
        probe.onMoved = {
            $0.state = $0.state == .possible ? .began : .changed
            $0.state = .changed
            $0.state = .changed
        }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .move(0, 2, 0, at: 2)])
        #expect(stage.words == ["probe began", "probe changed"])
    }

    @Test("Changed again acts again, though nothing moved")
    func changedAgain() {
        let probe = Probe.continuous()
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        probe.state = .changed
        probe.state = .changed
        #expect(stage.words == ["probe began", "probe changed", "probe changed"])
    }

    @Test("Began and ended in one event are both reported, each with its own state")
    func beganAndEnded() {
        let probe = Probe()
        probe.onEnded = {
            $0.state = .began
            $0.state = .ended
        }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(stage.words == ["probe began", "probe ended"])
        #expect(probe.notebook.lines.suffix(3) == ["probe action began", "probe action ended", "probe reset ended"])
    }

    @Test("Began and cancelled in one event is not a gesture, and prevents none")
    func beganAndCancelled() {
        let probe = Probe()
        probe.onEnded = {
            $0.state = .began
            $0.state = .cancelled
        }
        let tap = TapGestureRecognizer(name: "tap")
        let stage = Stage(probe, tap).play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.words == ["tap ended"])
        #expect(probe.notebook.lines.last == "probe reset failed")
    }

    @Test("A failure never acts, and is reported to the observer once")
    func failure() {
        let probe = Probe()
        probe.onEnded = { $0.state = .failed }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(probe.notebook.lines == ["probe began 1", "probe ended 1", "probe reset failed"])
        #expect(stage.words == [] && stage.failures.map(\.description) == ["probe failed"])
    }

    @Test(
        "Recognized with the finger still down: it is possible at once, ignores the finger, and a new one starts an attempt"
    )
    func recognizedWhileDown() {
        let probe = Probe()
        probe.onMoved = { $0.state = .recognized }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        #expect(probe.state == .possible && probe.numberOfTouches == 0)
        stage.play([.down(1, 0, 0, at: 3), .move(1, 1, 0, at: 4), .up(1, at: 5)])
        #expect(stage.log.map(\.touches) == [[1], [2]])
        #expect(
            probe.notebook.lines == [
                "probe began 1", "probe moved 1", "probe action ended", "probe reset ended", "probe began 2",
                "probe moved 2", "probe action ended", "probe reset ended",
            ])
    }

    @Test("Failed lasts until the fingers lift, and a finger that lands meanwhile starts no attempt")
    func failedLasts() {
        let probe = Probe()
        probe.onMoved = { $0.state = .failed }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        #expect(probe.state == .failed)
        stage.play([.down(1, 0, 0, at: 2), .up(1, at: 3)])
        #expect(probe.state == .failed)
        #expect(probe.notebook.lines == ["probe began 1", "probe moved 1"])
    }

    @Test("A finger that outlasts the first keeps it failed; after it a new attempt begins")
    func failedUntilTheLast() {
        let probe = Probe()
        probe.onMoved = { $0.state = .failed }
        Stage(probe).play([
            .down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .down(1, 0, 0, at: 2), .up(0, at: 3), .move(1, 5, 0, at: 4),
            .up(1, at: 5), .down(2, 0, 0, at: 6),
        ])
        #expect(probe.notebook.lines == ["probe began 1", "probe moved 1", "probe reset failed", "probe began 3"])
    }

    @Test("A recognizer that decides nothing stays possible and is not reset")
    func undecided() {
        let probe = Probe()
        Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1), .down(0, 0, 0, at: 2), .up(at: 3)], rest: 100)
        #expect(probe.state == .possible && probe.numberOfTouches == 0)
        #expect(probe.notebook.lines == ["probe began 1", "probe ended 1", "probe began 2", "probe ended 2"])
    }

    @Test("A state set within reset has no effect")
    func stateInReset() {
        let probe = Probe.discrete()
        probe.onReset = { $0.state = $0.state == .possible ? .failed : .began }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(probe.state == .possible && stage.words == ["probe ended"] && stage.failures.isEmpty)
    }

    @Test("A subclass that calls reset itself does no harm")
    func ownReset() {
        let probe = Probe()
        probe.onReset = { if $0.state == .possible { $0.state = .failed } }
        probe.onEnded = { $0.reset() }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        // Its own call, which makes the recognizer fail, then the engine's.
        #expect(probe.notebook.lines.suffix(2) == ["probe reset possible", "probe reset failed"])
        #expect(probe.state == .possible && stage.words == [] && stage.failures.count == 1)
    }

    @Test("An ignored finger is not delivered again, is not counted, and is left to others")
    func ignored() {
        let notebook = Notebook()
        let (probe, other) = (Probe("first", in: notebook), Probe("second", in: notebook))
        probe.onBegan = { probe in
            for touch in probe.touches where touch.id == 2 {
                if let event = probe.event { probe.ignore(touch, for: event) }
            }
        }
        Stage(probe, other).play([
            .down(0, 0, 0, at: 0), .down(1, 9, 0, at: 1), .move(1, 8, 0, at: 2), .up(1, at: 3), .move(0, 1, 0, at: 4),
        ])
        #expect(notebook.lines.filter { $0.hasPrefix("first") } == ["first began 1", "first began 2", "first moved 1"])
        #expect(notebook.lines.contains("second moved 2") && notebook.lines.contains("second ended 2"))
        #expect(Array(probe.touchIDs) == [1])
    }

    @Test("Actions run in the order in which they were added")
    func actions() {
        let probe = Probe.discrete()
        for name in ["a", "b", "c"] { probe.addAction { [unowned probe] _ in probe.notebook.lines.append(name) } }
        Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(probe.notebook.lines.suffix(5) == ["probe action ended", "a", "b", "c", "probe reset ended"])
    }
}
