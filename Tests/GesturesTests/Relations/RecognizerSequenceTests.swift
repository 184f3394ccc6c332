// Tests of sequences: a recognizer that begins only with touches on which another one is recognized.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RecognizerSequenceTests {
    private let hold = LongPressGestureRecognizer(name: "hold")
    private let drag = PanGestureRecognizer(name: "drag")

    init() { #expect(drag.requireRecognition(of: hold)) }

    /// A finger that rests for 0.6 s, and then moves by 5 and 40 points.
    private let held: [FingerStep] = [.down(0, 100, 100, at: 0), .move(0, 106, 100, at: 0.3)]
    private let dragged: [FingerStep] = [
        .move(0, 111, 100, at: 0.6), .move(0, 151, 100, at: 0.61), .up(at: 0.7),
    ]

    private func translations(_ stage: Stage, of name: String) -> [Double] {
        stage.log.compactMap {
            guard $0.name == name, case .pan(let translation, _, _) = $0.measurement else { return nil }
            return translation.x
        }
    }

    @Test("Both are recognized, and the movement counts from where the fingers were when the first one was")
    func begins() {
        let stage = Stage(drag, hold).play(held).wait(until: 0.55)
        #expect(stage.words == ["hold began"])
        stage.play(dragged)
        #expect(stage.words.filter { $0.hasPrefix("drag") } == ["drag began", "drag ended"])
        #expect(stage.states(of: "hold").last == .ended)
        // Of 45 points since then, 10 are the hysteresis; the 6 before do not count.
        #expect(translations(stage, of: "drag") == [35, 35])
    }

    @Test("A finger that moves too early fails both, each with its reason, and releases what waits in that event")
    func tooEarly() {
        let scroll = PanGestureRecognizer(name: "scroll")
        scroll.require(toFail: drag)
        let stage = Stage(hold, drag, scroll).watchDecisions()
        stage.play([.down(0, 0, 0, at: 0), .move(0, 40, 0, at: 0.1)])
        #expect(stage.words == ["scroll began"] && stage.log[0].time == 0.1)
        #expect(stage.decisions.contains("hold failed: rule"))
        #expect(stage.decisions.contains("drag failed: not preceded by hold"))
    }

    @Test("What waits for the second one to fail waits while the first is possible, and fails when both begin")
    func waited() {
        let scroll = with(PanGestureRecognizer(name: "scroll")) { $0.hysteresis = 3 }
        scroll.require(toFail: drag)
        scroll.allowSimultaneousRecognition(with: hold)
        let stage = Stage(scroll, hold, drag).watchDecisions()
        stage.play(held).wait(until: 0.55)
        #expect(stage.decisions.contains("scroll waits for drag") && stage.words == ["hold began"])
        stage.play(dragged)
        #expect(stage.decisions.contains("scroll failed: required drag") && stage.states(of: "scroll") == [])
    }

    @Test("A short touch recognizes neither, and the next attempt needs the first one again")
    func short() {
        let stage = Stage(hold, drag).play([.down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, 100, 100, at: 1)])
        stage.wait(until: 1.55)
        #expect(stage.words == ["hold began"])
        stage.play([.move(0, 150, 100, at: 1.6), .up(at: 1.7)])
        #expect(stage.states(of: "drag") == [.began, .ended])
        stage.play([.down(0, 0, 0, at: 2), .move(0, 80, 0, at: 2.1), .up(at: 2.2)])
        #expect(stage.states(of: "drag").count == 2)
    }

    @Test("Without its touch, the first one cannot be recognized, and the second one fails at once")
    func withoutFirst() {
        let whole = Stage(hold, drag).watchDecisions()
        hold.isEnabled = false
        whole.play([.down(0, 0, 0, at: 0)])
        #expect(whole.decisions.contains("drag failed: not preceded by hold"))
        let other = LongPressGestureRecognizer(name: "other")
        let outer = PanGestureRecognizer(name: "outer")
        outer.requireRecognition(of: other)
        let stage = Stage(outer).watchDecisions()
        stage.addRegion("tile", width: 200, height: 200, other)
        stage.play([.down(0, 500, 500, at: 0), .up(at: 0.1)])
        #expect(stage.decisions.contains("outer failed: not preceded by other"))
        // In the region around it, what begins in the tile goes on outside of it.
        stage.play([.down(0, 100, 100, at: 1)]).wait(until: 1.6)
        stage.play([.move(0, 600, 100, at: 1.7), .up(at: 1.8)])
        #expect(stage.words.filter { $0.hasPrefix("outer") } == ["outer began", "outer ended"])
    }

    @Test("A finger that lands beside the first gesture is not of the second one, unless it joins the first")
    func newcomers() {
        let pinch = PinchGestureRecognizer(name: "pinch")
        let move = PanGestureRecognizer(name: "move")
        pinch.requireRecognition(of: move)
        let stage = Stage(hold, drag, move, pinch).watchDecisions()
        stage.play(held).wait(until: 0.55)
        stage.play([.down(1, 120, 100, at: 0.6), .move(0, 150, 100, at: 0.7), .move(1, 400, 100, at: 0.8)])
        #expect(drag.numberOfTouches == 1 && drag.translation(in: nil).x == 34)
        #expect(stage.decisions.contains("drag ignored 2"))
        stage.play([.up(0, at: 0.9), .up(1, at: 0.91)])
        stage.play([.down(0, 100, 500, at: 2), .move(0, 130, 500, at: 2.1), .down(1, 300, 500, at: 2.2)])
        stage.play([.move(1, 400, 500, at: 2.3)])
        #expect(pinch.state == .began && move.numberOfTouches == 2)
    }

    @Test("Of three in a chain, each begins with the touches of the one before, beside both")
    func chain() {
        let pinch = PinchGestureRecognizer(name: "pinch")
        #expect(pinch.requireRecognition(of: drag))
        hold.numberOfTouchesRequired = 2
        // The order of addition is not that of the chain.
        let stage = Stage(pinch, drag, hold)
        stage.play([.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0)]).wait(until: 0.55)
        // The fingers part before the drag has begun: that does not count.
        stage.play([.move(0, 80, 100, at: 0.6), .move(1, 220, 100, at: 0.6)])
        #expect(pinch.state == .possible)
        stage.play([.move(0, 80, 150, at: 0.7), .move(1, 220, 150, at: 0.7)])
        #expect(drag.state == .began)
        stage.play([.move(0, 60, 150, at: 0.8), .move(1, 240, 150, at: 0.8)])
        #expect(hold.state == .changed && drag.state == .changed && pinch.state == .began)
        stage.play([.up(0, at: 0.9), .up(1, at: 0.9)])
        #expect(stage.words.suffix(3).sorted() == ["drag ended", "hold ended", "pinch ended"])
        // A first one that fails fails the whole chain.
        stage.watchDecisions().play([.down(0, 0, 0, at: 2), .down(1, 300, 0, at: 2), .move(0, 80, 0, at: 2.1)])
        #expect(stage.decisions.contains("drag failed: not preceded by hold"))
        #expect(stage.decisions.contains("pinch failed: not preceded by drag"))
    }

    @Test("After a discrete gesture whose finger is down, the other begins; a swipe counts from there, too")
    func discrete() {
        let (flick, down) = (SwipeGestureRecognizer(name: "flick"), SwipeGestureRecognizer(name: "down"))
        down.direction = .down
        down.requireRecognition(of: flick)
        let after = SwipeGestureRecognizer(name: "after")
        after.requireRecognition(of: hold)
        let stage = Stage(flick, down, hold, after)
        stage.play([.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.1), .move(0, 60, 60, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == ["flick ended", "down ended"])
        stage.play([.down(0, 0, 0, at: 1)]).wait(until: 1.6)
        stage.play([.move(0, 60, 0, at: 1.7), .up(at: 1.8)])
        #expect(stage.states(of: "after") == [.ended])
    }

    @Test("A gesture that is recognized only at the lift leaves no touch, and the next touch is of a new attempt")
    func atLift() {
        let (late, next) = (Scripted("late", [:], lift: .recognized), Scripted.continuous("next", at: 20))
        next.requireRecognition(of: late)
        let stage = Stage(late, next).play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.words == ["late ended"] && next.seen == [])
        stage.play([.down(0, 0, 0, at: 1), .move(0, 20, 0, at: 1.1), .up(at: 1.2)])
        #expect(next.seen == [])
    }

    @Test("A gesture that another one takes back takes with it what has not begun after it")
    func takenBack() {
        let one = RealisticSet.pan("one", 1)
        let (after, pinch) = (Scripted("after"), RealisticSet.pinch)
        after.requireRecognition(of: one)
        pinch.allowSimultaneousRecognition(with: after)
        let stage = Stage(one, after, pinch).watchDecisions()
        stage.play([.down(0, 0, 0, at: 0), .move(0, 12, 0, at: 0.02), .down(1, 100, 0, at: 0.05)])
        stage.play([.move(1, 150, 0, at: 0.08)])
        #expect(stage.words == ["one began", "one cancelled", "pinch began"])
        #expect(stage.decisions.contains("after failed: not preceded by one"))
    }

    @Test("A lost touch cancels both, and a removed first one fails what waits for it")
    func lost() {
        let stage = Stage(hold, drag).play(held).wait(until: 0.55)
        stage.play([.move(0, 150, 100, at: 0.6), .cancel(at: 0.7)])
        #expect(stage.words.suffix(2) == ["hold cancelled", "drag cancelled"])
        stage.watchDecisions().play([.down(0, 0, 0, at: 1)])
        stage.engine.root.removeGestureRecognizer(hold)
        stage.play([.move(0, 5, 0, at: 1.1)])
        #expect(stage.decisions.last == "drag failed: rule")
    }

    @Test("Circles are refused, also through failure requirements, and nothing changes")
    func circles() {
        let third = PanGestureRecognizer(name: "third")
        #expect(!drag.requireRecognition(of: drag) && !hold.requireRecognition(of: drag))
        #expect(!hold.require(toFail: drag) && !drag.require(toFail: hold))
        #expect(third.require(toFail: drag) && !hold.require(toFail: third))
        let fourth = PanGestureRecognizer(name: "fourth")
        fourth.require(toFail: third)
        #expect(!third.requireRecognition(of: third) && !third.requireRecognition(of: fourth))
        #expect(!fourth.requireRecognition(of: third))
    }

    @Test("A client that decides receives its touches from there on, and decides for what comes after it")
    func clients() throws {
        final class Witness: GestureRecognizerClient {
            var phases: [TouchPhase] = []
            func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool {
                phases.append(change.phase)
                return true
            }
            func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer) {}
        }
        let (witness, mine) = (Witness(), ClientGestureRecognizer(name: "mine"))
        mine.client = witness
        mine.requireRecognition(of: hold)
        let last = PanGestureRecognizer(name: "last")
        last.requireRecognition(of: mine)
        let stage = Stage(hold, mine, last).play(held)
        #expect(witness.phases == [])
        stage.wait(until: 0.55)
        // Something waits for it: it has to answer in time.
        try mine.apply(.init(change: 1), at: .zero.adding(seconds: 0.55))
        stage.play([.move(0, 150, 100, at: 0.6)])
        #expect(witness.phases == [.began, .moved] && last.state == .possible)
        try mine.apply(.init(change: 2, state: .began), at: .zero.adding(seconds: 0.65))
        stage.play([.move(0, 180, 100, at: 0.7)])
        #expect(last.state == .began && last.translation(in: nil).x == 20)
    }
}
