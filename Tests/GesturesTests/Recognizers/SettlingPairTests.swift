// Tests of two fingers that press down without moving, which begin no pinch and no rotation.

import Gestures
import Testing
import Touch
import TouchTesting

/// Two fingers 128 pt apart; the second moves with this velocity, in points per second, for some time, and then rests.
private func steps(_ speed: Vector, for time: Double, until end: Double = 0.26) -> [FingerStep] {
    let moves = stride(from: 0.01, through: end, by: 0.01).map { now in
        let way = speed * min(now, time)
        return FingerStep.move(1, 128 + way.x, way.y, at: now)
    }
    return [.down(0, 0, 0, at: 0), .down(1, 128, 0, at: 0)] + moves
}

private func pinch(_ interval: Double = Thresholds.standard.settlingInterval) -> PinchGestureRecognizer {
    var thresholds = Thresholds.standard
    thresholds.settlingInterval = interval
    return PinchGestureRecognizer(name: "pinch", thresholds: thresholds)
}

private func rotation() -> RotationGestureRecognizer { RotationGestureRecognizer(name: "rotation") }

@Suite struct SettlingPairTests {
    @Test("Two fingers that tap and part by 11 pt as they press are a tap, in either direction", arguments: [1.0, -1])
    func tap(sign: Double) {
        let tap = TapGestureRecognizer(name: "tap")
        tap.numberOfTouchesRequired = 2
        let press = steps(Vector(x: sign * 136, y: 0), for: 0.08)
        let lift: [FingerStep] = [.up(0, at: 0.27), .up(1, at: 0.27)]
        #expect(Stage(pinch(), rotation(), tap).play(press + lift).words == ["tap ended"])
        // Like UIKit, which does not consider settling.
        #expect(Stage(pinch(0)).play(press).log.first?.time == 0.08)
    }

    @Test(
        "Two fingers that part by 13 pt as they press are not a pinch, however long they take", arguments: [8, 15, 26])
    func anyTime(centiseconds: Int) {
        let time = Double(centiseconds) / 100
        #expect(Stage(pinch()).play(steps(Vector(x: 13 / time, y: 0), for: time)).words == [])
        #expect(Stage(pinch(0)).play(steps(Vector(x: 13 / time, y: 0), for: time)).words.first == "pinch began")
    }

    @Test("Movement after the settling is a pinch with its own distance and all but 4 pt of the earlier")
    func afterwards() {
        let stage = Stage(pinch()).play(steps(Vector(x: 136, y: 0), for: 0.08))
        #expect(stage.words == [])
        stage.play([.move(1, 141.9, 0, at: 0.3)])
        #expect(stage.words == [])
        stage.play([.move(1, 142, 0, at: 0.31)])
        guard case .pinch(let scale, _) = stage.log.first?.measurement else {
            Issue.record("no pinch")
            return
        }
        #expect(abs(scale - 142 / (128.0 + 4 + 8)) < 1e-9)
    }

    @Test("Fingers that part faster than skin flattens begin at 10 pt, those slower at 14", arguments: [1.0, -1])
    func fast(sign: Double) {
        #expect(Stage(pinch()).play(steps(Vector(x: sign * 250, y: 0), for: 1)).log.first?.time == 0.04)
        #expect(Stage(pinch()).play(steps(Vector(x: sign * 150, y: 0), for: 1)).log.first?.time == 0.1)
    }

    @Test(
        "A report that alone moves 10 pt begins it, however long the fingers had rested", arguments: [0.01, 0.1, 0.149])
    func step(time: Double) {
        let stage = Stage(pinch()).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 110, 0, at: time),
        ])
        #expect(stage.words == ["pinch began"])
    }

    @Test("A slow pinch begins later than UIKit's by no more than the time for 4 pt", arguments: [20.0, 60, 100, 190])
    func slow(speed: Double) {
        func time(_ interval: Double) -> Double {
            let stage = Stage(pinch(interval)).play(steps(Vector(x: speed, y: 0), for: 1, until: 1))
            return stage.log.first?.time ?? .infinity
        }
        let delay = time(Thresholds.standard.settlingInterval) - time(0)
        #expect(delay > 0 && delay < 4 / speed + 0.0101)
    }

    @Test("Fingers near each other that turn as they press begin no rotation, those that turn fast do")
    func turn() {
        let near: [FingerStep] = [.down(0, 0, 0, at: 0), .down(1, 60, 0, at: 0)]
        let press = (1...8).map { FingerStep.move(1, 60, Double($0) * 1.5, at: Double($0) * 0.01) }
        let stage = Stage(rotation()).play(near + press)
        #expect(stage.words == [])
        // Ten degrees are needed in addition to those of 4 pt: it has turned by 11.3, of which those are 3.8.
        stage.play([.move(1, 60, 14.6, at: 0.2)])
        #expect(stage.words == [])
        stage.play([.move(1, 60, 14.9, at: 0.26)])
        #expect(stage.words == ["rotation began"])
        #expect(Stage(rotation()).play(near + [.move(1, 60, 12, at: 0.02)]).words == ["rotation began"])
    }
}
