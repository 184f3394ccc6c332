// Tests of the incremental pinch recognizer.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct IncrementalPinchTests {
    private let pinch = IncrementalPinchGestureRecognizer(name: "pinch")

    private func scale(_ factor: Double) -> GestureMeasurement { .custom([.init("scale", .number(factor))]) }

    private func scales(_ stage: Stage) -> [GestureMeasurement] { stage.log.map(\.measurement) }

    private let landing: [FingerStep] = [.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0.05)]

    @Test("An incremental pinch begins, changes, and ends when the second of its fingers has lifted")
    func life() {
        let stage = Stage(pinch)
        stage.play(landing + [.move(1, 300, 100, at: 0.1), .move(0, 200, 100, at: 0.2), .up(1, at: 0.3)])
        #expect(stage.words == ["pinch began", "pinch changed"])
        stage.play([.up(0, at: 0.4)])
        #expect(stage.words == ["pinch began", "pinch changed", "pinch ended"])
        #expect(scales(stage).prefix(2) == [scale(2), scale(0.5)])
        #expect(pinch.scale == 1)
    }

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

    @Test("Fingers that do not move, or too few fingers, fail when they have lifted")
    func fails() {
        let stage = Stage(pinch)
        stage.play(landing + [.up(0, at: 0.2), .up(1, at: 0.3)])
        stage.play([.down(0, 100, 100, at: 1), .move(0, 200, 100, at: 1.1), .up(at: 1.2)])
        #expect(stage.words == [] && stage.failures.map(\.time) == [0.3, 1.2])
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

    @Test("The type is called incrementalPinch and takes two fingers")
    func name() {
        #expect(pinch.typeName == "incrementalPinch" && pinch.numberOfTouchesAccepted == 2...2)
    }
}
