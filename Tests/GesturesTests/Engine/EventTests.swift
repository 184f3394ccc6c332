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
    @Test("All touches are those that are down and those that lift, in this event only; one that rests is stationary")
    func allTouches() {
        let looking = Looking { event, _ in
            event.allTouches.map { "\($0.id) \($0.phase.rawValue)" }.joined(separator: ", ")
        }
        Stage(looking.probe).play([
            .down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0), .down(2, 0, 9, at: 1), .up(0, at: 2), .move(1, 8, 0, at: 3),
            .cancel(1, at: 4), .up(2, at: 5),
        ])
        #expect(looking.seen == ["1 0, 2 0", "1 2, 2 2, 3 0", "1 3, 2 2, 3 2", "2 1, 3 2", "2 4, 3 2", "3 3"])
        #expect(looking.probe.notebook.lines.contains("it moved 2"), "a resting finger is not delivered")
    }

    @Test("The touches of a region are those that began in it, not in an inner one, wherever they are")
    func ofRegion() {
        let stage = Stage()
        let outer = stage.addRegion("outer", width: 500, height: 500)
        let inner = stage.addRegion("inner", width: 100, height: 100, in: outer)
        let looking = Looking { [unowned outer, unowned inner, unowned stage] event, touch in
            [outer, inner, stage.engine.root].map { ids(event.touches(for: $0)) }.joined(separator: " | ")
                + ", \(event.region(of: touch)?.name ?? "-")"
        }
        outer.addGestureRecognizer(looking.probe)
        stage.play([.down(0, 5, 5, at: 0), .down(1, 200, 5, at: 1), .down(2, 900, 5, at: 2), .move(0, 200, 9, at: 3)])
        #expect(looking.seen == [" | 1 | , inner", "2 | 1 | , outer", "2 | 1 | 3, inner"])
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

    @Test("A finger that moves in the frame in which it lands has that sample, too; a touch of no event has none")
    func coalesced() {
        let stranger = TouchTable().begin(at: .zero, time: .zero)
        let looking = Looking { event, touch in
            if let stranger {
                #expect(event.coalescedTouches(for: stranger) == nil && event.region(of: stranger) == nil)
                #expect(event.gestureRecognizers(of: stranger).isEmpty)
            }
            return (event.coalescedTouches(for: touch) ?? []).map { "\($0.location.x)" }.joined(separator: " ")
        }
        let stage = Stage(looking.probe)
        let touch = stage.table.begin(at: .zero, time: .zero)
        if let touch { stage.table.move(touch, to: Point(x: 3, y: 0), time: .seconds(0.001)) }
        stage.deliver(at: 0.001)
        #expect(looking.seen == ["0.0 3.0"])
    }

    @Test("Touches that move have two predicted ones, 16 and 32 ms on, for engines that predict; stationary ones none")
    func predicted() {
        let looking = Looking { event, _ in
            event.allTouches.map { touch in
                let predicted = event.predictedTouches(for: touch) ?? []
                return predicted.map {
                    "\($0.id) \($0.previousLocation.x)>\($0.location.x)@\($0.timestamp.microseconds)"
                }.joined(separator: " ")
            }.joined(separator: ", ")
        }
        let stage = Stage(looking.probe)
        stage.play([.down(0, 0, 0, at: 0), .move(0, 8, 0, at: 0.008)])
        #expect(looking.seen == ["", ""])
        stage.engine.predictsTouches = true
        stage.play([.down(1, 50, 0, at: 0.016), .move(1, 58, 0, at: 0.024), .up(1, at: 0.032), .up(at: 0.04)])
        #expect(
            looking.seen.dropFirst(2) == [
                ", 2 50.0>50.0@32000 2 50.0>50.0@48000", ", 2 58.0>66.0@40000 2 66.0>74.0@56000", ", ", "",
            ])
    }

    @Test("A touch keeps its first place and time; a previous location is that of the previous sample")
    func places() {
        let looking = Looking { _, touch in
            "\(touch.phase.rawValue) \(touch.startLocation.x) \(touch.previousLocation.x)>\(touch.location.x) "
                + "\(touch.startTime.seconds) \(touch.timestamp.seconds)"
        }
        let stage = Stage(looking.probe)
        stage.play([.down(0, 7, 0, at: 1), .move(0, 8, 0, at: 2), .up(at: 3)])
        stage.play([.down(0, 7, 0, at: 4), .cancel(at: 5)])
        #expect(
            looking.seen == [
                "0 7.0 7.0>7.0 1.0 1.0", "1 7.0 7.0>8.0 1.0 2.0", "3 7.0 8.0>8.0 1.0 3.0", "0 7.0 7.0>7.0 4.0 4.0",
                "4 7.0 7.0>7.0 4.0 5.0",
            ])
    }
}
