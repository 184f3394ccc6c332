// Does a transform find the movement, the scale and the angle of any number of fingers?

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// What a transform measured.
private struct Measured {
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
        [translation.x, translation.y, velocity.x, velocity.y, scale, rotation].allSatisfy { $0.isFinite } && scale > 0
    }
}

/// One that begins with the first movement.
private func eager() -> TransformGestureRecognizer {
    let recognizer = TransformGestureRecognizer(name: "transform")
    (recognizer.hysteresis, recognizer.pinchHysteresis, recognizer.rotationHysteresis) = (0, 0, 0)
    return recognizer
}

private func transform() -> TransformGestureRecognizer { TransformGestureRecognizer(name: "transform") }

/// Two fingers 200 pt apart about (500, 500) that move to these places.
private func pair(_ first: Point, _ second: Point, _ recognizer: TransformGestureRecognizer = transform()) -> Stage {
    Stage(recognizer).play([
        .down(0, 400, 500, at: 0), .down(1, 600, 500, at: 0), .move(0, first.x, first.y, at: 0.01),
        .move(1, second.x, second.y, at: 0.01),
    ])
}

private func turned(_ degrees: Double, _ radius: Double = 100) -> Point {
    Point(x: 500 + radius * cos(degrees * .pi / 180), y: 500 + radius * sin(degrees * .pi / 180))
}

/// Two fingers turned about the middle.
private func turnedPair(_ degrees: Double, radius: Double = 100) -> Stage {
    pair(turned(180 + degrees, radius), turned(degrees, radius))
}

/// Fingers that are moved by known similarities, one frame each.
private struct Puppets {
    var random: SeededNumbers
    var places: [Int: Point] = [:]
    var steps: [FingerStep] = []
    var time = 0.0
    private var next = 0
    /// What has been done, in frames in which no finger came or went.
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

    /// All fingers of this frame move, grow and turn about their centroid; it counts if no finger came or went.
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

