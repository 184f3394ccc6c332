// Tests of regions' touch streams while recognizers wait, are recognized and fail.

import Gestures
import Testing
import Touch
import TouchTesting

private func withholding(_ name: String, _ states: [Double: GestureRecognizer.State]) -> Scripted {
    let scripted = Scripted(name, states)
    scripted.delaysTouchesBegan = true
    return scripted
}

@Suite struct TouchStreamTests {
    @Test("Without a listener, regions receive nothing, and gestures are the same")
    func nobody() {
        func words(_ watches: Bool) -> [String] {
            let stage = Stage(PanGestureRecognizer(name: "pan"), TapGestureRecognizer(name: "tap"))
            if watches { stage.watchTouches() }
            return stage.play(path(10, 20) + path(1, from: 1)).words
        }
        #expect(words(true) == words(false) && words(true) == ["pan began", "pan changed", "pan ended", "tap ended"])
    }

    @Test("Defaults are UIKit's: cancel in the view, do not delay the begin, delay the end")
    func defaults() {
        for recognizer in [GestureRecognizer(), TapGestureRecognizer(), PanGestureRecognizer()] {
            #expect(recognizer.cancelsTouchesInView && !recognizer.delaysTouchesBegan && recognizer.delaysTouchesEnded)
        }
    }

