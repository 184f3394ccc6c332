// Tests of the touches that an event contains.

import Gestures
import Testing
import Touch
import TouchTesting

/// The facts that a probe reads from each event.
private final class Looking {
    let probe = Probe("it")
    var seen: [String] = []

    init(_ look: @escaping (TouchEvent, Touch) -> String) {
        let act: (Probe) -> Void = { [unowned self] probe in
            guard let event = probe.event, let touch = probe.touches.first else { return }
            seen.append(look(event, touch))
        }
        (probe.onBegan, probe.onMoved, probe.onEnded, probe.onCancelled) = (act, act, act, act)
    }
}

private func ids(_ touches: some Sequence<Touch>) -> String { touches.map { "\($0.id)" }.joined(separator: " ") }

@Suite struct EventTests {
    @Test("All touches of an event are those that are down and those that lift, in this event only")
    func allTouches() {
        let looking = Looking { event, _ in ids(event.allTouches) }
        Stage(looking.probe).play([
            .down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0), .down(2, 0, 9, at: 1), .up(0, at: 2), .move(1, 8, 0, at: 3),
            .cancel(1, at: 4), .up(2, at: 5),
        ])
        #expect(looking.seen == ["1 2", "1 2 3", "1 2 3", "2 3", "2 3", "3"])
    }

    @Test("All touches are those of the surface, also of regions outside the recognizer's")
    func surface() {
        let looking = Looking { event, touch in "\(ids(event.allTouches)), \(event.region(of: touch)?.name ?? "-")" }
        let stage = Stage()
        stage.addRegion("left", width: 500, height: 500, looking.probe)
        stage.play([.down(0, 900, 0, at: 0), .down(1, 9, 0, at: 1)])
        #expect(looking.seen == ["1 2, left"])
    }

    @Test("The touches of a region are those that began in it, not in an inner one, wherever they are")
    func ofRegion() {
        let stage = Stage()
        let outer = stage.addRegion("outer", width: 500, height: 500)
        let inner = stage.addRegion("inner", width: 100, height: 100, in: outer)
        let looking = Looking { [unowned outer, unowned inner, unowned stage] event, _ in
            "\(ids(event.touches(for: outer))) | \(ids(event.touches(for: inner))) | \(ids(event.touches(for: stage.engine.root)))"
        }
        outer.addGestureRecognizer(looking.probe)
        stage.play([.down(0, 5, 5, at: 0), .down(1, 200, 5, at: 1), .down(2, 900, 5, at: 2), .move(0, 200, 9, at: 3)])
        #expect(looking.seen == [" | 1 | ", "2 | 1 | ", "2 | 1 | 3"])
    }

    @Test("The touches of a recognizer are those that it tracks; a touch lists the trackers, inner ones first")
    func ofRecognizer() {
        let stage = Stage()
        let (outer, other) = (Probe("outer"), Probe("other"))
        let looking = Looking { event, touch in
            "\(ids(event.touches(for: outer))) | \(ids(event.touches(for: other))) | "
                + event.gestureRecognizers(of: touch).map(\.name).joined(separator: " ")
        }
        outer.onBegan = { probe in
            guard let event = probe.event else { return }
            for touch in probe.touches where touch.id == 3 { probe.ignore(touch, for: event) }
        }
        stage.add(outer, to: stage.engine.root)
        stage.addRegion("inner", width: 500, height: 500, looking.probe)
        stage.addRegion("elsewhere", x: 1000, width: 500, height: 500, other)
        stage.play([.down(1, 1200, 5, at: 0), .down(0, 5, 5, at: 1), .down(2, 9, 9, at: 2), .move(2, 9, 8, at: 3)])
        #expect(looking.seen == ["1 2 | 1 | it outer", "1 2 3 | 1 | it outer", "1 2 | 1 | it"])
    }

    @Test("Several samples of one frame are in order; the last is a copy of the touch, after that of the last event")
    func coalesced() {
        let looking = Looking { event, touch in
            (event.coalescedTouches(for: touch) ?? []).map {
                "\($0.id) \($0.phase) \($0.previousLocation.x)>\($0.location.x) \($0.timestamp.seconds)"
            }.joined(separator: ", ")
        }
        let stage = Stage(looking.probe).play([.down(0, 0, 0, at: 0)])
        for (x, time) in [(1.0, 1.1), (2.0, 1.2), (4.0, 1.3)] {
            for touch in stage.table.all { stage.table.move(touch, to: Point(x: x, y: 0), time: .seconds(time)) }
        }
        stage.deliver(at: 1.3)
        stage.play([.move(0, 5, 0, at: 2), .up(at: 3)])
        #expect(
            looking.seen == [
                "1 began 0.0>0.0 0.0", "1 moved 0.0>1.0 1.1, 1 moved 1.0>2.0 1.2, 1 moved 0.0>4.0 1.3",
                "1 moved 4.0>5.0 2.0", "1 ended 5.0>5.0 3.0",
            ])
    }

    @Test("A finger that moves in the frame in which it lands has that sample, too")
    func coalescedAtBegin() {
        let looking = Looking { event, touch in
            (event.coalescedTouches(for: touch) ?? []).map { "\($0.location.x)" }.joined(separator: " ")
        }
        let stage = Stage(looking.probe)
        let touch = stage.table.begin(at: .zero, time: .zero)
        if let touch { stage.table.move(touch, to: Point(x: 3, y: 0), time: .seconds(0.001)) }
        stage.deliver(at: 0.001)
        #expect(looking.seen == ["0.0 3.0"])
    }

    @Test("A touch that is not in the event has no samples")
    func foreign() {
        let stranger = TouchTable().begin(at: .zero, time: .zero)
        let looking = Looking { event, _ in
            guard let stranger else { return "no touch" }
            return "\(event.coalescedTouches(for: stranger) == nil) \(event.gestureRecognizers(of: stranger).count) "
                + "\(event.region(of: stranger) == nil)"
        }
        Stage(looking.probe).play([.down(0, 0, 0, at: 0)])
        #expect(looking.seen == ["true 0 true"])
    }

    @Test("A touch object is the same from down to up and changes in place; its first place and time stay")
    func identity() {
        let looking = Looking { _, touch in
            "\(ObjectIdentifier(touch).hashValue) \(touch.startLocation.x) \(touch.startTime.seconds)"
        }
        Stage(looking.probe).play([.down(0, 7, 0, at: 1), .move(0, 8, 0, at: 2), .move(0, 9, 0, at: 3), .up(at: 4)])
        #expect(looking.seen.count == 4 && Set(looking.seen).count == 1)
    }

    @Test("Phases are UIKit's, with its numbers, and a previous location is that of the previous sample")
    func phases() {
        let looking = Looking { _, touch in
            "\(touch.phase.rawValue) \(touch.previousLocation.x)>\(touch.location.x) \(touch.timestamp.seconds)"
        }
        let stage = Stage(looking.probe)
        stage.play([.down(0, 7, 0, at: 1), .move(0, 8, 0, at: 2), .up(at: 3)])
        stage.play([.down(0, 7, 0, at: 4), .cancel(at: 5)])
        #expect(
            looking.seen == [
                "0 7.0>7.0 1.0", "1 7.0>8.0 2.0", "3 8.0>8.0 3.0", "0 7.0>7.0 4.0", "4 7.0>7.0 5.0",
            ])
    }

    @Test("A finger that rests while another moves is stationary, and is not delivered")
    func stationary() {
        let looking = Looking { event, _ in
            event.allTouches.map { "\($0.id) \($0.phase.rawValue)" }.joined(separator: ", ")
        }
        Stage(looking.probe).play([.down(0, 7, 0, at: 1), .down(1, 8, 0, at: 2), .move(1, 9, 0, at: 3)])
        #expect(looking.seen == ["1 0", "1 2, 2 0", "1 2, 2 1"])
        #expect(looking.probe.notebook.lines.last == "it moved 2")
    }
}
