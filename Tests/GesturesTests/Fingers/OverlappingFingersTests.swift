// Tests of fingers that overlap endlessly: limits of withheld touches.

import Gestures
import Testing
import Touch
import TouchTesting

/// Two fingers in turn: each lands 4 ms before the other lifts, or in the same frame.
///
/// None lands where another has just lifted: that could be the same finger, which the panel had lost.
private func trill(_ count: Int, inOneFrame: Bool = false) -> [FingerStep] {
    var steps: [FingerStep] = [.down(0, 500, 300, at: 0)]
    for number in 1..<count {
        let time = Double(number) * 0.008
        steps.append(.down(number % 2, 100 * Double(number % 19), 300, at: time))
        steps.append(.up((number + 1) % 2, at: inOneFrame ? time : time + 0.004))
    }
    return steps
}

/// Counts the touches that a region received.
private final class Listener: TouchStreamObserver {
    /// Touches that began and were not closed.
    private(set) var open: Set<Int> = []
    private(set) var closed: [(id: Int, phase: TouchPhase)] = []
    /// The largest number of touches that were passed on together.
    private(set) var largest = 0

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        largest = max(largest, touches.count)
        for touch in touches {
            if touch.phase == .began { open.insert(touch.id) }
            if touch.phase == .ended || touch.phase == .cancelled {
                open.remove(touch.id)
                closed.append((touch.id, touch.phase))
            }
        }
    }
}

/// Plays a trill, and returns its listener and the largest number of open touches after any of its frames.
private func listen(
    _ recognizers: [GestureRecognizer], _ steps: [FingerStep]
) -> (listener: Listener, mostOpen: Int, stage: Stage) {
    let (listener, stage) = (Listener(), Stage(recognizers))
    var most = 0
    stage.engine.touchStreamObserver = listener
    stage.check = { _ in most = max(most, listener.open.count) }
    stage.play(steps)
    return (listener, most, stage)
}

@Suite struct OverlappingFingersTests {
    @Test(
        "A region receives each lift, although the gestures of the fingers that are down stay possible",
        arguments: [true, false])
    func trilled(inOneFrame: Bool) {
        let sets = [RealisticSet.all, [TransformGestureRecognizer(name: "transform")], [RealisticSet.pan("pan", 1)]]
        for recognizers in sets {
            let (listener, mostOpen, _) = listen(recognizers, trill(500, inOneFrame: inOneFrame))
            #expect(mostOpen <= 7 && listener.closed.count >= 490, "\(recognizers.map(\.name)): \(mostOpen)")
            #expect(listener.largest <= 7)
        }
    }

    @Test("No more than 64 lifts are withheld: then the oldest touch ends", arguments: [true, false])
    func oldest(inOneFrame: Bool) {
        let own = Scripted("own", [777: .failed])
        let (listener, mostOpen, _) = listen([own], trill(500, inOneFrame: inOneFrame))
        #expect(mostOpen == 64 + (inOneFrame ? 1 : 2) && own.state == .possible)
        #expect(listener.closed.map(\.id) == Array(1...(499 - 64)) && listener.closed.allSatisfy { $0.phase == .ended })
        #expect(listener.largest <= 3)
    }

    @Test("Withheld lifts end when the recognizer fails, and are cancelled when it is recognized, at most 64 together")
    func decided() {
        for (state, phase) in [(GestureRecognizer.State.failed, TouchPhase.ended), (.recognized, .cancelled)] {
            let (listener, _, stage) = listen([Scripted("own", [777: state])], trill(500))
            let before = listener.closed.count
            // The finger that is down moves in the same event.
            stage.play([.move(1, 777, 300, at: 5)])
            #expect(listener.closed.dropFirst(before).allSatisfy { $0.phase == phase })
            #expect(listener.open.count == (state == .failed ? 1 : 0) && listener.largest == 64)
        }
    }

    @Test("The oldest of too many withheld touches that no region has received begins and ends")
    func unseen() {
        let own = Scripted("own")
        own.delaysTouchesBegan = true
        let (listener, mostOpen, _) = listen([own], trill(500))
        #expect(mostOpen == 0 && listener.closed.map(\.id) == Array(1...(499 - 64)))
    }
}
