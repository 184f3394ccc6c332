// Tests of the recognizers that are models for own ones, beyond the cases of the fixture.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct CheckmarkTests {
    private let good: [FingerStep] = [
        .down(0, 110, 150, at: 0), .move(0, 130, 170, at: 0.1), .move(0, 160, 120, at: 0.2), .up(at: 0.3),
    ]

    @Test("A finger that lifts before it moves up leaves nothing for the next one")
    func afterUndecided() {
        let stage = Stage(CheckmarkGestureRecognizer(name: "checkmark"))
        stage.play([.down(0, 10, 10, at: 0), .move(0, 30, 30, at: 0.1), .up(at: 0.2)])
        stage.play([.down(0, 50, 50, at: 1), .move(0, 60, 20, at: 1.1), .up(at: 1.2)])
        #expect(stage.words == ["checkmark ended"])
        #expect(stage.log.first?.measurement == .custom([]))
    }

    @Test("A second finger, however late, makes it fail, with that reason")
    func secondFinger() {
        let (checkmark, trace) = (CheckmarkGestureRecognizer(name: "checkmark"), Trace())
        let stage = Stage(checkmark)
        stage.engine.decisionObserver = trace
        stage.play(Array(good.dropLast()) + [.down(1, 500, 500, at: 0.25), .up(0, at: 0.3), .up(1, at: 0.4)])
        #expect(stage.words == [] && stage.failures.count == 1)
        #expect(trace.lines.contains("checkmark failed: touched with 2 fingers, 1 allowed"))
        stage.play([.down(0, 0, 0, at: 1), .move(0, 1, 1, at: 1.1), .move(0, 2, 0, at: 1.2), .up(at: 1.3)])
        #expect(stage.words == ["checkmark ended"])
    }

    @Test("The midpoint is in the region for the program, and on the surface in notifications")
    func midPointInRegion() {
        let checkmark = CheckmarkGestureRecognizer(name: "checkmark")
        let stage = Stage()
        stage.addRegion("form", x: 100, y: 100, width: 300, height: 300, checkmark)
        var midPoint: Point?
        checkmark.addAction { [unowned checkmark] _ in midPoint = checkmark.midPoint }
        stage.play(good)
        #expect(midPoint == Point(x: 30, y: 70))
        #expect(stage.log.first?.measurement == .custom([.init("midpoint", .point(Point(x: 130, y: 170)))]))
        #expect(checkmark.midPoint == .zero)
    }
}

@Suite struct TickleTests {
    private func row(_ finger: Int, _ places: [Double], from time: Double) -> [FingerStep] {
        places.enumerated().map { index, x in
            let time = time + Double(index) * 0.1
            return index == 0 ? .down(finger, x, 50, at: time) : .move(finger, x, 50, at: time)
        }
    }

    @Test("Another finger is ignored, even if it was down before the tickle was recognized")
    func secondFinger() {
        let tickle = TickleGestureRecognizer(name: "tickle")
        let stage = Stage(tickle)
        stage.play(row(0, [100, 130], from: 0) + row(1, [500, 600, 500, 600], from: 0.2))
        #expect(stage.words == [] && tickle.tickleCount == 1 && tickle.numberOfTouches == 1)
        stage.play([.move(0, 100, 50, at: 0.7), .move(0, 130, 50, at: 0.8)])
        #expect(stage.words == ["tickle ended"])
        stage.play([.up(0, at: 0.9), .up(1, at: 1)])
        stage.play(row(0, [100, 130, 100, 130], from: 2))
        #expect(stage.words == ["tickle ended", "tickle ended"])
    }

    @Test("The distance and the number of movements are configurable")
    func properties() {
        let tickle = TickleGestureRecognizer(name: "tickle")
        (tickle.tickleDistance, tickle.numberOfTicklesRequired) = (10, 2)
        let stage = Stage(tickle).play(row(0, [100, 109, 110, 101], from: 0))
        #expect(stage.words == [])
        stage.play([.move(0, 100, 50, at: 0.5)])
        #expect(stage.log.first?.measurement == .custom([.init("count", .count(2))]))
    }

    @Test("A tickle reports the number of movements and the required number")
    func reason() {
        let (stage, trace) = (Stage(TickleGestureRecognizer(name: "tickle")), Trace())
        stage.engine.decisionObserver = trace
        stage.play(row(0, [100, 130, 100], from: 0) + [.up(at: 1)])
        stage.play(row(0, [100, 130], from: 2) + [.up(at: 3)])
        stage.play(row(0, [100, 130, 100, 130], from: 4) + [.up(at: 5)])
        #expect(
            trace.lines == [
                "tickle failed: moved left and right in turn 2 times, 3 needed",
                "tickle failed: moved left and right in turn 1 time, 3 needed",
                "tickle would begin: moved left and right in turn 3 times, 3 needed",
            ])
    }
}

@Suite struct IncrementalPinchTests {
    private let pinch = IncrementalPinchGestureRecognizer(name: "pinch")

    private func scale(_ factor: Double) -> GestureMeasurement { .custom([.init("scale", .number(factor))]) }

    private func scales(_ stage: Stage) -> [GestureMeasurement] { stage.log.map(\.measurement) }

    private let landing: [FingerStep] = [.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0.05)]

    @Test("A third finger is ignored; a finger that lands after one of the two has lifted replaces it")
    func thirdFinger() {
        let stage = Stage(pinch)
        stage.play(landing + [.down(2, 900, 100, at: 0.1), .move(2, 950, 100, at: 0.2)])
        #expect(stage.words == [] && pinch.numberOfTouches == 2)
        stage.play([.up(1, at: 0.3), .move(2, 900, 100, at: 0.4), .down(3, 150, 100, at: 0.5)])
        #expect(stage.words == [])
        stage.play([.move(3, 175, 100, at: 0.6)])
        #expect(scales(stage) == [scale(1.5)])
        stage.play([.up(0, at: 0.7), .up(3, at: 0.7), .up(2, at: 0.8)])
        #expect(stage.words == ["pinch began", "pinch ended"])
    }

    @Test("A lost finger cancels a pinch that has begun, also beside a lift, and fails one that has not")
    func lost() {
        let stage = Stage(pinch)
        stage.play(landing + [.cancel(0, at: 0.2), .up(1, at: 0.3)])
        #expect(stage.words == [] && stage.failures.count == 1)
        stage.play([.down(0, 100, 100, at: 1), .down(1, 200, 100, at: 1), .move(1, 300, 100, at: 1.1)])
        stage.play([.up(1, at: 1.2), .cancel(0, at: 1.2)])
        #expect(stage.words == ["pinch began", "pinch cancelled"])
    }

    @Test("Fingers at one place have no distance to divide by")
    func samePlace() {
        let stage = Stage(pinch)
        stage.play([.down(0, 100, 100, at: 0), .down(1, 100, 100, at: 0), .move(1, 150, 100, at: 0.1)])
        #expect(stage.words == [])
        stage.play([.move(1, 100, 100, at: 0.2), .move(1, 200, 100, at: 0.3)])
        #expect(stage.words == [])
        stage.play([.move(1, 300, 100, at: 0.4)])
        #expect(scales(stage) == [scale(2)])
    }
}
