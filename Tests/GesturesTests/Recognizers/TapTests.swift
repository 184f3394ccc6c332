// Tests of taps against UIKit's.

import Gestures
import Testing
import Touch
import TouchTesting

private func tap(_ name: String = "tap", taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
    let recognizer = TapGestureRecognizer(name: name)
    recognizer.numberOfTapsRequired = taps
    recognizer.numberOfTouchesRequired = fingers
    return recognizer
}

@Suite struct TapTests {
    @Test("A finger that lands and lifts is a tap, recognized when it lifts")
    func single() {
        let stage = Stage(tap())
        stage.play([.down(0, 100, 50, at: 0), .up(at: 0.1)])
        #expect(stage.words == ["tap ended"])
        #expect(stage.log.first?.time == 0.1)
        #expect(stage.log.first?.location == Point(x: 100, y: 50))
        #expect(stage.log.first?.measurement == .tap(taps: 1))
    }

    @Test("A finger that stays for 0.75 s is not a tap, and one that stays a little less is")
    func duration() {
        #expect(Stage(tap()).play([.down(0, 0, 0, at: 0), .up(at: 0.75)]).words == [])
        #expect(Stage(tap()).play([.down(0, 0, 0, at: 0), .up(at: 0.749)]).words == ["tap ended"])
    }

    @Test("A finger may stray by 45 pt and no more", arguments: [(45.0, true), (45.1, false)])
    func movement(distance: Double, isTap: Bool) {
        let stage = Stage(tap()).play([.down(0, 0, 0, at: 0), .move(0, distance, 0, at: 0.1), .up(at: 0.2)])
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

    @Test("Fingers of one tap may land and lift one after the other; all of them are in the action")
    func staggered() {
        let stage = Stage(tap(fingers: 2)).play([
            .down(0, 100, 100, at: 0), .down(1, 160, 100, at: 0.1), .up(0, at: 0.2), .up(1, at: 0.25),
        ])
        #expect(stage.words == ["tap ended"])
        #expect(stage.log.first?.touches == [1, 2])
        #expect(stage.log.first?.location == Point(x: 130, y: 100))
    }

    @Test("One finger too many fails it, and the finger that is left starts no tap of its own")
    func tooMany() {
        let stage = Stage(tap()).play([
            .down(0, 0, 0, at: 0), .down(1, 50, 0, at: 0.05), .down(2, 99, 0, at: 0.1),
            .up(2, at: 0.15), .up(1, at: 0.2), .up(0, at: 0.25),
        ])
        #expect(stage.words == [])
        #expect(stage.failures.count == 1)
    }

    @Test("A finger too few fails it at the lift")
    func tooFew() {
        #expect(Stage(tap(fingers: 2)).play([.down(0, 0, 0, at: 0), .up(at: 0.1)]).words == [])
    }

    @Test("Three taps of two fingers make one gesture with both places")
    func threeByTwo() {
        var steps: [FingerStep] = []
        for start in [0.0, 0.25, 0.5] {
            steps += [
                .down(0, 100, 100, at: start), .down(1, 160, 100, at: start + 0.01),
                .up(0, at: start + 0.08), .up(1, at: start + 0.09),
            ]
        }
        let stage = Stage(tap(taps: 3, fingers: 2)).play(steps)
        #expect(stage.words == ["tap ended"])
        #expect(stage.log.first?.location == Point(x: 130, y: 100))
        #expect(stage.log.first?.touches == [5, 6])
    }

    @Test("The second tap must begin within 0.35 s of the first one's end, wherever it then ends")
    func interval() {
        func play(gap: Double) -> [String] {
            Stage(tap(taps: 2)).play([
                .down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, 0, 0, at: 0.1 + gap), .up(at: 0.7 + gap),
            ]).words
        }
        #expect(play(gap: 0.349) == ["tap ended"])
        #expect(play(gap: 0.35) == [])
    }

    @Test("The second tap's place is measured from the first tap's centroid")
    func distance() {
        func play(x: Double) -> [String] {
            Stage(tap(taps: 2)).play([
                .down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, x, 0, at: 0.2), .up(at: 0.3),
            ]).words
        }
        #expect(play(x: 45) == ["tap ended"])
        #expect(play(x: 46) == [])
    }

    @Test("A lost touch is not a tap")
    func lost() {
        #expect(Stage(tap()).play([.down(0, 0, 0, at: 0), .cancel(at: 0.1)]).words == [])
    }

    @Test("After a tap the next finger taps again")
    func again() {
        let stage = Stage(tap())
        for start in [0.0, 0.2, 1.0] { stage.play([.down(0, 0, 0, at: start), .up(at: start + 0.1)]) }
        #expect(stage.words == ["tap ended", "tap ended", "tap ended"])
    }
}
