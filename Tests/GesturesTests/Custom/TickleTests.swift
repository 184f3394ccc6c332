// Tests of the tickle recognizer.

import Gestures
import Testing
import Touch
import TouchTesting

/// Records the states before and after each reset.
private final class WatchedTickle: TickleGestureRecognizer {
    private(set) var resets: [State] = []
    private(set) var afterReset: [State] = []

    override func reset() {
        resets.append(state)
        super.reset()
        afterReset.append(state)
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

    @Test("The type is called tickle and takes one finger")
    func name() {
        #expect(TickleGestureRecognizer().typeName == "tickle")
        #expect(TickleGestureRecognizer().numberOfTouchesAccepted == 1...1)
    }
}
