// Tests of delegates: which questions they get, when and how often, and the effect of their answers.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct DelegateTests {
    @Test("Event, touch, shouldBegin, requirements, simultaneity: each is asked once, in this order")
    func order() {
        let questions = Notebook()
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

    @Test(
        "A delegate may disable or remove its recognizer when asked about an event or a touch: its answer is ignored",
        arguments: [true, false], [true, false])
    func switchesOff(aboutEvent: Bool, isRemoved: Bool) {
        let (witness, it) = (Witness(), Scripted.continuous("it", at: 10))
        it.delegate = witness
        let stage = Stage(it, Scripted("other"))
        func act(_ isAsked: Bool) -> Bool {
            if isAsked, isRemoved { stage.engine.root.removeGestureRecognizer(it) }
            if isAsked, !isRemoved { it.isEnabled = false }
            return true
        }
        (witness.receivesEvent, witness.receivesTouch) = ({ _ in act(aboutEvent) }, { _, _ in act(!aboutEvent) })
        stage.play(path(10, 20, lifts: false))
        #expect(it.numberOfTouches == 0 && !it.state.isActive)
        #expect(stage.log.count { $0.state == .began } == stage.log.count { $0.state.isFinal })
    }
}
