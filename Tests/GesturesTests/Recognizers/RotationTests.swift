// Tests of the rotation: its begin, its angle over several turns, and fingers that come and go.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// The place of the second finger, turned clockwise about the first by this many degrees.
private func place(_ degrees: Double) -> Point {
    let angle = degrees * .pi / 180
    return Point(x: 500 + 100 * cos(angle), y: 500 + 100 * sin(angle))
}

/// Two fingers, the second one turning about the first, 10 ms each.
private func stage(_ degrees: some Sequence<Double>) -> (Stage, RotationGestureRecognizer) {
    let recognizer = RotationGestureRecognizer(name: "turn")
    let moves = degrees.enumerated().map { index, degrees in
        let place = place(degrees)
        return FingerStep.move(1, place.x, place.y, at: Double(index + 1) * 0.01)
    }
    return (Stage(recognizer).play([.down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0)] + moves), recognizer)
}

/// In degrees.
private func rotations(_ stage: Stage) -> [Double] {
    stage.log.compactMap(\.measurement.rotation).map { $0 * 180 / .pi }
}

private func isClose(_ one: Double?, _ other: Double) -> Bool { abs((one ?? .nan) - other) < 1e-7 }

@Suite struct RotationTests {
    @Test(
        "A rotation begins at 10 degrees, 5 of which are not included",
        arguments: [(9.9, nil), (10, 5), (45, 40), (90, 85), (-9.9, nil), (-10, -5), (-90, -85)]
            as [(Double, Double?)])
    func begins(degrees: Double, rotation: Double?) {
        let stage = stage([degrees]).0
        #expect(stage.words == (rotation == nil ? [] : ["turn began"]))
        if let rotation { #expect(isClose(rotations(stage).first, rotation)) }
    }

    @Test("Angles add up over several turns, and back", arguments: [1.0, -1])
    func turns(sign: Double) {
        let forth = Array(stride(from: 5.0, through: 1080, by: 5))
        let all = rotations(stage((forth + forth.reversed().dropFirst() + [0]).map { sign * $0 }).0)
        #expect(isClose(all.map(\.magnitude).max(), 1075) && isClose(all.last, -sign * 5))
        for (earlier, later) in zip(all, all.dropFirst()) { #expect(abs(later - earlier) < 5.7) }
    }

    @Test("Setting the rotation to zero starts over; the first velocity is that of the whole turn")
    func rebase() {
        let (stage, recognizer) = stage([20, 30])
        #expect(isClose(stage.log[0].measurement.rotationVelocity, 20 * .pi / 180 / 0.01))
        recognizer.rotation = 0
        let next = place(45)
        stage.play([.move(1, next.x, next.y, at: 0.03)])
        #expect(isClose(rotations(stage).last, 15))
    }

    @Test("The distance of the fingers is irrelevant, unless they are in one place")
    func distance() {
        let far = Stage(RotationGestureRecognizer(name: "turn")).play([
            .down(0, 0, 0, at: 0), .down(1, 10, 0, at: 0), .move(1, 0, 900, at: 0.01), .move(1, 0, 0.2, at: 0.02),
            .move(1, 0, 50, at: 0.03),
        ])
        #expect(rotations(far).count == 2 && rotations(far).allSatisfy { isClose($0, 85) })
        // Fingers that land in one place have an angle once they part.
        let parted = Stage(RotationGestureRecognizer(name: "turn")).play([
            .down(0, 0, 0, at: 0), .down(1, 0, 0, at: 0), .move(1, 0, 100, at: 0.01), .move(1, 100, 0, at: 0.02),
        ])
        #expect(rotations(parted).count == 1 && isClose(rotations(parted).first, -85))
    }

    @Test("A third finger has no effect, before it begins or afterwards")
    func thirdFinger() {
        let (stage, recognizer) = stage([8])
        stage.play([.down(2, 0, 0, at: 0.02)])
        let next = place(12)
        stage.play([.move(1, next.x, next.y, at: 0.03)])
        #expect(isClose(rotations(stage).first, 7))
        let velocity = recognizer.velocity
        stage.play([.down(3, 900, 0, at: 0.03)])
        #expect(recognizer.velocity == velocity && velocity != 0)
        stage.play([.move(3, 0, 900, at: 0.04), .up(0, at: 0.05), .up(1, at: 0.05), .up(2, at: 0.06), .up(3, at: 0.06)])
        #expect(stage.words == ["turn began", "turn ended"] && stage.log.last?.touches == [1, 2])
    }

    @Test("One may lift and another replace it; the rotation continues from its angle")
    func replacement() {
        let (stage, recognizer) = stage([30])
        stage.play([.up(0, at: 0.02), .move(1, 0, 500, at: 0.03), .down(2, 100, 500, at: 0.04)])
        #expect(stage.words == ["turn began"] && recognizer.state == .began)
        stage.play([.move(2, 0, 600, at: 0.05)])
        #expect(isClose(rotations(stage).last, 115))
        stage.play([.up(1, at: 0.06), .up(2, at: 0.07)])
        #expect(stage.words == ["turn began", "turn changed", "turn ended"])
    }
}