    /// A random life of up to six fingers, one of which always stays.
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
        // What goes beyond the 10 pt counts.
        #expect(abs((Measured(play(13).log.first)?.translation.x ?? 0) - 3) < 1e-9)
    }

    @Test("It begins at 10 pt of the distance of two fingers, which do not count", arguments: [1.0, -1])
    func beginsByPinching(sign: Double) {
        func play(_ change: Double) -> Stage { turnedPair(0, radius: 100 + sign * change / 2) }
        #expect(play(9.99).words == [])
        #expect(Measured(play(10).log.first)?.isIdentity == true)
        let more = Measured(play(40).log.first)
        #expect(abs((more?.scale ?? 0) - (200 + sign * 40) / (200 + sign * 10)) < 1e-12)
        #expect(more?.translation == .zero && abs(more?.rotation ?? 1) < 1e-12)
    }

    @Test("It begins at 10 degrees, which do not count", arguments: [1.0, -1])
    func beginsByTurning(sign: Double) {
        #expect(turnedPair(sign * 9.99).words == [])
        #expect(Measured(turnedPair(sign * 10).log.first)?.isIdentity == true)
        let more = Measured(turnedPair(sign * 25).log.first)
        #expect(abs((more?.rotation ?? 0) - sign * 15 * .pi / 180) < 1e-12)
        #expect((more?.translation.length ?? 1) < 1e-9 && abs((more?.scale ?? 0) - 1) < 1e-12)
    }

    @Test("When it begins, the two others count from there, and then without hysteresis of their own")
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

    @Test("Of several that are enough in one frame, each counts beyond its own hysteresis")
    func atOnce() {
        let (first, second) = (turned(205, 120), turned(25, 120))
        let stage = pair(Point(x: first.x, y: first.y + 30), Point(x: second.x, y: second.y + 30))
        let began = Measured(stage.log.first)
        #expect(abs((began?.translation.y ?? 0) - 20) < 1e-9 && abs((began?.scale ?? 0) - 240.0 / 210) < 1e-9)
        #expect(abs((began?.rotation ?? 0) - 15 * .pi / 180) < 1e-9)
    }

    // MARK: - What it measures

    @Test("Known similarities of random fingers that come and go are found again", arguments: 1...40)
    func groundTruth(seed: Int) {
        var puppets = Puppets(seed: UInt64(seed))
        puppets.live(frames: 300)
        let recognizer = eager()
        let stage = Stage(recognizer).play(puppets.steps)
        #expect(stage.gestures == ["transform", "transform never ended"])
        #expect((recognizer.translation(in: nil) - puppets.translation).length < 1e-6)
        #expect(abs(recognizer.scale / puppets.scale - 1) < 1e-9)
        #expect(abs(recognizer.rotation - puppets.rotation) < 1e-9)
        // Over many turns: nothing wraps.
        #expect(recognizer.rotation > 3)
    }

    @Test("Fingers of a trembling panel are found again nearly", arguments: 2...5)
    func noise(count: Int) {
        var random = SeededNumbers(seed: UInt64(count))
        let hand = Hand(count, spread: 0, holding: 1) { finger, time in
            let angle = 2 * .pi * Double(finger) / Double(count) + 2 * time
            let radius = 120 + 60 * time
            return Point(
                x: 800 + radius * cos(angle) + 200 * time + .random(in: -0.3...0.3, using: &random),
                y: 500 + radius * sin(angle) + .random(in: -0.3...0.3, using: &random))
        }
        let recognizer = eager()
        Stage(recognizer).play(hand.steps.filter { $0.time < 0.999 })
        let time = 0.995
        #expect((recognizer.translation(in: nil) - Vector(x: 200 * time, y: 0)).length < 1)
        #expect(abs(recognizer.scale - (120 + 60 * time) / 120) < 0.01 && abs(recognizer.rotation - 2 * time) < 0.01)
    }

    @Test("The velocities are those of the movement", arguments: 2...5)
    func velocities(count: Int) {
        // Growth is in proportion: half as large again in a second.
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
        // Who rests has none.
        stage.play([.up(0, at: 2)])
        #expect(
            recognizer.velocity(in: nil) == .zero && recognizer.rotationVelocity == 0 && recognizer.scaleVelocity == 0)
    }

    @Test("A finger in the middle of the others changes neither scale nor angle of what they do")
    func fingerAtCentroid() {
        func play(_ withMiddle: Bool) -> Measured? {
            let stage = Stage(eager())
            stage.play(
                [.down(0, 400, 500, at: 0), .down(1, 600, 500, at: 0)] + (withMiddle ? [.down(2, 500, 500, at: 0)] : [])
            )
            for step in 1...50 {
                let (first, second) = (
                    turned(180 + 4 * Double(step), 100 + Double(step)), turned(4 * Double(step), 100 + Double(step))
                )
                stage.play([
                    .move(0, first.x, first.y, at: 0.01 * Double(step)),
                    .move(1, second.x, second.y, at: 0.01 * Double(step)),
                ])
            }
            return Measured(stage.log.last)
        }
        for measured in [play(false), play(true)] {
            #expect(abs((measured?.rotation ?? 0) - 200 * .pi / 180) < 1e-9)
            #expect(abs((measured?.scale ?? 0) - 1.5) < 1e-9)
        }
    }

    @Test("One finger neither scales nor turns")
    func oneFinger() {
        let stage = Stage(transform()).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 40, at: 0.1), .move(0, 90, 20, at: 0.2),
        ])
        #expect(stage.log.compactMap(Measured.init).allSatisfy { $0.scale == 1 && $0.rotation == 0 })
        #expect(Measured(stage.log.last)?.translation == Vector(x: 84, y: 12))
    }

    // MARK: - Fingers come and go

    @Test("Whoever lands or lifts, also while the others move: nothing jumps")
    func comeAndGo() {
        let stage = turnedPair(30, radius: 150)
        stage.play([
            .down(2, 1900, 900, at: 0.02), .move(0, 300, 300, at: 0.02), .up(1, at: 0.03),
            .move(2, 1800, 700, at: 0.03),
            .down(3, 5, 5, at: 0.04), .down(4, 9, 900, at: 0.05), .up(0, at: 0.06), .up(2, at: 0.06),
        ])
        let all = stage.log.compactMap(Measured.init)
        #expect(all.count == 1 && stage.words == ["transform began"])
        stage.play([.move(3, 6, 5, at: 0.07)])
        let now = Measured(stage.log.last)
        #expect(((now?.translation ?? .zero) - all[0].translation - Vector(x: 0.5, y: 0)).length < 1e-9)
        #expect(abs((now?.scale ?? 0) / all[0].scale - 1) < 1e-3 && abs((now?.rotation ?? 9) - all[0].rotation) < 2e-3)
    }

    @Test("Scale and angle wait while there is one finger, and go on with the next")
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

    @Test("With a minimum of two it stays changed with one, moves no more, and ends with the last")
    func minimum() {
        let recognizer = transform()
        recognizer.minimumNumberOfTouches = 2
        let stage = Stage(recognizer).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.01), .down(1, 100, 0, at: 0.02), .move(0, 70, 0, at: 0.03),
            .move(1, 120, 0, at: 0.03), .up(0, at: 0.04), .move(1, 200, 0, at: 0.05), .up(1, at: 0.06),
        ])
        #expect(stage.words == ["transform began", "transform ended"])
        #expect(Measured(stage.log.last)?.translation == Vector(x: 10, y: 0))
    }

    @Test("More fingers than the maximum fail it before it began, and are left to others afterwards")
    func maximum() {
        func limited() -> TransformGestureRecognizer {
            let recognizer = transform()
            recognizer.maximumNumberOfTouches = 2
            return recognizer
        }
        let early = Stage(limited()).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .down(2, 200, 0, at: 0.01), .move(0, 90, 90, at: 0.02),
        ])
        #expect(early.words == [] && early.failures.count == 1)
        let late = Stage(limited()).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.01), .down(1, 100, 0, at: 0.02), .down(2, 200, 0, at: 0.02),
            .move(2, 900, 900, at: 0.03), .move(0, 60, 0, at: 0.04), .up(0, at: 0.05), .up(1, at: 0.06),
            .up(2, at: 0.07),
        ])
        #expect(late.words == ["transform began", "transform changed", "transform ended"])
        #expect(late.log.map(\.touches) == [[1], [1, 2], [2]])
    }

    @Test("Of one finger at most it waits for a second beside a pinch, and not with its defaults")
    func waits() {
        let recognizer = transform()
        let steps: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.05), .up(at: 0.3)]
        #expect(Stage(recognizer, PinchGestureRecognizer(name: "pinch")).play(steps).log.first?.time == 0.05)
        let limited = transform()
        limited.maximumNumberOfTouches = 1
        let stage = Stage(limited, PinchGestureRecognizer(name: "pinch")).play(steps)
        #expect(stage.log.first?.time == Thresholds.standard.landingInterval)
        #expect(Measured(stage.log.first)?.translation == Vector(x: 20, y: 0))
        let again = transform()
        again.maximumNumberOfTouches = 1
        let flick = Stage(again, PinchGestureRecognizer(name: "pinch")).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.05), .up(at: 0.1),
        ])
        #expect(flick.words == ["transform began", "transform ended"] && flick.log.map(\.time) == [0.1, 0.1])
    }

    @Test("What fingers did before others came, or while they were too few, begins nothing")
    func countsAnew() {
        // 8 degrees of two, then 8 degrees of three.
        let stage = turnedPair(8)
        stage.play([.down(2, 500, 900, at: 0.02)])
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

    @Test("A lost touch cancels it, or fails it before it began")
    func lost() {
        let stage = turnedPair(30)
        stage.play([.cancel(0, at: 0.02), .up(1, at: 0.03)])
        #expect(stage.words == ["transform began", "transform cancelled"])
        let early = Stage(transform()).play([.down(0, 0, 0, at: 0), .cancel(at: 0.01)])
        #expect(early.words == [] && early.failures.count == 1)
    }

    @Test("Nothing of fingers that were lost is left for the next")
    func afterLoss() {
        let stage = turnedPair(0, radius: 150)
        stage.play([.cancel(0, at: 0.1), .cancel(1, at: 0.1)])
        stage.play([.down(0, 0, 0, at: 1), .down(1, 100, 0, at: 1), .move(1, 130, 0, at: 1.1)])
        #expect(stage.words == ["transform began", "transform cancelled", "transform began"])
        #expect(abs((Measured(stage.log.last)?.scale ?? 0) - 130.0 / 110) < 1e-12)
    }

    // MARK: - Setting

    @Test("Setting translation, scale or rotation counts from there and leaves the others")
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
        // While there is no span, too.
        stage.play([.up(0, at: 0.03)])
        recognizer.scale = 5
        stage.play([.down(2, second.x + 106, second.y, at: 0.04), .move(2, second.x + 206, second.y, at: 0.05)])
        #expect(abs(recognizer.scale - 10) < 1e-9)
    }

    @Test("Who sets all three in every action learns what each step did")
    func incremental() {
        let recognizer = eager()
        recognizer.addAction { _ in
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
        // What actions do does not disturb the velocities.
        #expect(abs(recognizer.rotationVelocity - 200 * .pi / 180) < 0.01)
    }

    @Test("Values that make no sense are not taken", arguments: [0, -1, Double.nan, .infinity, 1e300, 1e-300])
    func nonsense(value: Double) {
        let recognizer = eager()
        _ = pair(turned(180, 150), turned(0, 150), recognizer)
        recognizer.scale = value
        #expect(recognizer.scale == 1.5)
        if !value.isFinite {
            recognizer.rotation = value
            recognizer.setTranslation(Vector(x: value, y: 0), in: nil)
            #expect(recognizer.rotation == 0 && recognizer.translation(in: nil) == .zero)
        }
        // Nor any while there is no gesture.
        let idle = eager()
        idle.scale = 2
        idle.rotation = 2
        idle.setTranslation(Vector(x: 2, y: 2), in: nil)
        #expect(idle.scale == 1 && idle.rotation == 0 && idle.translation(in: nil) == .zero)
    }

    // MARK: - Trouble

    @Test("Fingers in one place have no span and no angle, and it is measured when they have")
    func samePlace() {
        let recognizer = eager()
        let stage = Stage(recognizer).play([
            .down(0, 500, 500, at: 0), .down(1, 500, 500, at: 0), .move(1, 500.2, 500, at: 0.01),
            .move(1, 500, 500, at: 0.02),
            .move(1, 600, 500, at: 0.03),
        ])
        #expect(recognizer.scale == 1 && recognizer.rotation == 0)
        stage.play([.move(1, 500, 700, at: 0.04), .move(1, 500, 500, at: 0.05), .move(1, 400, 500, at: 0.06)])
        #expect(abs(recognizer.scale - 1) < 1e-9 && abs(recognizer.rotation - .pi / 2) < 1e-9)
        #expect(stage.log.compactMap(Measured.init).allSatisfy { $0.isFinite })
        // A hair apart is in one place, too.
        let near = eager()
        Stage(near).play([.down(0, 500, 500, at: 0), .down(1, 500.4, 500, at: 0), .move(1, 500, 600, at: 0.01)])
        #expect(near.scale == 1 && near.rotation == 0)
    }

    @Test(
        "A stuck finger with others that pinch about it for hours leads to no infinity and not to zero",
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
        let scales = stage.log.compactMap { entry -> Double? in
            if case .pinch(let scale, _) = entry.measurement { return scale }
            return Measured(entry)?.scale
        }
        #expect(scales.count >= 2000 && scales.allSatisfy { (1e-10...1e10).contains($0) })
        transform.scale = 1
        stage.play([.down(1, 100, 0, at: 2000), .move(1, 200, 0, at: 2001)])
        #expect(abs(transform.scale - 2) < 1e-9)
    }

    @Test("Nothing that fingers do makes a number that is none", arguments: 1...20)
    func hostile(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let recognizer = seed % 2 == 0 ? eager() : transform()
        recognizer.minimumNumberOfTouches = .random(in: 0...3, using: &random)
        recognizer.maximumNumberOfTouches = random.isOne(in: 2) ? .max : .random(in: 0...4, using: &random)
        let stage = Stage(recognizer, PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"))
        recognizer.allowSimultaneousRecognition(with: stage.engine.root.gestureRecognizers[1])
        var (steps, down): ([FingerStep], Set<Int>) = ([], [])
        for frame in 0..<400 {
            let time = Double(frame) * 0.000_5
            for finger in 0..<6 {
                // Often in one place, or a hair beside it.
                let x = random.isOne(in: 3) ? 700 : Double.random(in: 0...2000, using: &random)
                let y = random.isOne(in: 3) ? 500 + .random(in: -1e-9...1e-9, using: &random) : 500
                if !down.contains(finger) {
                    guard random.isOne(in: 3) else { continue }
                    down.insert(finger)
                    steps.append(.down(finger, x, y, at: time))
                } else if random.isOne(in: 4) {
                    down.remove(finger)
                    steps.append(random.isOne(in: 40) ? .cancel(finger, at: time) : .up(finger, at: time))
                } else {
                    steps.append(.move(finger, x, y, at: time))
                }
            }
        }
        stage.play(steps + down.sorted().map { .up($0, at: 1) }, rest: 1)
        let measured = stage.log.compactMap(Measured.init)
        #expect(measured.allSatisfy { $0.isFinite })
        for entry in stage.log {
            if let velocity = entry.measurement.panVelocity { #expect(velocity.length < 1e9, "\(entry)") }
        }
        #expect(stage.log.count > 40 && recognizer.state == .possible && recognizer.numberOfTouches == 0)
    }
}
