// Tests of what every recognizer has: calls, touches, states, actions, and whether it is enabled.

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

    @Test("Locations are in the coordinates of the given region")
    func regions() {
        let region = Region(name: "corner", origin: Point(x: 100, y: 50), size: Size(width: 9, height: 9))
        let probe = Probe()
        var seen: [Point?] = []
        probe.onMoved = { probe in
            let touch = probe.touches[0]
            seen = [probe.location(in: region), probe.location(ofTouch: 0, in: region), touch.location(in: region)]
            seen += [touch.previousLocation(in: region), touch.location(in: nil)]
        }
        Stage(probe).play([.down(0, 110, 60, at: 0), .move(0, 120, 70, at: 1)])
        let (here, before) = (Point(x: 20, y: 20), Point(x: 10, y: 10))
        #expect(seen == [here, here, here, before, Point(x: 120, y: 70)])
    }

    @Test("Several changes within one event act once")
    func changesInOneEvent() {
        let probe = Probe.continuous()
        probe.onMoved = { for _ in 0..<3 { $0.state = $0.state == .possible ? .began : .changed } }
        #expect(Stage(probe).play(path(1, 2, lifts: false)).words == ["probe began", "probe changed"])
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

    // MARK: - Enabled

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
        let tap = RealisticSet.tap("tap", taps: 2)
        let stage = Stage(tap).play(tapping(1))
        tap.isEnabled = false
        tap.isEnabled = true
        stage.play([.down(0, 0, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == [])
        stage.play([.down(0, 0, 0, at: 0.4), .up(at: 0.5)])
        #expect(stage.words == ["tap ended"])
    }

    // MARK: - Actions

    @Test(
        "An action with an identifier is added once; removal is by identifier, or of all actions",
        arguments: [("a", ["b", "nameless"]), ("none", ["first", "b", "nameless"]), (nil, [])] as [(String?, [String])])
    func removing(identifier: String?, left: [String]) {
        let probe = Probe.discrete()
        var ran: [String] = []
        probe.addAction(identifier: "a") { _ in ran.append("first") }
        probe.addAction(identifier: "a") { _ in ran.append("second") }
        probe.addAction(identifier: "b") { _ in ran.append("b") }
        probe.addAction { _ in ran.append("nameless") }
        probe.removeAction(identifier: identifier.map { .init($0) })
        Stage(probe).play(tapping(1))
        #expect(ran == left)
    }

    @Test("An action's additions and removals apply from the next time on")
    func snapshot() {
        let probe = Probe.continuous()
        var ran: [String] = []
        probe.addAction(identifier: "a") { recognizer in
            ran.append("a \(recognizer.state)")
            recognizer.removeAction(identifier: "b")
            recognizer.addAction(identifier: "c") { ran.append("c \($0.state)") }
        }
        probe.addAction(identifier: "b") { ran.append("b \($0.state)") }
        Stage(probe).play(path(10, 20))
        #expect(ran == ["a began", "b began", "a changed", "c changed", "a ended", "c ended"])
    }
}
