// Tests of idle recognizers: they affect no recognizer that an observer needs.

import Gestures
import Testing
import Touch
import TouchTesting

extension Stage {
    /// Makes unwanted recognizers idle; the actions by which a test records calls do not count.
    fileprivate func makeIdle(except wanted: GestureRecognizer...) {
        for region in [engine.root] + engine.root.children {
            for recognizer in region.gestureRecognizers { recognizer.removeAction() }
        }
        engine.makeIdle { recognizer in wanted.contains { $0 === recognizer } }
    }
}

private func tap(_ name: String, taps: Int = 1) -> TapGestureRecognizer { RealisticSet.tap(name, taps: taps) }

private let press: [FingerStep] = [.down(0, 10, 10, at: 0), .move(0, 11, 10, at: 0.1)]

@Suite struct IdleRecognizersTests {
    // MARK: - Who rests

    @Test("A recognizer that no client wants and on which nothing depends receives no touch and sets no deadline")
    func costsNothing() {
        let (wanted, other) = (Probe("wanted"), Probe("other"))
        let long = LongPressGestureRecognizer(name: "press")
        for recognizer in [other, long] { wanted.allowSimultaneousRecognition(with: recognizer) }
        let stage = Stage(wanted, other, long).watchDecisions()
        stage.makeIdle(except: wanted)
        #expect(!wanted.isIdle && other.isIdle && long.isIdle)
        stage.play(press)
        #expect(other.notebook.lines == [] && stage.engine.nextDeadline == nil)
        #expect(stage.decisions == ["wanted received 1"])
        #expect(wanted.event?.gestureRecognizers(of: wanted.touches[0]).map(\.name) == ["wanted"])
    }

    @Test("When nothing is wanted, all are idle, and a finger belongs to none")
    func nobody() {
        let stage = Stage(RealisticSet.all)
        stage.makeIdle()
        stage.play(path(100, 200, 300), rest: 1)
        #expect(stage.words == [] && stage.failures.isEmpty && stage.engine.nextDeadline == nil)
    }

    @Test("A recognizer that a wanted one requires to fail is active, whichever declares it")
    func required() {
        for way in 0..<3 {
            let (wanted, other) = (Scripted("wanted"), Scripted("other"))
            wanted.allowSimultaneousRecognition(with: other)
            switch way {
            case 0: wanted.require(toFail: other)
            case 1: wanted.requires = { $0 === other }
            default: other.isRequired = { $0 === wanted }
            }
            Stage(wanted, other).makeIdle(except: wanted)
            #expect(!other.isIdle)
        }
    }

    @Test("A recognizer that excludes a wanted one is active, whether it prevents it or can be prevented by it")
    func excluding() {
        for (prevents, isPrevented) in [(true, true), (true, false), (false, true)] {
            let (wanted, other) = (Scripted("wanted"), Scripted("other"))
            other.prevents = { _ in prevents }
            other.isPrevented = { _ in isPrevented }
            Stage(wanted, other).makeIdle(except: wanted)
            #expect(!other.isIdle)
        }
        let (wanted, other) = (Scripted("wanted"), Scripted("other"))
        (other.prevents, other.isPrevented) = ({ _ in false }, { _ in false })
        Stage(wanted, other).makeIdle(except: wanted)
        #expect(other.isIdle)
    }

