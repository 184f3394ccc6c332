// Tests of taps against UIKit's.

import Gestures
import Testing
import Touch
import TouchTesting

private func tap(taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
    with(TapGestureRecognizer(name: "tap")) {
        ($0.numberOfTapsRequired, $0.numberOfTouchesRequired) = (taps, fingers)
    }
}

@Suite struct TapTests {
    @Test("A finger that lands and lifts is a tap, recognized when it lifts")
    func single() {
        let stage = Stage(tap()).play([.down(0, 100, 50, at: 0), .up(at: 0.1)])
        #expect(stage.words == ["tap ended"] && stage.log.first?.time == 0.1)
        #expect(stage.log.first?.location == Point(x: 100, y: 50))
        #expect(stage.log.first?.measurement == .tap(taps: 1))
    }

    @Test(
        "A finger that stays for 0.75 s or strays by more than 45 pt is not a tap",
        arguments: [(0, 0.75, false), (0, 0.749, true), (45, 0.2, true), (45.1, 0.2, false)]
            as [(Double, Double, Bool)])
    func limits(distance: Double, lift: Double, isTap: Bool) {
        let stage = Stage(tap()).play([.down(0, 0, 0, at: 0), .move(0, distance, 0, at: 0.1), .up(at: lift)])
        #expect(stage.words == (isTap ? ["tap ended"] : []))
    }

    @Test(
        "The second tap begins within 0.35 s of the first one's end and 45 pt of its centroid, wherever it then ends",
        arguments: [(0, 0.349, true), (0, 0.35, false), (45, 0.1, true), (46, 0.1, false)]
            as [(Double, Double, Bool)])
    func second(x: Double, gap: Double, isTap: Bool) {
        let stage = Stage(tap(taps: 2)).play([
            .down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, x, 0, at: 0.1 + gap), .up(at: 0.7 + gap),
        ])
        #expect(stage.words == (isTap ? ["tap ended"] : []))
    }

    @Test("Two fingers that spread about a resting centroid are not a two-finger tap")
    func spreading() {
        let stage = Stage(tap(fingers: 2)).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0),
            .move(0, -50, 0, at: 0.1), .move(1, 150, 0, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.2),
        ])
        #expect(stage.words == [])
    }

    @Test("One finger too many fails it, and the finger that is left starts no tap of its own")
    func tooMany() {
        let stage = Stage(tap()).play([
            .down(0, 0, 0, at: 0), .down(1, 50, 0, at: 0.05), .down(2, 99, 0, at: 0.1),
            .up(2, at: 0.15), .up(1, at: 0.2), .up(0, at: 0.25),
        ])
        #expect(stage.words == [] && stage.failures.count == 1)
    }
}
