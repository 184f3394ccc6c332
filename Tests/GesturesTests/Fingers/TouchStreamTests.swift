// Tests of regions' touch streams while recognizers wait, are recognized and fail.

import Gestures
import Testing
import Touch
import TouchTesting

private func withholding(_ name: String, _ states: [Double: GestureRecognizer.State] = [:]) -> Scripted {
    with(Scripted(name, states)) { $0.delaysTouchesBegan = true }
}

/// A recognizer that fails this many seconds after the last finger has landed.
private func late(_ seconds: Double, _ set: (Scripted) -> Void = { _ in }) -> Scripted {
    let scripted = withholding("late")
    scripted.late = .failed
    scripted.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: seconds) }
    set(scripted)
    return scripted
}

@Suite struct TouchStreamTests {
    @Test("Touches of one event are delivered together, each once")
    func together() {
        final class Listener: TouchStreamObserver {
            var calls: [String] = []
            func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
                calls.append("\(time.seconds): " + touches.map { "\($0.id) \($0.phase)" }.joined(separator: ", "))
            }
        }
        let (listener, stage) = (Listener(), Stage())
        stage.engine.touchStreamObserver = listener
        stage.play([
            .down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0), .move(0, 1, 0, at: 1), .move(1, 8, 0, at: 1), .up(0, at: 2),
            .move(1, 7, 0, at: 2), .up(1, at: 3),
        ])
        #expect(
            listener.calls == [
                "0.0: 1 began, 2 began", "1.0: 1 moved, 2 moved", "2.0: 2 moved, 1 ended", "3.0: 2 ended",
            ])
    }

    @Test("A finger that joins a begun gesture is never delivered to the region; without cancelling it is")
    func joining() {
        for cancels in [true, false] {
            let pan = PanGestureRecognizer(name: "pan")
            pan.cancelsTouchesInView = cancels
            let stage = Stage(pan).watchTouches().play(path(20, lifts: false))
            stage.play([.down(1, 9, 9, at: 1), .move(1, 8, 9, at: 2), .up(1, at: 3), .up(0, at: 4)])
            #expect(stage.phases(of: 2) == (cancels ? [] : [.began, .moved, .ended]))
        }
    }

    // MARK: - Withheld

    @Test(
        "A touch is withheld until the last withholding recognizer has failed, then begins late, at its original place")
    func lastOne() {
        let stage = Stage(withholding("a", [10: .failed]), withholding("b", [20: .failed]), Scripted("c"))
            .watchTouches()
        stage.play(path(10, lifts: false))
        #expect(stage.stream() == [])
        stage.play([.move(0, 20, 0, at: 0.2), .move(0, 30, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.stream() == ["1 began", "1 moved", "1 moved", "1 ended"])
        #expect(stage.regionTouches.map(\.location.x) == [0, 20, 30, 30])
    }

    @Test("Withheld and lifted, then failed: began and ended come together", arguments: [true, false])
    func lifted(delaysEnded: Bool) {
        let stage = Stage(late(1) { $0.delaysTouchesEnded = delaysEnded }).watchTouches().play(path())
        #expect(stage.stream() == [])
        #expect(stage.wait(until: 2).stream() == ["1 began", "1 ended"])
    }

    @Test("A gesture that waits for others withholds its touches as long, if it does", arguments: [true, false])
    func held(withholds: Bool) {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        waiting.delaysTouchesBegan = withholds
        let stage = Stage(waiting, other).watchTouches().play(path(10, 20, 30, 40))
        #expect(stage.stream() == (withholds ? [] : ["1 began", "1 moved", "1 moved", "1 cancelled"]))
        #expect(stage.states(of: "waiting").last == .ended)
    }

    @Test("A lift is withheld between the taps of a row, separately for each tap, and comes when the row fails")
    func rowOfTaps() {
        let stage = Stage(RealisticSet.tap("triple", taps: 3)).watchTouches().play(tapping(2))
        #expect(stage.wait(until: 0.649).stream() == ["1 began", "2 began"])
        #expect(stage.wait(until: 0.651).stream() == ["1 began", "2 began", "1 ended", "2 ended"])
    }

    @Test("A listener added while fingers are down receives those that land later")
    func lateListener() {
        let stage = Stage(PanGestureRecognizer(name: "pan")).play(path(20, lifts: false))
        stage.watchTouches().play([.move(0, 30, 0, at: 1), .up(at: 2)] + path(5, from: 3))
        #expect(stage.stream() == ["2 began", "2 moved", "2 ended"])
    }

    @Test("A listener may disable recognizers during a delivery", arguments: [true, false])
    func actingListener(delays: Bool) {
        final class Acting: TouchStreamObserver {
            let pan = PanGestureRecognizer(name: "pan")
            var phases: [TouchPhase] = []
            func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
                phases += touches.map(\.phase)
                for isEnabled in [false, true] { pan.isEnabled = isEnabled }
            }
        }
        let acting = Acting()
        acting.pan.delaysTouchesBegan = delays
        let stage = Stage(acting.pan, withholding("other", [5: .failed]))
        stage.engine.touchStreamObserver = acting
        stage.play(path(5, 20, 30))
        // Disabled as soon as a region receives anything, the pan takes no touch; without that, it keeps all of them.
        #expect(acting.phases == (delays ? [] : [.began, .moved, .moved, .moved, .ended]))
    }
}
