// Tests of velocities and projections at the end of drags, pinches and rotations.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// A drag through these places, and its lift.
private func drag(_ samples: [(time: Double, x: Double, y: Double)], liftAt time: Double) -> (Point, Vector, Point)? {
    let steps = samples.enumerated().map { index, sample in
        index == 0
            ? FingerStep.down(0, sample.x, sample.y, at: sample.time)
            : .move(0, sample.x, sample.y, at: sample.time)
    }
    let last = Stage(PanGestureRecognizer(name: "pan")).play(steps + [.up(at: time)]).log.last
    guard let last, last.state == .ended, case .pan(_, let velocity, let projection) = last.measurement else {
        return nil
    }
    return (last.location, velocity, projection)
}

@Suite struct ReleaseVelocityTests {
    @Test("A finger that brakes before it lifts is not thrown back")
    func brakes() throws {
        let places = [300.0, 340, 376, 413, 424, 436, 447, 452]
        let times = [0, 0.016, 0.032, 0.048, 0.056, 0.072, 0.088, 0.104]
        let samples = zip(times, places).map { (time: $0, x: $1, y: 500.0) }
        let (_, velocity, projection) = try #require(drag(samples, liftAt: 0.112))
        // The last step is of 5 pt in 16 ms.
        #expect((0...312.5).contains(velocity.x) && velocity.y == 0 && projection.x >= 452)
    }

    @Test(
        "Drags, pinches and rotations end with their velocity on panels of any interval",
        arguments: [0.008, 0.016, 0.025, 0.033, 0.038, 0.04, 0.042, 0.046, 0.05, 0.07])
    func anyPanel(interval: Double) throws {
        for count in 3...9 {
            let times = (0...count).map { Double($0) * interval }
            let lift = times[count] + interval
            let samples = times.map { (time: $0, x: 1900 - 3171 * $0, y: 240.0) }
            let (place, velocity, projection) = try #require(drag(samples, liftAt: lift))
            #expect((velocity - Vector(x: -3171, y: 0)).length < 0.5 && projection.x < place.x - 1500)

            // The second finger goes away from the first, or round it, by 15 pt or 15 degrees each step.
            for (recognizer, isTurn) in [
                (PinchGestureRecognizer(name: "it") as GestureRecognizer, false),
                (RotationGestureRecognizer(name: "it"), true),
            ] {
                let moves = times.enumerated().dropFirst().map { index, time in
                    let (angle, span) = isTurn ? (Double(index) * .pi / 12, 100) : (0, 100 + Double(index) * 15)
                    return FingerStep.move(1, 500 + span * cos(angle), 500 + span * sin(angle), at: time)
                }
                let landings: [FingerStep] = [.down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0)]
                let stage = Stage(recognizer).play(landings + moves + [.up(0, at: lift), .up(1, at: lift)])
                let measurement = try #require(stage.log.last).measurement
                // 15 pt each step, of the distance that means a scale of 1.
                let unit = isTurn ? .pi / 12 : 15 * (measurement.scale ?? .nan) / (100 + Double(count) * 15)
                let velocity = isTurn ? measurement.rotationVelocity : measurement.pinchVelocity
                let speed = try #require(velocity) * interval / unit
                // The first step of a pinch counts 7 pt, and is almost forgotten.
                #expect(abs(speed - 1) < (isTurn ? 1e-6 : 0.1), "\(recognizer.typeName) of \(count) steps")
                #expect(stage.states(of: "it").last == .ended)
            }
        }
    }
}
