// Tests of a transform's translation, scale and angle with any number of fingers.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// Fingers that are moved by known similarities, one frame each.
private struct Puppets {
    var random: SeededNumbers
    var places: [Int: Point] = [:]
    var steps: [FingerStep] = []
    var time = 0.0
    private var next = 0
    /// The sum of the similarities, in frames in which no finger landed or lifted.
    var (translation, scale, rotation) = (Vector.zero, 1.0, 0.0)

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private var centroid: Point {
        .zero + places.values.reduce(.zero) { $0 + ($1 - .zero) } * (1 / Double(places.count))
    }

    mutating func land() {
        let place = Point(x: .random(in: 300...1700, using: &random), y: .random(in: 200...800, using: &random))
        steps.append(.down(next, place.x, place.y, at: time))
        places[next] = place
        next += 1
    }

    mutating func lift() {
        guard places.count > 1, let finger = places.keys.sorted().randomElement(using: &random) else { return }
        places[finger] = nil
        steps.append(.up(finger, at: time))
    }

    /// Moves, scales and turns all fingers of this frame about their centroid; counts it if no finger landed or lifted.
    mutating func move(isCounted: Bool) {
        let way = Vector(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
        let (growth, angle) = (
            Double.random(in: 0.97...1.03, using: &random), Double.random(in: -0.05...0.12, using: &random)
        )
        let center = centroid
        for (finger, place) in places.sorted(by: { $0.key < $1.key }) {
            let arm = place - center
            let there = Vector(x: arm.x * cos(angle) - arm.y * sin(angle), y: arm.x * sin(angle) + arm.y * cos(angle))
            let new = center + there * growth + way
            places[finger] = new
            steps.append(.move(finger, new.x, new.y, at: time))
        }
        guard isCounted else { return }
        translation += way
        guard places.count > 1 else { return }
        scale *= growth
        rotation += angle
    }

    /// Up to six fingers that land and lift at random, one of which always stays.
    mutating func live(frames: Int) {
        land()
        for _ in 0..<frames {
            time += 0.008
            let count = places.count
            if random.isOne(in: 6) {
                if random.isOne(in: 2), count < 6 { land() } else { lift() }
            }
            if places.count == count || random.isOne(in: 2) { move(isCounted: places.count == count) }
        }
    }
}

@Suite struct TransformTests {
    // MARK: - The stage

    /// The measurement of a transform.
    struct Measured {
        var translation: Vector
        var velocity: Vector
        var scale: Double
        var rotation: Double

        init?(_ entry: Stage.Entry?) {
            guard case .transform(let translation, let velocity, _, let scale, let rotation) = entry?.measurement else {
                return nil
            }
            (self.translation, self.velocity, self.scale, self.rotation) = (translation, velocity, scale, rotation)
        }

        var isIdentity: Bool { translation.length < 1e-9 && abs(scale - 1) < 1e-12 && abs(rotation) < 1e-12 }

        var isFinite: Bool {
            [translation.x, translation.y, velocity.x, velocity.y, scale, rotation].allSatisfy { $0.isFinite }
                && scale > 0
        }
    }

    /// A transform that begins with the first movement.
    func eager() -> TransformGestureRecognizer {
        let recognizer = TransformGestureRecognizer(name: "transform")
        (recognizer.hysteresis, recognizer.pinchHysteresis, recognizer.rotationHysteresis) = (0, 0, 0)
        return recognizer
    }

    func transform() -> TransformGestureRecognizer { TransformGestureRecognizer(name: "transform") }

    /// Two fingers 200 pt apart about (500, 500) that move to these places.
    func pair(_ first: Point, _ second: Point, _ recognizer: TransformGestureRecognizer? = nil) -> Stage {
        Stage(recognizer ?? transform()).play([
            .down(0, 400, 500, at: 0), .down(1, 600, 500, at: 0), .move(0, first.x, first.y, at: 0.01),
            .move(1, second.x, second.y, at: 0.01),
        ])
    }

    func turned(_ degrees: Double, _ radius: Double = 100) -> Point {
        Point(x: 500 + radius * cos(degrees * .pi / 180), y: 500 + radius * sin(degrees * .pi / 180))
    }

    /// Two fingers turned about their middle.
    func turnedPair(_ degrees: Double, radius: Double = 100) -> Stage {
        pair(turned(180 + degrees, radius), turned(degrees, radius))
    }

    // MARK: - Begin

    @Test("It begins at 10 pt of movement, of any number of fingers, and not before", arguments: 1...5)
    func beginsByMoving(count: Int) {
        func play(_ way: Double) -> Stage {
            let fingers = 0..<count
            return Stage(transform()).play(
                fingers.map { .down($0, 100 * Double($0), 50 * Double($0 % 2), at: 0) }
                    + fingers.map { .move($0, 100 * Double($0) + way, 50 * Double($0 % 2), at: 0.01) })
        }
        #expect(play(9.99).words == [])
        #expect(play(10.01).words == ["transform began"])
        // Only the movement beyond the 10 pt counts.
        #expect(abs((Measured(play(13).log.first)?.translation.x ?? 0) - 3) < 1e-9)
    }

    @Test("It begins at 10 pt of the distance of two fingers, which are not included", arguments: [1.0, -1])
    func beginsByPinching(sign: Double) {
        func play(_ change: Double) -> Stage { turnedPair(0, radius: 100 + sign * change / 2) }
        #expect(play(9.99).words == [])
        #expect(Measured(play(10).log.first)?.isIdentity == true)
        let more = Measured(play(40).log.first)
        #expect(abs((more?.scale ?? 0) - (200 + sign * 40) / (200 + sign * 10)) < 1e-12)
        #expect(more?.translation == .zero && abs(more?.rotation ?? 1) < 1e-12)
    }

