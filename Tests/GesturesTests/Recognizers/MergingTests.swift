// Tests of gestures while the panel merges two fingers for a few frames.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// The number of frames in which the contacts are merged: 5 to 40 ms.
private let durations = 1...8

/// The measurement of a gesture, without its begin.
private func values(_ stage: Stage, _ value: (GestureMeasurement) -> Double?) -> [Double] {
    stage.log.compactMap { value($0.measurement) }
}

/// The largest step between two values.
private func largestStep(_ values: [Double]) -> Double {
    zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? .infinity
}

@Suite struct MergingTests {
    @Test("Merging does not disturb a tap of as many fingers", arguments: 2...5, durations)
    func tap(count: Int, frames: Int) {
        let hand = Hand(count, spread: 0.06, holding: 0.2) { finger, _ in Point(x: 500 + 60 * Double(finger), y: 300) }
        for hand in hand.merged(at: 0.1, frames: frames) {
            #expect(Stage(RealisticSet.all).play(hand.steps, rest: 1).gestures == ["tap of \(count)"])
        }
    }

    @Test("Merging does not disturb a tap while fingers land, or while they lift", arguments: 3...5, durations)
    func tapWhileLanding(count: Int, frames: Int) {
        let hand = Hand(count, spread: 0.15, holding: 0.1) { finger, _ in Point(x: 500 + 60 * Double(finger), y: 300) }
        for hand in hand.merged(at: 0.08, frames: frames) {
            #expect(Stage(RealisticSet.all).play(hand.steps, rest: 1).gestures == ["tap of \(count)"])
        }
        // The last two, after the first has lifted.
        let lifting = hand.merging(
            Hand.Merging(stays: count - 2, lost: count - 1, start: 0.255, frames: min(frames, 4)))
        #expect(Stage(RealisticSet.all).play(lifting.steps, rest: 1).gestures == ["tap of \(count)"])
    }

    @Test("A finger that lands elsewhere, or much later, is another finger and breaks the tap")
    func otherFinger() {
        func gestures(_ x: Double, at time: Double) -> [String] {
            let stage = Stage(RealisticSet.tap("tap of 2", fingers: 2), RealisticSet.tap("tap of 3", fingers: 3))
            stage.play([
                .down(0, 100, 100, at: 0), .down(1, 160, 100, at: 0), .up(1, at: 0.1), .down(2, x, 100, at: time),
                .up(2, at: 0.25), .up(0, at: 0.3),
            ])
            return stage.gestures
        }
        #expect(gestures(170, at: 0.16) == ["tap of 2"])
        #expect(gestures(250, at: 0.16) == ["tap of 3"])
        #expect(gestures(170, at: 0.161) == ["tap of 3"])
    }

