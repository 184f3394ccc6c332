// Tests of delegates: which questions they get, when and how often, and the effect of their answers.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct DelegateTests {
    @Test("Event, touch, shouldBegin, requirements, simultaneity: each is asked once, in this order")
    func order() {
        let questions = Questions()
        let (first, second) = (Scripted.continuous("first", at: 10), Scripted.continuous("second", at: 20))
        let (a, b) = (Witness("a", in: questions), Witness("b", in: questions))
        (first.delegate, second.delegate) = (a, b)
        (first.questions, second.questions) = (questions, questions)
        Stage(first, second).play(path(10, 20, 30))
        #expect(
            questions.lines == [
                "a: first receives the event?", "a: first receives 1?", "b: second receives the event?",
                "b: second receives 1?",
                "a: first begins?", "first requires second?", "second required by first?",
                "a: first requires second?", "b: second required by first?",
                "a: first with second?", "b: second with first?",
            ])
    }

    @Test("A refused event offers none of its touches, also later; the next event is asked about")
    func noEvent() {
        let witness = Witness()
        let probe = Probe("it")
        probe.delegate = witness
        witness.receivesEvent = { _ in false }
        let stage = Stage(probe).watchDecisions().play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        #expect(witness.questions.lines == ["it receives the event?"] && stage.decisions == ["it refused 1: event"])
        witness.receivesEvent = { _ in true }
        stage.play([.down(1, 9, 0, at: 2), .move(0, 2, 0, at: 3), .up(0, at: 4), .up(1, at: 5)])
        #expect(probe.notebook.lines == ["it began 2", "it ended 2"])
    }

    @Test("A refused touch is never received and not asked about again; others are")
    func noTouch() {
        let witness = Witness()
        let probe = Probe("it")
        probe.delegate = witness
        witness.receivesTouch = { $1.id != 1 }
        let stage = Stage(probe).watchDecisions()
        stage.play([.down(0, 0, 0, at: 0), .down(1, 9, 0, at: 0), .move(0, 1, 0, at: 1), .up(0, at: 2), .up(1, at: 3)])
        #expect(probe.notebook.lines == ["it began 2", "it ended 2"])
        #expect(witness.questions.lines.count { $0.contains("receives 1") } == 1)
        #expect(stage.decisions.first == "it refused 1: touch")
    }

    @Test("The region is asked as well, after the delegate and only if that agrees")
    func region() {
        for (delegate, region) in [(true, true), (true, false), (false, true)] {
            let witness = Witness()
            witness.begins = { _ in delegate }
            let scripted = Scripted.discrete("it", at: 10)
            scripted.delegate = witness
            let stage = Stage(scripted)
            var asked = 0
            stage.engine.root.gestureRecognizerShouldBegin = { recognizer in
                #expect(recognizer === scripted && witness.questions.lines.last == "it begins?")
                asked += 1
                return region
            }
            stage.play(path(10))
            #expect(stage.words == (delegate && region ? ["it ended"] : []) && asked == (delegate ? 1 : 0))
        }
    }

    @Test("When asked whether it should begin, it reads possible from outside, with the attempt's measurement")
    func measurement() {
        let witness = Witness()
        let pan = PanGestureRecognizer(name: "pan")
        pan.delegate = witness
        var seen: (GestureRecognizer.State, Double, Point)?
        witness.begins = { recognizer in
            seen = (recognizer.state, pan.translation(in: nil).x, recognizer.location(in: nil))
            return true
        }
        Stage(pan).play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1)])
        #expect(seen?.0 == .possible && seen?.1 == 20 && seen?.2 == Point(x: 30, y: 0))
    }

    @Test("A delegate is not retained, and a released one is as none")
    func weak() {
        let scripted = Scripted.discrete("it", at: 10)
        do {
            let witness = Witness()
            witness.begins = { _ in false }
            scripted.delegate = witness
        }
        #expect(scripted.delegate == nil && Stage(scripted).play(path(10)).words == ["it ended"])
    }

    // MARK: - Answers that act

    @Test(
        "A delegate may disable or remove its recognizer when asked: its answer is ignored",
        arguments: ["event", "touch", "begin", "requires", "with"], [true, false])
    func switchesOff(question: String, isRemoved: Bool) {
        let witness = Witness()
        let (it, other) = (Scripted.continuous("it", at: 10), Scripted("other"))
        it.delegate = witness
        let stage = Stage(it, other)
        func act(_ asked: String, _ answer: Bool) -> Bool {
            guard asked == question else { return answer }
            if isRemoved { stage.engine.root.removeGestureRecognizer(it) } else { it.isEnabled = false }
            return true
        }
        witness.receivesEvent = { _ in act("event", true) }
        witness.receivesTouch = { _, _ in act("touch", true) }
        witness.begins = { _ in act("begin", true) }
        witness.requires = { _ in act("requires", false) }
        witness.isSimultaneous = { _ in act("with", false) }
        stage.play(path(10, 20, lifts: false))
        #expect(it.numberOfTouches == 0 && it.state == .possible || it.state == .failed)
        #expect(!it.state.isActive && stage.log.count { $0.state == .began } == stage.log.count { $0.state.isFinal })
        // Added again, it starts over.
        if isRemoved { stage.engine.root.addGestureRecognizer(it) } else { it.isEnabled = true }
        it.delegate = nil
        let before = stage.log.count
        stage.play([.up(at: 0.9)] + path(10, 20, from: 1))
        #expect(stage.log.dropFirst(before).map(\.description) == ["it began", "it changed", "it ended"])
        #expect(it.numberOfTouches == 0)
    }
}