    @Test("A recognizer that may be recognized beside a wanted one is idle, whichever allows it")
    func simultaneous() {
        for isForth in [true, false] {
            let (wanted, other) = (PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"))
            if isForth { wanted.allowSimultaneousRecognition(with: other) }
            if !isForth { other.allowSimultaneousRecognition(with: wanted) }
            Stage(wanted, other).makeIdle(except: wanted)
            #expect(other.isIdle)
        }
    }

    @Test("A recognizer with actions is wanted without being named; without actions it is not")
    func actions() {
        let (one, other) = (Scripted("one"), Scripted("other"))
        one.allowSimultaneousRecognition(with: other)
        let stage = Stage(one, other)
        stage.makeIdle()
        #expect(one.isIdle && other.isIdle)
        one.addAction { _ in }
        stage.engine.makeIdle { _ in false }
        #expect(!one.isIdle && other.isIdle)
    }

    @Test("A delegate may answer anything about a wanted one, so one with a delegate is active, as are all beside it")
    func delegates() {
        for isWantedAsked in [true, false] {
            let (wanted, other, witness) = (Scripted("wanted"), Scripted("other"), Witness())
            wanted.allowSimultaneousRecognition(with: other)
            (isWantedAsked ? wanted : other).delegate = witness
            let stage = Stage(wanted, other)
            stage.makeIdle(except: wanted)
            #expect(!other.isIdle)
            (isWantedAsked ? wanted : other).delegate = nil
            stage.makeIdle(except: wanted)
            #expect(other.isIdle)
        }
    }

    @Test("Relevance is transitive: chains of requirements and of exclusion")
    func chains() {
        let names = ["wanted", "required", "required by that", "excludes that", "beside all"]
        let all = names.map { Scripted($0) }
        for (index, one) in all.enumerated() {
            for other in all[..<index] where (index, other.name) != (3, names[2]) {
                one.allowSimultaneousRecognition(with: other)
            }
        }
        all[0].require(toFail: all[1])
        all[1].require(toFail: all[2])
        let stage = Stage(all)
        stage.makeIdle(except: all[0])
        #expect(all.map(\.isIdle) == [false, false, false, false, true])
        stage.makeIdle(except: all[4])
        #expect(all.map(\.isIdle) == [true, true, true, true, false])
    }

    @Test("Recognizers of different branches are independent; those of outer and inner regions are not")
    func branches() {
        let (wanted, elsewhere, inner, outer) = (tap("wanted"), tap("elsewhere"), tap("inner"), tap("outer"))
        let stage = Stage()
        let left = stage.addRegion("left", width: 1000, height: 1000, wanted)
        stage.addRegion("inner", width: 10, height: 10, in: left).addGestureRecognizer(inner)
        stage.addRegion("right", x: 1000, width: 1000, height: 1000, elsewhere)
        // A declaration makes no difference, as it can never apply.
        wanted.require(toFail: elsewhere)
        stage.makeIdle(except: wanted)
        #expect([elsewhere, inner].map(\.isIdle) == [true, false])
        // A recognizer of the region around both depends on both.
        stage.engine.root.addGestureRecognizer(outer)
        stage.makeIdle(except: wanted)
        #expect([outer, elsewhere, inner].map(\.isIdle) == [false, false, false])
    }

    @Test("A recognizer that waits for a wanted one is idle if it may be recognized beside all")
    func waiting() {
        func play(isMadeIdle: Bool) -> [String] {
            let (rival, wanted) = (Scripted.discrete("rival", at: 30), Scripted.discrete("wanted", at: 30))
            let waiting = Scripted.discrete("waiting", at: 20)
            waiting.require(toFail: wanted)
            for other in [rival, wanted] { waiting.allowSimultaneousRecognition(with: other) }
            let stage = Stage(rival, wanted, waiting)
            if isMadeIdle { stage.makeIdle(except: wanted, rival) }
            #expect(waiting.isIdle == isMadeIdle)
            return stage.play(path(20, 30)).words.filter { $0 != "waiting ended" }
        }
        #expect(play(isMadeIdle: false) == ["rival ended"])
        #expect(play(isMadeIdle: true) == play(isMadeIdle: false))
    }

    @Test("A recognizer that a wanted one does not prevent is idle if both may be recognized")
    func dominating() {
        func play(isMadeIdle: Bool) -> [String] {
            let (wanted, rival) = (Scripted.discrete("wanted", at: 30), Scripted.discrete("rival", at: 30))
            let other = Scripted.discrete("other", at: 30)
            wanted.prevents = { $0 !== other }
            for friend in [rival, wanted] { other.allowSimultaneousRecognition(with: friend) }
            let stage = Stage(wanted, rival, other)
            if isMadeIdle { stage.makeIdle(except: wanted, rival) }
            #expect(other.isIdle == isMadeIdle)
            return stage.play(path(30)).words.filter { $0 != "other ended" }
        }
        #expect(play(isMadeIdle: false) == ["wanted ended"])
        #expect(play(isMadeIdle: true) == play(isMadeIdle: false))
    }

    @Test("While a client receives touches, none is idle: all decide which touches belong to regions")
    func stream() {
        let (one, other) = (tap("one"), tap("other"))
        one.allowSimultaneousRecognition(with: other)
        let stage = Stage(one, other).watchTouches()
        stage.makeIdle()
        #expect(!one.isIdle && !other.isIdle)
        stage.engine.touchStreamObserver = nil
        stage.makeIdle()
        #expect(one.isIdle && other.isIdle)
    }

    // MARK: - Falling asleep and waking

    @Test("A gesture under way that is no longer wanted is cancelled, reported once, and its fingers are ignored")
    func fallingAsleep() {
        let probe = Probe.continuous()
        let stage = Stage(probe).watchDecisions().play(press)
        stage.makeIdle()
        #expect(stage.words == ["probe began", "probe cancelled"] && probe.state == .possible)
        #expect(stage.decisions.last == "probe cancelled: idle", "it was neither disabled nor removed")
        let lines = probe.notebook.lines
        stage.play([.move(0, 20, 10, at: 0.2)])
        stage.makeIdle(except: probe)
        stage.play([.move(0, 30, 10, at: 0.3), .up(at: 0.4)])
        #expect(probe.notebook.lines == lines && stage.words.count == 2)
    }

    @Test("An undecided recognizer that becomes idle fails, its deadline ends, and waiting ones are released")
    func fallingAsleepUndecided() {
        let (single, double) = (tap("single"), tap("double", taps: 2))
        single.require(toFail: double)
        let stage = Stage(single, double).play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.words == [] && stage.engine.nextDeadline != nil)
        stage.makeIdle()
        #expect(stage.words == [] && stage.engine.nextDeadline == nil && stage.failures.map(\.name).contains("double"))
        #expect(stage.engine.verifyInvariants() == [])
    }