    @Test("A pan continues without a jump of its translation or velocity", arguments: [1, 2], durations)
    func pan(minimum: Int, frames: Int) {
        let hand = Hand(2, spread: 0.02, holding: 0.4) { finger, time in
            Point(x: 300 + 400 * time, y: 300 + 60 * Double(finger))
        }
        for hand in hand.merged(at: 0.2, frames: frames) {
            let recognizers = minimum == 1 ? [RealisticSet.pan("pan of 2", 1)] : RealisticSet.all
            let stage = Stage(recognizers).play(hand.steps, rest: 1)
            #expect(stage.gestures == ["pan of 2"])
            let (x, y) = (values(stage, \.translation?.x), values(stage, \.translation?.y))
            // 2 pt a frame, also of one finger alone at the end.
            #expect(largestStep(x) < 2.001 && largestStep(y) < 0.001)
            for speed in values(stage, \.panVelocity?.x) { #expect(speed < 401) }
        }
    }

    @Test("A pan that has not begun does not begin by merging", arguments: [1, 2], durations)
    func restingPan(minimum: Int, frames: Int) {
        let hand = Hand(2, spread: 0, holding: 0.4) { finger, _ in Point(x: 300, y: 300 + 60 * Double(finger)) }
        for hand in hand.merged(at: 0.2, frames: frames) {
            #expect(Stage(RealisticSet.pan("pan", minimum)).play(hand.steps).gestures == [])
        }
    }

    @Test("A pinch continues without a jump of its scale", arguments: durations)
    func pinch(frames: Int) {
        // From 160 to 40 pt and back, merged at the smallest distance.
        let hand = Hand(2, spread: 0.02, holding: 0.6) { finger, time in
            around(0.3 + .pi * Double(finger), 20 + abs(time - 0.3) * 200)
        }
        for hand in hand.merged(at: 0.3, frames: frames) {
            let stage = Stage(RealisticSet.all).play(hand.steps, rest: 1)
            #expect(stage.gestures == ["pinch"])
            let scales = values(stage, \.scale)
            // 2 pt a frame of more than 100.
            #expect(largestStep(scales) < 0.025 && (scales.min() ?? 0) > 0.25 && (scales.last ?? 0) > 0.8)
        }
    }

    @Test("A rotation continues without a jump of its angle", arguments: durations)
    func rotation(frames: Int) {
        let hand = Hand(2, spread: 0.02, holding: 0.6) { finger, time in around(.pi * Double(finger) + 2 * time, 40) }
        for hand in hand.merged(at: 0.3, frames: frames) {
            let stage = Stage(RealisticSet.all).play(hand.steps, rest: 1)
            #expect(stage.gestures == ["turn"])
            let angles = values(stage, \.rotation)
            // The turn during the merging is unknown.
            #expect(largestStep(angles) < 0.0101 && (angles.last ?? 0) > 0.9)
        }
    }

    @Test("A transform of two to five fingers continues without any jump", arguments: 2...5, durations)
    func transform(count: Int, frames: Int) {
        let hand = Hand(count, spread: 0.02, holding: 0.6) { finger, time in
            around(2 * .pi * Double(finger) / Double(count) + time, 70 + 20 * time) + Vector(x: 100 * time, y: 0)
        }
        for hand in hand.merged(at: 0.3, frames: frames) {
            let recognizer = TransformGestureRecognizer(name: "transform")
            recognizer.addAction { [unowned recognizer] _ in
                // One finger neither turns nor scales; longer mergings change rotation and movement.
                guard frames == 1, (0.2..<0.6).contains(recognizer.eventTime.seconds),
                    recognizer.numberOfTouchesDown > 1
                else { return }
                #expect(abs(recognizer.velocity(in: nil).x - 100) < 3)
                #expect(abs(recognizer.rotationVelocity - 1) < 0.06 && abs(recognizer.scaleVelocity - 20 / 70) < 0.03)
            }
            let stage = Stage(RealisticSet.taps + [recognizer]).play(hand.steps, rest: 1)
            #expect(stage.gestures == ["transform"])
            var (way, scales, angles): ([Double], [Double], [Double]) = ([], [], [])
            for case .transform(let translation, _, _, let scale, let rotation) in stage.log.map(\.measurement) {
                way.append(translation.length)
                scales.append(scale)
                angles.append(rotation)
            }
            #expect(largestStep(way) < 1 && largestStep(scales) < 0.01 && largestStep(angles) < 0.01)
            #expect((way.last ?? 0) > 40 && (scales.last ?? 0) > 1.1 && (angles.last ?? 0) > 0.4)
        }
    }

    // MARK: - Long press

    private let pressing = Hand(2, spread: 0.02, holding: 0.98) { finger, _ in
        Point(x: 500 + 60 * Double(finger), y: 300)
    }

    @Test("A long press continues before it begins, in time", arguments: durations, [0.1, 0.3, 0.5])
    func press(frames: Int, start: Double) {
        for hand in pressing.merged(at: start, frames: frames) {
            let stage = Stage(RealisticSet.all).play(hand.steps, rest: 1)
            #expect(stage.gestures == ["press of 2"])
            // It begins once the finger is back, if that was away at the deadline.
            let back = max(0.52, start == 0.5 ? start + Double(frames) * Hand.frame : 0)
            #expect(abs((stage.log.first?.time ?? 0) - back) < 1e-5)
        }
    }

    @Test("A long press that has begun continues without a jump of its place", arguments: durations)
    func pressUnderWay(frames: Int) {
        for hand in pressing.merged(at: 0.7, frames: frames) {
            let stage = Stage(RealisticSet.all)
            stage.play(hand.steps.filter { $0.time < 0.6 }).wait(until: 0.6)
            stage.play(hand.steps.filter { $0.time > 0.6 }, rest: 1)
            #expect(stage.gestures == ["press of 2"] && stage.words.last == "press of 2 ended")
            // It changes when the remaining finger returns to its place.
            #expect(stage.log.count == 3 && Set(stage.log.map(\.location.x)) == [530])
        }
    }

    @Test("A long press ends soon after a finger has really lifted, with the time and fingers of the lift")
    func pressEnds() {
        let press = RealisticSet.press("press", fingers: 2)
        let stage = Stage(press).play([.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .up(1, at: 1)], rest: 0.059)
        #expect(stage.words == ["press began"] && press.state == .began)
        stage.play([.move(0, 0, 30, at: 1.059)]).wait(until: 2)
        #expect(stage.words == ["press began", "press ended"] && stage.log.last?.time == 1.06)
        #expect(stage.log.last?.measurement == .longPress(duration: 1) && stage.log.last?.touches == [1, 2])
        #expect(stage.engine.nextDeadline == nil)
    }

    @Test("A finger that lifts in the frame in which another one lands has lifted, also near by")
    func inOneFrame() {
        let steps: [FingerStep] = [
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .up(0, at: 0.1), .down(2, 3, 0, at: 0.1), .up(2, at: 0.2),
            .up(1, at: 0.2),
        ]
        #expect(Stage(RealisticSet.tap("tap", fingers: 2)).play(steps).words == [])
        #expect(Stage(RealisticSet.tap("tap", fingers: 3)).play(steps).words == ["tap ended"])
    }
}
