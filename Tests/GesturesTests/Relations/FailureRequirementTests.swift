// Tests of failure requirements: a recognizer waits exactly until the others have failed.

import Gestures
import Testing
import Touch
import TouchTesting

/// The ways to declare that `waiting` requires `other` to fail.
enum RequirementForm: CaseIterable {
    case declared, byItself, byTheOther, byItsDelegate, byTheDelegateOfTheOther

    /// Declares it, and keeps the delegate that declares it.
    func declare(_ waiting: Scripted, _ other: Scripted, _ keep: (Witness) -> Void) {
        let witness = Witness()
        switch self {
        case .declared: waiting.require(toFail: other)
        case .byItself: waiting.requires = { [unowned other] in $0 === other }
        case .byTheOther: other.isRequired = { [unowned waiting] in $0 === waiting }
        case .byItsDelegate:
            witness.requires = { [unowned other] in $0 === other }
            waiting.delegate = witness
        case .byTheDelegateOfTheOther:
            witness.isRequired = { [unowned waiting] in $0 === waiting }
            other.delegate = witness
        }
        keep(witness)
    }
}

@Suite struct FailureRequirementTests {
    @Test(
        "A recognizer waits, possible for others, until the required one has failed",
        arguments: RequirementForm.allCases, [true, false])
    func failed(_ form: RequirementForm, isFirst: Bool) {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [30: .failed]))
        var kept: [Witness] = []
        form.declare(waiting, other) { kept.append($0) }
        let stage = Stage(isFirst ? [waiting, other] : [other, waiting]).watchDecisions()
        stage.play(path(10, 20, lifts: false))
        #expect(stage.words == [] && waiting.state == .possible)
        #expect(waiting.ownStates == [.began, .changed])
        #expect(stage.decisions.contains("waiting waits for other"))
        stage.play([.move(0, 30, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.words == ["waiting began", "waiting changed", "waiting ended"])
        #expect(stage.log.map(\.time) == [0.3, 0.3, 0.4])
    }

    @Test("A recognizer fails when the required one is recognized", arguments: RequirementForm.allCases, [true, false])
    func recognized(_ form: RequirementForm, isContinuous: Bool) {
        let waiting = Scripted.discrete("waiting", at: 10)
        let other = isContinuous ? Scripted.continuous("other", at: 30) : .discrete("other", at: 30)
        other.prevents = { _ in false }
        var kept: [Witness] = []
        form.declare(waiting, other) { kept.append($0) }
        let stage = Stage(waiting, other).watchDecisions().play(path(10, 20, 30, 40))
        #expect(!stage.words.contains("waiting ended") && stage.words.first?.hasPrefix("other") == true)
        #expect(stage.failures.map(\.description) == ["waiting failed"] && stage.failures.map(\.time) == [0.3])
        #expect(stage.decisions.contains("waiting failed: required other"))
    }

    @Test("An undecided recognizer fails with the required one's recognition, too, although nothing prevents it")
    func recognizedBefore() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 20), Scripted.continuous("other", at: 10))
        waiting.require(toFail: other)
        waiting.allowSimultaneousRecognition(with: other)
        let stage = Stage(waiting, other).play(path(10, 20))
        #expect(stage.words == ["other began", "other changed", "other ended"])
        #expect(stage.failures.map(\.time) == [0.1])
    }

    @Test("A requirement is permanent: it applies to every attempt")
    func forGood() {
        let (single, double) = (TapRow.recognizer(1), TapRow.recognizer(2))
        single.require(toFail: double)
        let stage = Stage(single, double)
        for start in [0.0, 10, 20] {
            stage.play([.down(0, 0, 0, at: start), .up(at: start + 0.1)], rest: 1)
        }
        #expect(stage.words == Array(repeating: "single ended", count: 3))
        #expect(stage.log.map(\.time) == [0.45, 10.45, 20.45])
    }

    @Test("A dynamic requirement is asked for once per pair and attempt, and again for the next")
    func dynamic() {
        let questions = Questions()
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [40: .failed]))
        (waiting.questions, other.questions) = (questions, questions)
        var isRequired = true
        waiting.requires = { _ in isRequired }
        let stage = Stage(waiting, other).play(path(10, 20, 30, 40))
        #expect(questions.lines == ["waiting requires other?"])
        #expect(stage.log.map(\.time) == [0.4, 0.4, 0.5])
        isRequired = false
        stage.play(path(10, 20, from: 1))
        #expect(questions.lines.dropFirst() == ["waiting requires other?", "other required by waiting?"])
        #expect(stage.log.dropFirst(3).map(\.time) == [1.1, 1.2, 1.3])
    }

    @Test("A yes from any side applies, whatever the others answer; a no from all sides does not")
    func sides() {
        for bits in 0..<32 {
            let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
            let (own, others) = (Witness(), Witness())
            func says(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
            if says(0) { waiting.require(toFail: other) }
            waiting.requires = { _ in says(1) }
            other.isRequired = { _ in says(2) }
            own.requires = { _ in says(3) }
            others.isRequired = { _ in says(4) }
            // The methods that are not asked: they concern the other direction.
            (own.isRequired, others.requires) = ({ _ in !says(3) }, { _ in !says(4) })
            (waiting.delegate, other.delegate) = (own, others)
            let stage = Stage(waiting, other).play(path(10, lifts: false))
            #expect(stage.words == (bits == 0 ? ["waiting ended"] : []), "sides \(bits)")
        }
    }

    @Test("A waiting recognizer gets its touches, including those of further fingers")
    func keepsGetting() {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other)
        stage.play(
            path(10, lifts: false) + [.down(1, 5, 5, at: 0.2), .move(1, 6, 5, at: 0.3), .move(0, 30, 0, at: 0.4)])
        #expect(waiting.seen == ["1 began", "1 moved", "2 began", "2 moved", "1 moved"])
        #expect(stage.log.last?.touches == [1, 2])
    }

    @Test(
        "A finger that lifts during the wait is in its begin, and not afterwards",
        arguments: [true, false])
    func fingerLifts(fails: Bool) {
        let waiting = Scripted.continuous("waiting", at: 10)
        let other = Scripted("other", [30: fails ? .failed : .recognized])
        waiting.require(toFail: other)
        let stage = Stage(waiting, other)
        stage.play(path(10, lifts: false) + [.down(1, 5, 5, at: 0.2), .up(1, at: 0.3)])
        #expect(waiting.numberOfTouches == 2 && waiting.numberOfTouchesDown == 1)
        stage.play([.move(0, 30, 0, at: 0.4)])
        #expect(waiting.numberOfTouches == 1)
        stage.play([.move(0, 40, 0, at: 0.5), .up(at: 0.6)])
        #expect(stage.log.filter { $0.name == "waiting" }.map(\.touches) == (fails ? [[1, 2], [1], [1], [1]] : []))
    }

    @Test("A waiting discrete gesture has its touches, and receives no other")
    func discreteSeesNoOther() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).watchDecisions()
        stage.play(
            path(10, lifts: false) + [.down(1, 5, 5, at: 0.2), .move(1, 6, 5, at: 0.3), .move(0, 30, 0, at: 0.4)])
        #expect(waiting.seen == ["1 began", "1 moved"] && stage.decisions.contains("waiting refused 2: waiting"))
        #expect(stage.log.map(\.touches) == [[1]])
    }

    @Test("A waiting swipe, pan or transform of one finger fails when two more land beside its own")
    func oneTooMany() {
        let (one, two) = (SwipeGestureRecognizer(name: "one"), SwipeGestureRecognizer(name: "two"))
        let three = SwipeGestureRecognizer(name: "three")
        (two.numberOfTouchesRequired, three.numberOfTouchesRequired) = (2, 3)
        one.require(toFail: two)
        let stroke: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.1)]
        let others: [FingerStep] = [.down(1, 0, 100, at: 0.15), .down(2, 0, 200, at: 0.16)]
        let end: [FingerStep] = [.move(1, 60, 100, at: 0.2), .move(2, 60, 200, at: 0.2)]
        #expect(Stage(one, two, three).play(stroke + others + end).words == ["three ended"])
        let transform = TransformGestureRecognizer(name: "transform")
        transform.maximumNumberOfTouches = 1
        for waiting in [RealisticSet.pan("pan", 1, 1), transform] {
            waiting.require(toFail: one)
            let stage = Stage(one, two, three, waiting).play(stroke + others + end)
            #expect(stage.words == ["three ended"], "\(waiting.name)")
        }
        // An edge pan ignores them.
        let edge = ScreenEdgePanGestureRecognizer(name: "edge")
        edge.edges = .left
        edge.require(toFail: one)
        #expect(Stage(one, two, three, edge).play(stroke + others + end).words == ["edge began"])
        // A finger that lands after its finger has lifted belongs to another gesture.
        #expect(Stage(one, two, three).play(stroke + [.up(0, at: 0.12)] + others + end).words.first == "one ended")
    }

    @Test("A continuous gesture whose fingers lift during the wait begins and ends when released")
    func heldToTheEnd() {
        let (waiting, other) = (Scripted.continuous("waiting", at: 10), Scripted("other"))
        other.late = .failed
        other.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 1) }
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10, 20, 30), rest: 0.1)
        #expect(stage.words == [] && waiting.state == .possible)
        stage.wait(until: 2)
        #expect(stage.words == ["waiting began", "waiting ended"] && stage.log.map(\.time) == [1, 1])
        #expect(stage.journal.filter { $0.hasPrefix("waiting acts") } == ["waiting acts began", "waiting acts ended"])
        #expect(stage.log.map(\.touches) == [[1], [1]])
    }

    @Test("A waiting discrete gesture is recognized at the other's deadline, not with the next touch")
    func atTheDeadline() {
        let (single, double) = (TapRow.recognizer(1), TapRow.recognizer(2))
        single.require(toFail: double)
        let stage = Stage(single, double).play(TapRow.fingers(1))
        #expect(stage.engine.nextDeadline == .seconds(0.45))
        stage.play([.down(0, 900, 900, at: 5)])
        #expect(stage.words == ["single ended"] && stage.log.map(\.time) == [0.45])
    }

    @Test("A released gesture begins where it was when it became ready, and changes to the present place")
    func location() {
        let (waiting, other) = (PanGestureRecognizer(name: "pan"), Scripted("other", [50: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other)
        var acted: [Point] = []
        waiting.addAction { acted.append($0.location(in: nil)) }
        stage.play(path(20, 35, 50))
        #expect(stage.words == ["pan began", "pan changed", "pan ended"])
        #expect(stage.log.map(\.location.x) == [20, 50, 50] && acted.map(\.x) == [20, 50, 50])
        let translations = stage.log.map { entry -> Double in
            if case .pan(let translation, _, _) = entry.measurement { translation.x } else { -1 }
        }
        #expect(translations == [10, 40, 40])
    }

    @Test("A tap that waited has the finger's place, although another finger is elsewhere by then")
    func tapLocation() {
        let (single, double) = (TapRow.recognizer(1), TapRow.recognizer(2))
        single.require(toFail: double)
        var places: [Point?] = []
        single.addAction { places += [$0.location(in: nil), $0.location(ofTouch: 0, in: nil)] }
        let stage = Stage(single, double).play([
            .down(0, 100, 100, at: 0), .move(0, 104, 100, at: 0.05), .up(at: 0.1), .down(1, 900, 900, at: 0.2),
        ])
        #expect(stage.log.map(\.location) == [Point(x: 104, y: 100)])
        #expect(places == [Point(x: 104, y: 100), Point(x: 104, y: 100)])
    }

    @Test("One that is cancelled after it began has failed those that waited before, when it began")
    func cancelled() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted.continuous("other", at: 20))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10, 20, lifts: false) + [.cancel(at: 0.5)], rest: 1)
        #expect(stage.words == ["other began", "other cancelled"] && stage.failures.map(\.time) == [0.2])
    }

    // MARK: - Who does not hold

    @Test("A required recognizer that is disabled, removed, refused or without the touch delays no other")
    func doesNotHold() {
        let region = Region(name: "elsewhere", origin: Point(x: 1000, y: 500), size: Size(width: 9, height: 9))
        let refusing = Witness()
        refusing.receivesTouch = { _, _ in false }
        let prepare: [(String, (Stage, Scripted) -> Void)] = [
            ("disabled", { $1.isEnabled = false }), ("removed", { $0.engine.root.removeGestureRecognizer($1) }),
            ("refused", { $1.delegate = refusing }),
            (
                "untouched",
                { stage, other in
                    stage.engine.root.addRegion(region)
                    region.addGestureRecognizer(other)
                }
            ),
            (
                "refused the event",
                { _, other in
                    refusing.receivesEvent = { _ in false }
                    other.delegate = refusing
                }
            ),
        ]
        for (name, prepare) in prepare {
            let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
            waiting.require(toFail: other)
            let stage = Stage(waiting, other)
            prepare(stage, other)
            stage.play(path(10, lifts: false))
            #expect(stage.words == ["waiting ended"], "\(name)")
        }
    }

    @Test("A required recognizer left possible without touches and deadlines releases those that waited")
    func leftInPossible() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).watchDecisions().play(path(10, lifts: false))
        #expect(stage.words == [])
        stage.play([.up(at: 0.5)])
        #expect(stage.words == ["waiting ended"] && other.state == .possible)
        #expect(stage.decisions.contains("other undecided"))
    }

    @Test("A required recognizer with a deadline delays others without touches, and so does a custom row of taps")
    func deadlineHolds() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
        other.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 1) }
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10), rest: 0.5)
        #expect(stage.words == [])
        // The deadline changes nothing: in `possible` without touches, it delays no recognizer.
        stage.wait(until: 1)
        #expect(stage.words == ["waiting ended"] && stage.log.map(\.time) == [1])
    }

    @Test("Disabling or removing the required recognizer releases the waiting one at once", arguments: [true, false])
    func switchedOff(isRemoved: Bool) {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10, lifts: false))
        if isRemoved { stage.engine.root.removeGestureRecognizer(other) } else { other.isEnabled = false }
        #expect(stage.words == ["waiting ended"])
    }

    @Test("A required recognizer that ignores its touches releases those that waited")
    func ignores() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Probe("other"))
        waiting.require(toFail: other)
        other.onMoved = { probe in
            guard let event = probe.event, probe.touches[0].location.x == 20 else { return }
            for touch in probe.touches { probe.ignore(touch, for: event) }
        }
        let stage = Stage(waiting, other).play(path(10, lifts: false))
        #expect(stage.words == [])
        stage.play([.move(0, 20, 0, at: 0.2)])
        #expect(stage.words == ["waiting ended"])
    }

    @Test("A deallocated recognizer delays no other, and its requirement is gone")
    func gone() {
        let waiting = Scripted.discrete("waiting", at: 10)
        do { waiting.require(toFail: Scripted("short-lived")) }
        #expect(Stage(waiting).play(path(10)).words == ["waiting ended"])
    }

    @Test("A new recognizer, perhaps at the same address, is not required by any other")
    func successor() {
        for _ in 0..<20 {
            let waiting = Scripted.discrete("waiting", at: 10)
            do { waiting.require(toFail: Scripted("short-lived")) }
            let successors = (0..<10).map { Scripted("successor \($0)") }
            #expect(Stage([waiting] + successors).play(path(10, lifts: false)).words == ["waiting ended"])
        }
    }

    @Test("A recognizer disabled or removed during its wait is not recognized later", arguments: [true, false])
    func waitingSwitchedOff(isRemoved: Bool) {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other", [20: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other).play(path(10, lifts: false))
        if isRemoved { stage.engine.root.removeGestureRecognizer(waiting) } else { waiting.isEnabled = false }
        stage.play([.move(0, 20, 0, at: 0.5), .up(at: 0.6)], rest: 1)
        #expect(stage.words == [] && stage.failures.map(\.name).contains("waiting") && waiting.state == .possible)
    }
}
