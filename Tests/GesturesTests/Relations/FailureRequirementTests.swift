// Tests of failure requirements: how they are declared, what a recognizer has while it waits, and what releases it.

import Gestures
import Testing
import Touch
import TouchTesting

/// A recognizer that wants to be recognized at x = 10, or to begin there, and one that it requires to fail.
private func pair(isContinuous: Bool = false, _ states: [Double: GestureRecognizer.State] = [:]) -> (Scripted, Scripted)
{
    let waiting = isContinuous ? Scripted.continuous("waiting", at: 10) : .discrete("waiting", at: 10)
    let other = Scripted("other", states)
    waiting.require(toFail: other)
    return (waiting, other)
}

private func setDeadline(_ scripted: Scripted, _ event: TouchEvent) {
    scripted.deadline = event.timestamp.adding(seconds: 1)
}

@Suite struct FailureRequirementTests {
    @Test("A recognizer waits, possible for others, until the required one has failed", arguments: [true, false])
    func failed(isFirst: Bool) {
        let (waiting, other) = pair(isContinuous: true, [30: .failed])
        let stage = Stage(isFirst ? [waiting, other] : [other, waiting]).watchDecisions()
        stage.play(path(10, 20, lifts: false))
        #expect(stage.words == [] && waiting.state == .possible && waiting.ownStates == [.began, .changed])
        #expect(stage.decisions.contains("waiting waits for other"))
        stage.play([.move(0, 30, 0, at: 0.3), .up(at: 0.4)])
        #expect(stage.words == ["waiting began", "waiting changed", "waiting ended"])
        #expect(stage.log.map(\.time) == [0.3, 0.3, 0.4])
    }

    @Test("A yes from any side applies, whatever the others answer; a no from all sides does not", arguments: 0..<32)
    func sides(bits: Int) {
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
        #expect(stage.words == (bits == 0 ? ["waiting ended"] : []))
    }

    // MARK: - While it waits

    @Test("A finger that lifts during the wait is in its begin, and not afterwards", arguments: [true, false])
    func fingerLifts(fails: Bool) {
        let (waiting, other) = pair(isContinuous: true, [30: fails ? .failed : .recognized])
        let stage = Stage(waiting, other)
        stage.play(path(10, lifts: false) + [.down(1, 5, 5, at: 0.2), .up(1, at: 0.3)])
        #expect(waiting.numberOfTouches == 2 && waiting.numberOfTouchesDown == 1)
        stage.play([.move(0, 30, 0, at: 0.4)])
        #expect(waiting.numberOfTouches == 1)
        stage.play([.move(0, 40, 0, at: 0.5), .up(at: 0.6)])
        #expect(stage.log.filter { $0.name == "waiting" }.map(\.touches) == (fails ? [[1, 2], [1], [1], [1]] : []))
    }