    @Test("Without a recognizer a region receives everything, each step with the previous place")
    func plain() {
        let stage = Stage().watchTouches()
        stage.play([
            .down(0, 1, 0, at: 0), .move(0, 2, 0, at: 1), .down(1, 9, 0, at: 2), .move(0, 4, 0, at: 3),
            .cancel(1, at: 4), .up(at: 5),
        ])
        #expect(
            stage.stream(of: "root") == ["1 began", "1 moved", "2 began", "1 moved", "2 cancelled", "1 ended"])
        let ways = stage.regionTouches.filter { $0.id == 1 }.map { [$0.previousLocation.x, $0.location.x] }
        #expect(ways == [[1, 1], [1, 2], [2, 4], [4, 4]])
    }

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

    @Test("A gesture's touches are cancelled right before its action, after all recognizers have received the event")
    func beforeTheAction() {
        let tap = TapGestureRecognizer(name: "tap")
        let stage = Stage(tap).watchTouches().play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.journal == ["root receives 1 began", "root receives 1 cancelled", "tap ended", "tap acts ended"])
        let pan = Stage(PanGestureRecognizer(name: "pan")).watchTouches().play(path(20, 30))
        #expect(
            pan.journal == [
                "root receives 1 began", "root receives 1 cancelled", "pan began", "pan acts began", "pan changed",
                "pan acts changed", "pan ended", "pan acts ended",
            ])
    }

    @Test("Only the fingers of the gesture are cancelled, not others in the same region")
    func onlyItsOwn() {
        let probe = Probe("it")
        probe.onBegan = { probe in
            guard let event = probe.event else { return }
            for touch in probe.touches where touch.id == 2 { probe.ignore(touch, for: event) }
        }
        probe.onMoved = { if $0.state == .possible { $0.state = .began } }
        let stage = Stage(probe).watchTouches()
        stage.play([
            .down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0), .move(0, 1, 0, at: 1), .move(1, 8, 0, at: 2), .up(1, at: 3),
        ])
        #expect(stage.phases(of: 1) == [.began, .cancelled] && stage.phases(of: 2) == [.began, .moved, .ended])
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

    @Test("A touch that has not moved begins late without a move")
    func lateWithoutMove() {
        let scripted = withholding("a", [:])
        scripted.late = .failed
        scripted.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 1) }
        let stage = Stage(scripted).watchTouches().play(path(lifts: false), rest: 2)
        #expect(stage.stream() == ["1 began"])
    }

    @Test("Withheld and recognized: the region receives nothing", arguments: [true, false])
    func recognized(isDiscrete: Bool) {
        let scripted = isDiscrete ? Scripted.discrete("it", at: 10) : .continuous("it", at: 10)
        scripted.delaysTouchesBegan = true
        let stage = Stage(scripted).watchTouches().play(path(5, 10, 20, 30))
        #expect(stage.stream() == [] && !stage.words.isEmpty)
    }

    @Test("Withheld by one, recognized by another that cancels: the region receives nothing")
    func recognizedByAnother() {
        let stage = Stage(withholding("a", [:]), Scripted.continuous("b", at: 10)).watchTouches().play(path(5, 10, 20))
        #expect(stage.stream() == [] && stage.states(of: "b").last == .ended)
    }

    @Test("Withheld by one, recognized by another that does not cancel: it begins late, when the first is prevented")
    func recognizedWithoutCancelling() {
        let other = Scripted.continuous("b", at: 10)
        other.cancelsTouchesInView = false
        let stage = Stage(withholding("a", [:]), other).watchTouches().play(path(5, 10, 20))
        #expect(stage.stream() == ["1 began", "1 moved", "1 moved", "1 ended"])
        #expect(stage.regionTouches.map(\.location.x) == [0, 10, 20, 20])
    }

    @Test("Withheld and lost: the region receives nothing; delivered and lost: it is cancelled")
    func lost() {
        let stage = Stage(withholding("a", [:])).watchTouches().play(path(5, lifts: false) + [.cancel(at: 1)])
        #expect(stage.stream() == [])
        stage.engine.root.gestureRecognizers[0].delaysTouchesBegan = false
        stage.play(path(5, from: 2, lifts: false) + [.cancel(at: 3)])
        #expect(stage.stream() == ["2 began", "2 moved", "2 cancelled"])
    }

    @Test("Withheld and lifted, then failed: began and ended come together, or began alone while the lift is withheld")
    func lifted() {
        for delaysEnded in [true, false] {
            let scripted = withholding("a", [:])
            scripted.late = .failed
            scripted.delaysTouchesEnded = delaysEnded
            scripted.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 1) }
            let stage = Stage(scripted).watchTouches().play(path())
            #expect(stage.stream() == [])
            stage.wait(until: 2)
            #expect(stage.stream() == ["1 began", "1 ended"])
        }
        let other = TapGestureRecognizer(name: "double")
        other.numberOfTapsRequired = 2
        let scripted = withholding("a", [:])
        scripted.late = .failed
        scripted.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 0.2) }
        let stage = Stage(scripted, other).watchTouches().play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.stream() == [])
        stage.wait(until: 0.3)
        #expect(stage.stream() == ["1 began"])
        stage.wait(until: 1)
        #expect(stage.stream() == ["1 began", "1 ended"])
    }

    @Test("A withholding gesture that waits for others withholds its touches as long; released, it keeps them")
    func held() {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        waiting.delaysTouchesBegan = true
        let stage = Stage(waiting, other).watchTouches().play(path(10, 20, 30, 40))
        #expect(stage.stream() == [] && stage.states(of: "waiting").last == .ended)
    }

    @Test("A gesture that waits and does not withhold: the region receives its touches until it is released")
    func heldSeen() {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).watchTouches().play(path(10, 20, 30, 40))
        #expect(stage.stream() == ["1 began", "1 moved", "1 moved", "1 cancelled"])
    }

    @Test("Each touch is withheld separately: one finger's failure releases only that one's touches")
    func perTouch() {
        let stage = Stage().watchTouches()
        stage.addRegion("left", width: 500, height: 500, withholding("a", [:]))
        stage.addRegion("right", x: 1000, width: 500, height: 500, withholding("b", [1010: .failed]))
        stage.play([
            .down(0, 0, 0, at: 0), .down(1, 1000, 0, at: 0), .move(1, 1010, 0, at: 0.1), .move(0, 5, 0, at: 0.2),
        ])
        #expect(stage.stream() == ["2 began", "2 moved"])
    }

    @Test("Disabling or removing the withholding recognizer releases the touch at once", arguments: [true, false])
    func switchedOff(isRemoved: Bool) {
        let scripted = withholding("a", [:])
        let stage = Stage(scripted).watchTouches().play(path(5, lifts: false))
        if isRemoved { stage.engine.root.removeGestureRecognizer(scripted) } else { scripted.isEnabled = false }
        #expect(stage.stream() == ["1 began", "1 moved"])
    }

    @Test("A lift is withheld between the taps of a row, separately for each tap, and comes with the failure")
    func rowOfTaps() {
        let tap = TapGestureRecognizer(name: "triple")
        tap.numberOfTapsRequired = 3
        let stage = Stage(tap).watchTouches()
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, 0, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.stream() == ["1 began", "2 began"])
        stage.wait(until: 1)
        #expect(stage.stream() == ["1 began", "2 began", "1 ended", "2 ended"])
    }

    @Test("A listener added while fingers are down receives those that land later")
    func lateListener() {
        let stage = Stage(PanGestureRecognizer(name: "pan")).play(path(20, lifts: false))
        stage.watchTouches().play([.move(0, 30, 0, at: 1), .up(at: 2)] + path(5, from: 3))
        #expect(stage.stream() == ["2 began", "2 moved", "2 ended"])
    }

    @Test("A listener may disable recognizers during a delivery")
    func actingListener() {
        final class Acting: TouchStreamObserver {
            var recognizer: GestureRecognizer?
            var phases: [TouchPhase] = []
            func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
                phases += touches.map(\.phase)
                recognizer?.isEnabled = false
                recognizer?.isEnabled = true
            }
        }
        for delays in [true, false] {
            let (acting, pan) = (Acting(), PanGestureRecognizer(name: "pan"))
            pan.delaysTouchesBegan = delays
            acting.recognizer = pan
            let stage = Stage(pan, withholding("other", [5: .failed]))
            stage.engine.touchStreamObserver = acting
            stage.play(path(5, 20, 30))
            // Disabled as soon as a region receives anything, the pan takes no touch; without that, it keeps all of
            // them.
            #expect(acting.phases == (delays ? [] : [.began, .moved, .moved, .moved, .ended]))
        }
    }

    // MARK: - For all scripts

    @Test(
        "With any fingers, a region receives whole touches: began, moves, and an end",
        arguments: 0..<300 as Range<UInt64>)
    func grammar(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let tap = TapGestureRecognizer(name: "tap")
        tap.numberOfTapsRequired = 2
        let all: [GestureRecognizer] = [
            tap, TapGestureRecognizer(name: "single"), PanGestureRecognizer(name: "pan"),
            SwipeGestureRecognizer(name: "swipe"), PinchGestureRecognizer(name: "pinch"),
            LongPressGestureRecognizer(name: "press"),
        ]
        for recognizer in all {
            recognizer.cancelsTouchesInView = !numbers.isOne(in: 3)
            recognizer.delaysTouchesBegan = numbers.isOne(in: 3)
            recognizer.delaysTouchesEnded = !numbers.isOne(in: 3)
            for other in all where other !== recognizer && numbers.isOne(in: 6) { recognizer.require(toFail: other) }
            for other in all where numbers.isOne(in: 6) { recognizer.allowSimultaneousRecognition(with: other) }
        }
        let stage = Stage(all).watchTouches()
        var (time, steps, down) = (0.0, [FingerStep](), Set<Int>())
        for _ in 0..<150 {
            time += [0, 0.01, 0.1, 0.4].randomElement(using: &numbers) ?? 0
            let finger = Int.random(in: 0..<4, using: &numbers)
            let (x, y) = (Double.random(in: 0..<120, using: &numbers), Double.random(in: 0..<120, using: &numbers))
            if down.insert(finger).inserted {
                steps.append(.down(finger, x, y, at: time))
            } else if numbers.isOne(in: 3) {
                down.remove(finger)
                steps.append(numbers.isOne(in: 9) ? .cancel(finger, at: time) : .up(finger, at: time))
            } else {
                steps.append(.move(finger, x, y, at: time))
            }
        }
        stage.play(steps + down.sorted().map { .up($0, at: time + 0.1) }, rest: 10)
        for id in Set(stage.regionTouches.map(\.id)) {
            let phases = stage.phases(of: id)
            #expect(phases.first == .began && phases.count { $0 == .began } == 1, "touch \(id): \(phases)")
            #expect(phases.last == .ended || phases.last == .cancelled, "touch \(id): \(phases)")
            #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .moved }, "touch \(id): \(phases)")
            let places = stage.regionTouches.filter { $0.id == id }
            for (before, after) in zip(places, places.dropFirst()) {
                #expect(after.previousLocation == before.location)
            }
        }
    }
}
