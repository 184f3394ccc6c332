// Tests of a rotation's measurements against UIKit's.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

extension GestureMeasurement {
    fileprivate var rotation: Double? {
        guard case .rotation(let rotation, _) = self else { return nil }
        return rotation
    }
    fileprivate var rotationVelocity: Double? {
        guard case .rotation(_, let velocity) = self else { return nil }
        return velocity
    }
}

/// The place of the second finger, turned clockwise about the first by this many degrees from `start`.
private func place(_ degrees: Double, from start: Double = 0) -> Point {
    let angle = (start + degrees) * .pi / 180
    return Point(x: 500 + 100 * cos(angle), y: 500 + 100 * sin(angle))
}

/// Two fingers, the second one turning about the first, 10 ms each.
private func stage(_ degrees: Double..., from start: Double = 0) -> (Stage, RotationGestureRecognizer) {
    let recognizer = RotationGestureRecognizer(name: "turn")
    let first = place(0, from: start)
    let moves = degrees.enumerated().map { index, degrees in
        let place = place(degrees, from: start)
        return FingerStep.move(1, place.x, place.y, at: Double(index + 1) * 0.01)
    }
    let steps = [.down(0, 500, 500, at: 0), .down(1, first.x, first.y, at: 0)] + moves
    return (Stage(recognizer).play(steps), recognizer)
}

private func rotations(_ stage: Stage) -> [Double] { stage.log.compactMap(\.measurement.rotation) }

@Suite struct RotationTests {
    @Test(
        "A rotation begins at 10 degrees, 5 of which are not included",
        arguments: [
            (9.9, nil), (10, 0.087_266_465), (45, 0.698_131_703), (90, 1.483_529_867), (-9.9, nil),
            (-10, -0.087_266_465),
            (-90, -1.483_529_867),
        ] as [(Double, Double?)])
    func begins(degrees: Double, rotation: Double?) {
        let stage = stage(degrees).0
        #expect(stage.words == (rotation == nil ? [] : ["turn began"]))
        if let rotation { #expect(abs((rotations(stage).first ?? 0) - rotation) < 1e-8) }
    }

    @Test("A turn of 45.8 degrees in small steps begins at 10, and is told as 40.8")
    func slow() {
        let recognizer = RotationGestureRecognizer(name: "turn")
        let stage = Stage(recognizer).play([.down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0)])
        for (index, degrees) in (Array(stride(from: 0.5, to: 45.8, by: 0.5)) + [45.8]).enumerated() {
            let place = place(degrees)
            stage.play([.move(1, place.x, place.y, at: Double(index + 1) * 0.01)])
        }
        #expect(abs((stage.log.first?.time ?? 0) - 0.2) < 1e-9)
        #expect(abs((rotations(stage).last ?? 0) - 40.8 * .pi / 180) < 1e-9)
    }

