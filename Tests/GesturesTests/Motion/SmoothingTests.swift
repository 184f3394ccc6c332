// Tests of smoothing: published values are smooth, and recognition is not delayed.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct SmoothingTests {
    /// A finger that moves 200 pt to the right and trembles by 2 pt up and down.
    private func trembling(_ smoothing: Smoothing?) -> [Stage.Entry] {
        let pan = PanGestureRecognizer(name: "pan")
        pan.smoothing = smoothing
        let stage = Stage(pan)
        var steps: [FingerStep] = [.down(0, 0, 100, at: 0)]
        for step in 1...100 {
            steps.append(.move(0, Double(step) * 2, step.isMultiple(of: 2) ? 102 : 98, at: Double(step) / 100))
        }
        return stage.play(steps + [.up(at: 1.01)]).log
    }

    private func roughness(_ log: [Stage.Entry]) -> Double {
        zip(log, log.dropFirst()).map { abs($1.location.y - $0.location.y) }.reduce(0, +) / Double(log.count)
    }

    @Test("A trembling finger's place is published smoothed, and the gesture begins in the same frame")
    func smooths() throws {
        let (rough, smooth) = (trembling(nil), trembling(Smoothing(minimumCutoff: 1, beta: 0.01)))
        #expect(rough.map(\.time) == smooth.map(\.time) && rough.map(\.state) == smooth.map(\.state))
        #expect(rough.first?.location == smooth.first?.location)
        #expect(roughness(rough) > 3.5 && roughness(smooth) < 1)
        guard case .pan(let way, let velocity, _) = try #require(smooth.last).measurement,
            case .pan(let rawWay, let rawVelocity, _) = try #require(rough.last).measurement
        else { throw Mismatch() }
        #expect(abs(way.x - rawWay.x) < 40 && way.x != rawWay.x)
        #expect(velocity == rawVelocity)
    }

    @Test("Each gesture resets its filters")
    func startsAnew() {
        let pan = PanGestureRecognizer(name: "pan")
        pan.smoothing = Smoothing(minimumCutoff: 0.1, beta: 0)
        let stage = Stage(pan)
        for start in [0.0, 2.0] {
            let left = start * 400
            stage.play([.down(0, left, 0, at: start), .move(0, left + 20, 0, at: start + 0.1), .up(at: start + 0.2)])
        }
        #expect(stage.log.filter { $0.state == .began }.map(\.location.x) == [20, 820])
    }

    private struct Mismatch: Error {}
}