    @Test("A waiting swipe, pan or transform of one finger fails when two more land beside its own")
    func oneTooMany() {
        let swipes = zip(["one", "two", "three"], 1...3).map { name, count in
            with(SwipeGestureRecognizer(name: name)) { $0.numberOfTouchesRequired = count }
        }
        swipes[0].require(toFail: swipes[1])
        let stroke: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.1)]
        let others: [FingerStep] = [
            .down(1, 0, 100, at: 0.15), .down(2, 0, 200, at: 0.16), .move(1, 60, 100, at: 0.2),
            .move(2, 60, 200, at: 0.2),
        ]
        let transform = with(TransformGestureRecognizer(name: "transform")) { $0.maximumNumberOfTouches = 1 }
        // An edge pan ignores them.
        let edge = with(ScreenEdgePanGestureRecognizer(name: "edge")) { $0.edges = .left }
        for (waiting, words) in [
            (nil, ["three ended"]), (RealisticSet.pan("pan", 1, 1), ["three ended"]), (transform, ["three ended"]),
            (edge, ["edge began"]),
        ] as [(GestureRecognizer?, [String])] {
            waiting?.require(toFail: swipes[0])
            #expect(Stage(swipes + [waiting].compactMap(\.self)).play(stroke + others).words == words)
        }
        // A finger that lands after its finger has lifted belongs to another gesture.
        #expect(Stage(swipes).play(stroke + [.up(0, at: 0.12)] + others).words.first == "one ended")
    }

    @Test("A continuous gesture whose fingers lift during the wait begins and ends when released")
    func heldToTheEnd() {
        let (waiting, other) = pair(isContinuous: true)
        (other.late, other.then) = (.failed, setDeadline)
        let stage = Stage(waiting, other).play(path(10, 20, 30), rest: 0.1)
        #expect(stage.words == [] && waiting.state == .possible)
        stage.wait(until: 2)
        #expect(stage.journal.filter { $0.hasPrefix("waiting acts") } == ["waiting acts began", "waiting acts ended"])
        #expect(stage.words == ["waiting began", "waiting ended"] && stage.log.map(\.time) == [1, 1])
        #expect(stage.log.map(\.touches) == [[1], [1]])
    }

    @Test("A released gesture begins where it was when it became ready, and changes to the present place")
    func location() {
        let (waiting, other) = (PanGestureRecognizer(name: "pan"), Scripted("other", [50: .failed]))
        waiting.require(toFail: other)
        let stage = Stage(waiting, other)
        var acted: [Double] = []
        waiting.addAction { acted.append($0.location(in: nil).x) }
        stage.play(path(20, 35, 50))
        #expect(stage.words == ["pan began", "pan changed", "pan ended"])
        #expect(stage.log.map(\.location.x) == [20, 50, 50] && acted == [20, 50, 50])
        #expect(stage.log.map(\.measurement.translation?.x) == [10, 40, 40])
    }

    @Test("A tap that waited has the finger's place, although another finger is elsewhere by then")
    func tapLocation() {
        let taps = RealisticSet.singleAndDouble
        var places: [Point?] = []
        taps[0].addAction { places += [$0.location(in: nil), $0.location(ofTouch: 0, in: nil)] }
        let stage = Stage(taps).play([
            .down(0, 100, 100, at: 0), .move(0, 104, 100, at: 0.05), .up(at: 0.1), .down(1, 900, 900, at: 0.2),
        ])
        #expect(stage.log.map(\.location) == [Point(x: 104, y: 100)])
        #expect(places == [Point(x: 104, y: 100), Point(x: 104, y: 100)])
    }

    // MARK: - Who does not hold

    enum Absence: CaseIterable { case disabled, removed, withoutTouch, withoutEvent, elsewhere }

    @Test(
        "A required recognizer that is disabled, removed, refused or without the touch delays no other",
        arguments: Absence.allCases)
    func doesNotHold(absence: Absence) {
        let (waiting, other) = pair()
        let (stage, refusing) = (Stage(waiting, other), Witness())
        switch absence {
        case .disabled: other.isEnabled = false
        case .removed: stage.engine.root.removeGestureRecognizer(other)
        case .withoutTouch: refusing.receivesTouch = { _, _ in false }
        case .withoutEvent: refusing.receivesEvent = { _ in false }
        case .elsewhere: stage.addRegion("elsewhere", x: 1000, width: 9, height: 9).addGestureRecognizer(other)
        }
        other.delegate = refusing
        #expect(stage.play(path(10, lifts: false)).words == ["waiting ended"])
    }

    @Test("A required recognizer left possible without touches releases those that waited, a deadline or not")
    func leftInPossible() {
        for hasDeadline in [false, true] {
            let (waiting, other) = pair()
            if hasDeadline { other.then = setDeadline }
            let stage = Stage(waiting, other).watchDecisions().play(path(10, lifts: false))
            #expect(stage.words == [])
            stage.play([.up(at: 0.5)])
            #expect(stage.words == (hasDeadline ? [] : ["waiting ended"]))
            stage.wait(until: 2)
            #expect(stage.log.map(\.time) == [hasDeadline ? 1 : 0.5] && other.state == .possible)
            #expect(hasDeadline || stage.decisions.contains("other undecided"))
        }
    }

    @Test("A deallocated recognizer delays no other, and its requirement is gone")
    func gone() {
        let waiting = Scripted.discrete("waiting", at: 10)
        do { waiting.require(toFail: Scripted("short-lived")) }
        #expect(Stage(waiting).play(path(10)).words == ["waiting ended"])
    }
}
