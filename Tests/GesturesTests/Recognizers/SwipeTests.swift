// Tests of swipes against limits measured on UIKit.

import Gestures
import Testing
import Touch
import TouchTesting

private func swipe(_ direction: SwipeDirection = .right, fingers: Int = 1) -> SwipeGestureRecognizer {
    with(SwipeGestureRecognizer(name: "swipe")) {
        ($0.direction, $0.numberOfTouchesRequired) = (direction, fingers)
    }
}

/// Whether one movement after `time` seconds is a swipe to the right.
private func isSwipe(_ x: Double, _ y: Double, at time: Double) -> Bool {
    !Stage(swipe()).play([.down(0, 300, 300, at: 0), .move(0, 300 + x, 300 + y, at: time)]).log.isEmpty
}

@Suite struct SwipeTests {
    @Test(
        "It moves at least 50 (1 − 0.94 t) points; a thousandth less is too little",
        arguments: [0.01, 0.1, 0.2, 0.25, 0.4, 0.499, 0.5])
    func primary(time: Double) {
        let law = 50 * (1 - 0.94 * time)
        #expect(isSwipe(law + 1e-9, 0, at: time) && !isSwipe(law - 0.001, 0, at: time))
    }

    @Test(
        "It strays at most 50 (1 − 0.98 t) points; a thousandth more is too much",
        arguments: [0.01, 0.1, 0.2, 0.25, 0.4, 0.499, 0.5], [1.0, -1])
    func secondary(time: Double, side: Double) {
        let law = 50 * (1 - 0.98 * time)
        #expect(isSwipe(60, side * (law - 1e-9), at: time) && !isSwipe(60, side * (law + 0.001), at: time))
    }

    @Test("After half a second it is not a swipe, however far")
    func duration() {
        #expect(isSwipe(500, 0, at: 0.5) && !isSwipe(500, 0, at: 0.500_001))
        let stage = Stage(swipe()).play([.down(0, 0, 0, at: 0)])
        #expect(stage.failures.isEmpty)
        stage.wait(until: 0.500_001)
        #expect(stage.failures.count == 1 && stage.engine.nextDeadline == nil)
    }

    @Test(
        "The least movement backward fails it for good, as in UIKit, or the least beyond what it is allowed",
        arguments: [(nil, 0, true), (nil, 0.001, false), (3.5, 3.5, true), (3.5, 3.501, false)]
            as [(Double?, Double, Bool)])
    func backward(allowed: Double?, way: Double, isSwipe: Bool) {
        let recognizer = swipe()
        if let allowed { recognizer.maximumOppositeMovement = allowed }
        let stage = Stage(recognizer).play([
            .down(0, 100, 0, at: 0), .move(0, 100 - way, 0, at: 0.01), .move(0, 300, 0, at: 0.02), .up(at: 0.03),
        ])
        #expect(stage.words == (isSwipe ? ["swipe ended"] : []))
    }

    @Test("A movement back from its farthest place, but not behind its landing, is not backward")
    func back() {
        let stage = Stage(swipe()).play([
            .down(0, 100, 0, at: 0), .move(0, 130, 0, at: 0.01), .move(0, 100, 0, at: 0.02), .move(0, 160, 0, at: 0.03),
        ])
        #expect(stage.words == ["swipe ended"])
    }

    private static let all: SwipeDirection = [.left, .right, .up, .down]

    @Test(
        "A movement is a swipe in its direction, which is reported, if it is one of those configured",
        arguments: [(.right, 60, 0), (.left, -60, 0), (.up, 0, -60), (.down, 0, 60)]
            as [(SwipeDirection, Double, Double)])
    func directions(direction: SwipeDirection, x: Double, y: Double) throws {
        for configured: SwipeDirection in [.right, .left, .up, .down, Self.all, [.right, .down], []] {
            let stage = Stage(swipe(configured)).play([.down(0, 0, 0, at: 0), .move(0, x, y, at: 0.1), .up(at: 0.2)])
            guard configured.contains(direction) else {
                #expect(stage.words == [])
                continue
            }
            let entry = try #require(stage.log.first)
            guard case .swipe(direction, let velocity) = entry.measurement else {
                Issue.record("\(configured.rawValue): \(entry.measurement)")
                continue
            }
            #expect(entry.location == Point(x: x, y: y) && (velocity - Vector(x: x * 10, y: y * 10)).length < 1e-9)
        }
    }

    @Test("It is recognized during the movement, and the next finger makes the next")
    func duringMovement() {
        let stage = Stage(swipe()).play([
            .down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.05), .move(0, 60, 0, at: 0.1), .move(0, 90, 0, at: 0.15),
        ])
        #expect(stage.log.map(\.time) == [0.1])
        stage.play([.move(0, 400, 0, at: 0.2), .up(at: 0.3), .down(0, 0, 0, at: 1), .move(0, 60, 0, at: 1.1)])
        #expect(stage.log.map(\.time) == [0.1, 1.1])
    }

    @Test(
        "With two fingers each of them must make the movement",
        arguments: [(100, 50, true), (100, 0, false), (100, -100, false), (60, 60, true)] as [(Double, Double, Bool)])
    func twoFingers(first: Double, second: Double, isMade: Bool) {
        let stage = Stage(swipe(fingers: 2)).play([
            .down(0, 100, 100, at: 0), .down(1, 100, 200, at: 0), .move(0, 100 + first, 100, at: 0.1),
            .move(1, 100 + second, 200, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.2),
        ])
        #expect(stage.words == (isMade ? ["swipe ended"] : []))
        if isMade { #expect(stage.log.first?.touches == [1, 2]) }
    }

    @Test("One finger too few or too many is not a swipe")
    func fingerCount() {
        #expect(Stage(swipe(fingers: 2)).play([.down(0, 0, 0, at: 0), .move(0, 90, 0, at: 0.1)], rest: 1).words == [])
        let stage = Stage(swipe()).play([.down(0, 0, 0, at: 0), .down(1, 0, 99, at: 0.01), .move(0, 90, 0, at: 0.1)])
        #expect(stage.words == [] && stage.failures.count == 1)
    }
}