    @Test("A turn has its angle in all eight directions of the compass", arguments: 0..<8, [20.0, -20])
    func compass(line: Int, degrees: Double) {
        let start = Double(line) * 45
        let turned = rotations(stage(degrees, from: start).0)
        #expect(turned.count == 1 && abs(turned[0] - (degrees - degrees / 4) * .pi / 180) < 1e-9)
        // Before the line, on it, and past it.
        let over = rotations(stage(15, 20, 25, from: start - 20).0)
        #expect(over.count == 3)
        for (measured, degrees) in zip(over, [10.0, 15, 20]) { #expect(abs(measured - degrees * .pi / 180) < 1e-9) }
    }

    @Test("Angles add up over several turns, and back", arguments: [1.0, -1])
    func turns(sign: Double) {
        let recognizer = RotationGestureRecognizer(name: "turn")
        let stage = Stage(recognizer).play([.down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0)])
        let forth = Array(stride(from: 5.0, through: 1080, by: 5))
        for (index, degrees) in (forth + forth.reversed().dropFirst() + [0]).enumerated() {
            let place = place(sign * degrees)
            stage.play([.move(1, place.x, place.y, at: Double(index + 1) * 0.01)])
        }
        let all = rotations(stage)
        let (most, last) = (all.map(\.magnitude).max() ?? 0, all.last ?? 0)
        #expect(abs(most - 1075 * .pi / 180) < 1e-9)
        #expect(abs(last + sign * 5 * .pi / 180) < 1e-9)
        for (earlier, later) in zip(all, all.dropFirst()) { #expect(abs(later - earlier) < 0.1) }
    }

    @Test("Setting the rotation to zero starts over")
    func rebase() {
        let (stage, recognizer) = stage(20, 30)
        recognizer.rotation = 0
        let next = place(45)
        stage.play([.move(1, next.x, next.y, at: 0.03)])
        #expect(abs((rotations(stage).last ?? 0) - 15 * .pi / 180) < 1e-9)
    }

    @Test("The first velocity is that of the whole turn")
    func velocity() {
        let velocity = stage(10).0.log.first?.measurement.rotationVelocity
        #expect(abs((velocity ?? 0) - 10 * .pi / 180 / 0.01) < 1e-6)
    }

    @Test("The distance of the fingers is irrelevant, unless they are in one place")
    func distance() {
        let far = Stage(RotationGestureRecognizer(name: "turn")).play([
            .down(0, 0, 0, at: 0), .down(1, 10, 0, at: 0), .move(1, 0, 900, at: 0.01), .move(1, 0, 0.2, at: 0.02),
            .move(1, 0, 50, at: 0.03),
        ])
        #expect(rotations(far).count == 2)
        for rotation in rotations(far) { #expect(abs(rotation - 85 * .pi / 180) < 1e-9) }
    }

    @Test("Fingers that land in one place have an angle once they part")
    func samePlace() {
        let stage = Stage(RotationGestureRecognizer(name: "turn")).play([
            .down(0, 0, 0, at: 0), .down(1, 0, 0, at: 0), .move(1, 0, 100, at: 0.01), .move(1, 100, 0, at: 0.02),
        ])
        #expect(rotations(stage).count == 1 && abs((rotations(stage).first ?? 0) + 85 * .pi / 180) < 1e-9)
    }

    @Test("A third finger has no effect, before it begins or afterwards")
    func thirdFinger() {
        let (stage, recognizer) = stage(8)
        stage.play([.down(2, 0, 0, at: 0.02)])
        let next = place(12)
        stage.play([.move(1, next.x, next.y, at: 0.03)])
        #expect(abs((rotations(stage).first ?? 0) - 7 * .pi / 180) < 1e-9)
        let velocity = recognizer.velocity
        stage.play([.down(3, 900, 0, at: 0.03)])
        #expect(recognizer.velocity == velocity && velocity != 0)
        stage.play([.move(3, 0, 900, at: 0.04), .up(0, at: 0.05), .up(1, at: 0.05), .up(2, at: 0.06), .up(3, at: 0.06)])
        #expect(stage.words == ["turn began", "turn ended"] && stage.log.last?.touches == [1, 2])
    }

    @Test("One may lift and another replace it; the rotation continues from its angle")
    func replacement() {
        let (stage, recognizer) = stage(30)
        stage.play([.up(0, at: 0.02), .move(1, 0, 500, at: 0.03), .down(2, 100, 500, at: 0.04)])
        #expect(stage.words == ["turn began"] && recognizer.state == .began)
        stage.play([.move(2, 0, 600, at: 0.05)])
        #expect(abs((rotations(stage).last ?? 0) - 115 * .pi / 180) < 1e-9)
        stage.play([.up(1, at: 0.06), .up(2, at: 0.07)])
        #expect(stage.words == ["turn began", "turn changed", "turn ended"])
    }

    @Test("A lost finger cancels it; one finger never rotates")
    func lost() {
        let (stage, _) = stage(30)
        stage.play([.cancel(1, at: 0.02), .up(0, at: 0.03)])
        #expect(stage.words == ["turn began", "turn cancelled"])
        let one = Stage(RotationGestureRecognizer(name: "turn")).play([.down(0, 0, 0, at: 0), .move(0, 9, 90, at: 1)])
        #expect(one.words == [])
    }
}
