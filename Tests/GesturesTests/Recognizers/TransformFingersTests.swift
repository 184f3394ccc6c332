// Tests of transforms while fingers land and lift, after a reset of values, and with lost touches.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

extension TransformTests {
    // MARK: - Fingers come and go

    @Test("Scale and angle stay with one finger, and continue with the next")
    func oneInBetween() {
        let recognizer = eager()
        let stage = pair(turned(180, 200), turned(0, 200), recognizer)
        #expect(recognizer.scale == 2)
        stage.play([
            .up(0, at: 0.02), .move(1, 900, 900, at: 0.03), .down(2, 900, 800, at: 0.04), .move(2, 900, 700, at: 0.05),
        ])
        #expect(abs(recognizer.scale - 4) < 1e-9 && abs(recognizer.rotation) < 1e-9)
        stage.play([.up(1, at: 0.06), .up(2, at: 0.07)])
        #expect(stage.gestures == ["transform"] && stage.words.last == "transform ended")
    }

    @Test("More fingers than the maximum fail it before it begins, and are left to others afterwards")
    func maximum() {
        let early = Stage(with(transform()) { $0.maximumNumberOfTouches = 2 }).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .down(2, 200, 0, at: 0.01), .move(0, 90, 90, at: 0.02),
        ])
        #expect(early.words == [] && early.failures.count == 1)
        let late = Stage(with(transform()) { $0.maximumNumberOfTouches = 2 }).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.01), .down(1, 100, 0, at: 0.02), .down(2, 200, 0, at: 0.02),
            .move(2, 900, 900, at: 0.03), .move(0, 60, 0, at: 0.04), .up(0, at: 0.05), .up(1, at: 0.06),
            .up(2, at: 0.07),
        ])
        #expect(late.words == ["transform began", "transform changed", "transform ended"])
        #expect(late.log.map(\.touches) == [[1], [1, 2], [2]])
    }

    @Test("Movement before others land, or with too few fingers, begins nothing")
    func countsAnew() {
        // 8 degrees of two, then 8 degrees of three.
        let stage = turnedPair(8)
        stage.play([.down(2, 500, 500, at: 0.02)])
        let (first, second) = (turned(196), turned(16))
        stage.play([.move(0, first.x, first.y, at: 0.03), .move(1, second.x, second.y, at: 0.03)])
        #expect(stage.words == [])
        // 9 pt of two, twice, with one finger in between.
        let recognizer = transform()
        recognizer.minimumNumberOfTouches = 2
        let twice = Stage(recognizer)
        twice.play([.down(0, 0, 0, at: 0), .down(1, 0, 100, at: 0), .move(0, 9, 0, at: 0.1), .move(1, 9, 100, at: 0.1)])
        twice.play([.up(1, at: 0.2), .down(1, 9, 100, at: 0.3), .move(0, 18, 0, at: 0.4), .move(1, 18, 100, at: 0.4)])
        #expect(twice.words == [])
        twice.play([.move(0, 20, 0, at: 0.5), .move(1, 20, 100, at: 0.5)])
        #expect(twice.words == ["transform began"])
    }

    @Test("A lost touch cancels it, or fails it before it begins")
    func lost() {
        let stage = turnedPair(30)
        stage.play([.cancel(0, at: 0.02), .up(1, at: 0.03)])
        #expect(stage.words == ["transform began", "transform cancelled"])
        let early = Stage(transform()).play([.down(0, 0, 0, at: 0), .cancel(at: 0.01)])
        #expect(early.words == [] && early.failures.count == 1)
    }

    // MARK: - Setting

    @Test("Setting translation, scale or rotation restarts that value and leaves the others")
    func rebase() {
        let recognizer = eager()
        let right = Vector(x: 3, y: 0)
        let stage = pair(turned(200, 150) + right, turned(20, 150) + right, recognizer)
        #expect(abs(recognizer.scale - 1.5) < 1e-12)
        recognizer.scale = 1
        #expect(recognizer.scale == 1 && abs(recognizer.rotation - 20 * .pi / 180) < 1e-12)
        recognizer.rotation = 0
        #expect((recognizer.velocity(in: nil) - Vector(x: 300, y: 0)).length < 1e-6)
        recognizer.setTranslation(Vector(x: 7, y: 8), in: nil)
        #expect(recognizer.velocity(in: nil) == .zero && recognizer.translation(in: nil) == Vector(x: 7, y: 8))
        let (first, second) = (turned(230, 300), turned(50, 300))
        stage.play([.move(0, first.x + 6, first.y, at: 0.02), .move(1, second.x + 6, second.y, at: 0.02)])
        #expect(abs(recognizer.scale - 2) < 1e-12 && abs(recognizer.rotation - 30 * .pi / 180) < 1e-12)
        #expect((recognizer.translation(in: nil) - Vector(x: 10, y: 8)).length < 1e-9)
        // The same while there is no span.
        stage.play([.up(0, at: 0.03)])
        recognizer.scale = 5
        stage.play([.down(2, second.x + 106, second.y, at: 0.04), .move(2, second.x + 206, second.y, at: 0.05)])
        #expect(abs(recognizer.scale - 10) < 1e-9)
    }

    @Test("An action that sets all three every time reads what each step did")
    func incremental() {
        let recognizer = eager()
        recognizer.addAction { [unowned recognizer] _ in
            recognizer.setTranslation(.zero, in: nil)
            recognizer.scale = 1
            recognizer.rotation = 0
        }
        let hand = Hand(3, spread: 0, holding: 0.2) { finger, time in
            turned(120 * Double(finger) + 200 * time, 100 * exp(time)) + Vector(x: 100 * time, y: 0)
        }
        let stage = Stage(recognizer).play(hand.steps.filter { $0.time < 0.199 })
        for entry in stage.log.compactMap(Measured.init).dropFirst() {
            #expect((entry.translation - Vector(x: 0.5, y: 0)).length < 1e-9)
            #expect(abs(entry.scale - exp(0.005)) < 1e-9 && abs(entry.rotation - .pi / 180) < 1e-9)
        }
        // Changes by actions do not affect the velocities.
        #expect(abs(recognizer.rotationVelocity - 200 * .pi / 180) < 0.01)
    }

    @Test(
        "Invalid values are ignored, and all values while there is no gesture",
        arguments: [0, -1, Double.nan, .infinity, 1e300, 1e-300])
    func nonsense(value: Double) {
        let (recognizer, idle) = (eager(), eager())
        _ = pair(turned(180, 150), turned(0, 150), recognizer)
        recognizer.scale = value
        #expect(recognizer.scale == 1.5)
        for (recognizer, value) in [(recognizer, value.isFinite ? 0 : value), (idle, 2)] {
            recognizer.rotation = value
            recognizer.setTranslation(Vector(x: value, y: 0), in: nil)
            #expect(recognizer.rotation == 0 && recognizer.translation(in: nil) == .zero)
        }
        idle.scale = 2
        #expect(idle.scale == 1)
    }

    // MARK: - Trouble

    @Test("Fingers in one place have no span and no angle, which are measured once they part")
    func samePlace() {
        let recognizer = eager()
        let stage = Stage(recognizer).play([
            .down(0, 500, 500, at: 0), .down(1, 500, 500, at: 0), .move(1, 500.2, 500, at: 0.01),
            .move(1, 500, 500, at: 0.02), .move(1, 600, 500, at: 0.03),
        ])
        #expect(recognizer.scale == 1 && recognizer.rotation == 0)
        stage.play([.move(1, 500, 700, at: 0.04), .move(1, 500, 500, at: 0.05), .move(1, 400, 500, at: 0.06)])
        #expect(abs(recognizer.scale - 1) < 1e-9 && abs(recognizer.rotation - .pi / 2) < 1e-9)
        #expect(stage.log.compactMap(Measured.init).allSatisfy { $0.isFinite })
        // A tiny distance counts as one place, too.
        let near = eager()
        Stage(near).play([.down(0, 500, 500, at: 0), .down(1, 500.4, 500, at: 0), .move(1, 500, 600, at: 0.01)])
        #expect(near.scale == 1 && near.rotation == 0)
    }

    @Test(
        "A stuck finger with others that pinch about it for hours leads neither to infinity nor to zero",
        arguments: [1.0, -1])
    func stuckFinger(sign: Double) {
        let (transform, pinch) = (eager(), PinchGestureRecognizer(name: "pinch"))
        transform.allowSimultaneousRecognition(with: pinch)
        let stage = Stage(transform, pinch).play([.down(0, 0, 0, at: 0)])
        for time in 1...1000 {
            let start = Double(time)
            stage.play([
                .down(1, sign > 0 ? 10 : 1500, 0, at: start), .move(1, sign > 0 ? 1500 : 10, 0, at: start + 0.1),
                .up(1, at: start + 0.2),
            ])
        }
        let scales = stage.log.compactMap(\.measurement.scale)
        #expect(scales.count >= 2000 && scales.allSatisfy { (1e-10...1e10).contains($0) })
        transform.scale = 1
        stage.play([.down(1, 100, 0, at: 2000), .move(1, 200, 0, at: 2001)])
        #expect(abs(transform.scale - 2) < 1e-9)
    }
}