    @Test("It begins at 10 degrees, which are not included", arguments: [1.0, -1])
    func beginsByTurning(sign: Double) {
        #expect(turnedPair(sign * 9.99).words == [])
        #expect(Measured(turnedPair(sign * 10).log.first)?.isIdentity == true)
        let more = Measured(turnedPair(sign * 25).log.first)
        #expect(abs((more?.rotation ?? 0) - sign * 15 * .pi / 180) < 1e-12)
        #expect((more?.translation.length ?? 1) < 1e-9 && abs((more?.scale ?? 0) - 1) < 1e-12)
    }

    @Test("When it begins, the two others start there, and then have no hysteresis of their own")
    func others() {
        // 8 degrees, and 9 pt of distance: neither is enough; then 12 pt to the right.
        let stage = turnedPair(8, radius: 104.5)
        #expect(stage.words == [])
        let (first, second) = (turned(188, 104.5), turned(8, 104.5))
        stage.play([.move(0, first.x + 12, first.y, at: 0.02), .move(1, second.x + 12, second.y, at: 0.02)])
        let began = Measured(stage.log.first)
        #expect(abs((began?.translation.x ?? 0) - 2) < 1e-9 && began?.scale == 1 && began?.rotation == 0)
        let (third, fourth) = (turned(190, 106), turned(10, 106))
        stage.play([.move(0, third.x + 12, third.y, at: 0.03), .move(1, fourth.x + 12, fourth.y, at: 0.03)])
        let after = Measured(stage.log.last)
        #expect(abs((after?.scale ?? 0) - 106 / 104.5) < 1e-9)
        #expect(abs((after?.rotation ?? 0) - 2 * .pi / 180) < 1e-9)
        #expect(abs((after?.translation.x ?? 0) - 2) < 1e-9)
    }

    @Test("Of several conditions met in one frame, each is measured beyond its own hysteresis")
    func atOnce() {
        let (first, second) = (turned(205, 120), turned(25, 120))
        let stage = pair(Point(x: first.x, y: first.y + 30), Point(x: second.x, y: second.y + 30))
        let began = Measured(stage.log.first)
        #expect(abs((began?.translation.y ?? 0) - 20) < 1e-9 && abs((began?.scale ?? 0) - 240.0 / 210) < 1e-9)
        #expect(abs((began?.rotation ?? 0) - 15 * .pi / 180) < 1e-9)
    }

    // MARK: - What it measures

    @Test("Known similarities of random fingers that land and lift are reconstructed", arguments: 1...40)
    func groundTruth(seed: Int) {
        var puppets = Puppets(seed: UInt64(seed))
        puppets.live(frames: 300)
        let recognizer = eager()
        let stage = Stage(recognizer).play(puppets.steps)
        #expect(stage.gestures == ["transform", "transform never ended"])
        #expect((recognizer.translation(in: nil) - puppets.translation).length < 1e-6)
        #expect(abs(recognizer.scale / puppets.scale - 1) < 1e-9)
        #expect(abs(recognizer.rotation - puppets.rotation) < 1e-9)
        // Over many turns: no angle wraps.
        #expect(recognizer.rotation > 3)
    }

    @Test("The velocities are those of the movement", arguments: 2...5)
    func velocities(count: Int) {
        // Growth is proportional: half as large again in a second.
        let hand = Hand(count, spread: 0, holding: 1) { finger, time in
            let angle = 2 * .pi * Double(finger) / Double(count) + 2 * time
            let radius = 100 * exp(0.5 * time)
            return Point(x: 800 + radius * cos(angle) + 400 * time, y: 500 + radius * sin(angle) - 300 * time)
        }
        let recognizer = transform()
        let stage = Stage(recognizer)
        for step in [0.3, 0.6, 0.9] {
            stage.play(hand.steps.filter { $0.time < step && $0.time >= step - 0.3 })
            #expect((recognizer.velocity(in: nil) - Vector(x: 400, y: -300)).length < 1)
            #expect(abs(recognizer.rotationVelocity - 2) < 0.01)
            #expect(abs(recognizer.scaleVelocity / recognizer.scale - 0.5) < 0.005)
        }
        // A resting finger has none.
        stage.play([.up(0, at: 2)])
        #expect(
            recognizer.velocity(in: nil) == .zero && recognizer.rotationVelocity == 0 && recognizer.scaleVelocity == 0)
    }

    @Test("A finger in the middle of the others changes neither scale nor angle of their movement")
    func fingerAtCentroid() {
        let stage = Stage(eager()).play([
            .down(0, 400, 500, at: 0), .down(1, 600, 500, at: 0), .down(2, 500, 500, at: 0),
        ])
        for step in (1...50).map(Double.init) {
            let (first, second) = (turned(180 + 4 * step, 100 + step), turned(4 * step, 100 + step))
            stage.play([.move(0, first.x, first.y, at: 0.01 * step), .move(1, second.x, second.y, at: 0.01 * step)])
        }
        let measured = Measured(stage.log.last)
        #expect(abs((measured?.rotation ?? 0) - 200 * .pi / 180) < 1e-9 && abs((measured?.scale ?? 0) - 1.5) < 1e-9)
    }
}