    @Test("A recognizer activated during a gesture receives only fingers that land later")
    func waking() {
        let (awake, probe) = (Probe("awake"), Probe.continuous("probe"))
        awake.allowSimultaneousRecognition(with: probe)
        let stage = Stage(awake, probe)
        stage.makeIdle(except: awake)
        stage.play(press)
        stage.makeIdle(except: awake, probe)
        stage.play([.move(0, 20, 10, at: 0.2), .down(1, 50, 50, at: 0.3), .move(0, 30, 10, at: 0.4)])
        #expect(probe.notebook.lines == ["probe began 2"])
        stage.play([.move(1, 51, 50, at: 0.5), .up(1, at: 0.6), .up(0, at: 0.7)])
        #expect(stage.states(of: "probe") == [.began, .ended])
    }

    @Test("An active recognizer is unaffected when others become idle and active during a gesture")
    func steady() {
        let (pan, pinch) = (PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"))
        pan.allowSimultaneousRecognition(with: pinch)
        let stage = Stage(pan, pinch).play(path(20, 40, lifts: false))
        stage.makeIdle(except: pan)
        stage.play([.move(0, 60, 0, at: 0.3)])
        stage.makeIdle(except: pan, pinch)
        stage.play([.move(0, 80, 0, at: 0.4), .up(at: 0.5)])
        #expect(stage.words == ["pan began", "pan changed", "pan changed", "pan changed", "pan ended"])
    }

    @Test("Repeating the same set of idle recognizers has no effect, not even on a gesture under way")
    func again() {
        let (pan, pinch) = (PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"))
        pan.allowSimultaneousRecognition(with: pinch)
        let stage = Stage(pan, pinch)
        stage.makeIdle(except: pan)
        stage.play(path(20, 40, lifts: false))
        stage.makeIdle(except: pan)
        #expect(stage.words == ["pan began", "pan changed"] && pinch.isIdle)
    }

    // MARK: - Regions and switches

    @Test("Regions may be added and removed with idle recognizers in them; an added one is active until the next time")
    func regions() {
        let (wanted, resting, late) = (Probe("wanted"), Probe("resting"), Probe("late"))
        let stage = Stage()
        let outer = stage.addRegion("outer", width: 500, height: 500, wanted, resting)
        wanted.allowSimultaneousRecognition(with: resting)
        wanted.allowSimultaneousRecognition(with: late)
        stage.makeIdle(except: wanted)
        stage.engine.root.removeRegion(outer)
        stage.engine.root.addRegion(outer)
        stage.add(late, to: outer)
        stage.play(press + [.up(at: 0.2)])
        #expect(resting.notebook.lines == [] && late.notebook.lines.first == "late began 1")
        stage.makeIdle(except: wanted)
        stage.play([.down(0, 10, 10, at: 1), .up(at: 1.1)])
        #expect(!late.notebook.lines.contains("late began 2") && wanted.notebook.lines.contains("wanted began 2"))
        stage.makeIdle(except: wanted, resting)
        stage.play([.down(0, 10, 10, at: 2)])
        #expect(resting.notebook.lines == ["resting began 3"])
    }

    @Test("An idle recognizer can be disabled and enabled, and moved to another region, without becoming active")
    func switches() {
        let (wanted, probe) = (Probe("wanted"), Probe("probe"))
        wanted.allowSimultaneousRecognition(with: probe)
        let stage = Stage(wanted, probe)
        let region = stage.addRegion("region", width: 500, height: 500)
        stage.makeIdle(except: wanted)
        (probe.isEnabled, probe.isEnabled) = (false, true)
        region.addGestureRecognizer(probe)
        stage.play(press)
        #expect(probe.notebook.lines == [] && stage.failures.isEmpty && probe.isIdle)
        stage.makeIdle(except: probe)
        stage.play([.down(1, 10, 10, at: 1)])
        #expect(probe.notebook.lines == ["probe began 2"])
    }

    @Test("A relevant recognizer that is disabled is active, so that it can be enabled")
    func disabled() {
        let (pan, swipe) = (PanGestureRecognizer(name: "pan"), SwipeGestureRecognizer(name: "swipe"))
        pan.require(toFail: swipe)
        swipe.isEnabled = false
        let stage = Stage(pan, swipe)
        stage.makeIdle(except: pan)
        swipe.isEnabled = true
        stage.play([.down(0, 0, 0, at: 0), .move(0, 40, 0, at: 0.1), .move(0, 90, 0, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == ["swipe ended"])
    }
}
