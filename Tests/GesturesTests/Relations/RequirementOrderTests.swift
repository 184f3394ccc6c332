// Tests of the order in which waiting recognizers are released, and of cycles.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RequirementOrderTests {
    @Test("Single, double and triple tap: level by level, at one time", arguments: 1...3)
    func chain(count: Int) {
        let (single, double, triple) = (TapRow.recognizer(1), TapRow.recognizer(2), TapRow.recognizer(3))
        single.require(toFail: double)
        single.require(toFail: triple)
        double.require(toFail: triple)
        for order in [[single, double, triple], [triple, double, single], [double, triple, single]] {
            let stage = Stage(order).play(TapRow.fingers(count), rest: 1)
            #expect(stage.words == ["\(TapRow.names[count - 1]) ended"])
            let lift = Double(count - 1) * 0.2 + 0.1
            #expect(stage.log.map(\.time) == [count == 3 ? lift : Timestamp.seconds(lift + 0.35).seconds])
        }
    }

    @Test("A chain of pairs is resolved as well: one that waits for a waiting one is released or failed with it")
    func pairs() {
        for fails in [true, false] {
            let last = Scripted("last", [30: fails ? .failed : .recognized])
            let (first, second) = (Scripted.discrete("first", at: 10), Scripted.discrete("second", at: 20))
            first.require(toFail: second)
            second.require(toFail: last)
            for scripted in [first, second, last] { scripted.prevents = { _ in false } }
            let stage = Stage(first, second, last).play(path(10, 20, 30))
            // When the last fails, the second is recognized, and the first fails; and vice versa.
            #expect(stage.words == (fails ? ["second ended"] : ["first ended", "last ended"]))
        }
    }

    @Test("Recognizers released at once are in the order in which they began to wait, and each prevents the next")
    func orderOfRelease() {
        for prevents in [true, false] {
            let other = Scripted("other", [40: .failed])
            let names = ["late", "early", "middle"]
            let waiting = zip(names, [30.0, 10, 20]).map { name, x in
                let scripted = Scripted.discrete(name, at: x)
                scripted.prevents = { _ in prevents }
                scripted.require(toFail: other)
                return scripted
            }
            let stage = Stage(waiting + [other]).watchDecisions().play(path(10, 20, 30, 40))
            let activated = stage.decisions.filter { $0.hasSuffix("activated ended") }.map {
                $0.split(separator: " ")[0]
            }
            #expect(activated == (prevents ? ["early"] : ["early", "middle", "late"]))
            #expect(Set(stage.failures.map(\.name)) == (prevents ? ["other", "late", "middle"] : ["other"]))
        }
    }

    @Test("Of recognizers that began to wait in one event, the inner region's comes first, then the one added first")
    func orderWithinEvent() {
        let other = Scripted("other", [20: .failed])
        let stage = Stage()
        let inner = stage.addRegion("inner", width: 500, height: 500)
        let places = [("outer", stage.engine.root), ("first", inner), ("second", inner)]
        for (name, region) in places {
            let scripted = Scripted.discrete(name, at: 10)
            scripted.prevents = { _ in false }
            scripted.require(toFail: other)
            stage.add(scripted, to: region)
        }
        stage.add(other, to: stage.engine.root)
        stage.watchDecisions().play(path(10, 20))
        let activated = stage.decisions.filter { $0.hasSuffix("activated ended") }
        #expect(activated == ["first", "second", "outer"].map { "\($0) activated ended" })
    }

    @Test("A third recognizer that prevents a waiting one releases no other that it required")
    func preventedWhileHeld() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other", [30: .failed]))
        waiting.require(toFail: other)
        let third = Scripted.continuous("third", at: 20)
        third.prevents = { $0 === waiting }
        let stage = Stage(waiting, other, third).watchDecisions().play(path(10, 20, 30))
        #expect(stage.words == ["third began", "third changed", "third ended"])
        #expect(stage.decisions.contains("waiting failed: prevented by third"))
    }

    @Test("A third recognizer that prevents the required one releases the waiting one")
    func requiredIsPrevented() {
        let (waiting, other) = (Scripted.discrete("waiting", at: 10), Scripted("other"))
        waiting.require(toFail: other)
        let third = Scripted.continuous("third", at: 20)
        third.prevents = { $0 === other }
        waiting.prevents = { _ in false }
        let stage = Stage(waiting, other, third).play(path(10, 20))
        #expect(Set(stage.words) == ["third began", "third ended", "waiting ended"])
    }

    // MARK: - Cycles

    @Test("A cycle is refused, and earlier declarations stay: of two, of three, of one with itself")
    func cycle() {
        let (a, b, c) = (Scripted.discrete("a", at: 10), Scripted("b", [20: .failed]), Scripted("c"))
        #expect(a.require(toFail: b) && b.require(toFail: c) && a.require(toFail: c) && a.require(toFail: b))
        #expect(!b.require(toFail: a) && !c.require(toFail: b) && !c.require(toFail: a) && !a.require(toFail: a))
        // `b` waits for none: the refused requirement does not exist.
        let stage = Stage(a, b).play(path(10, 20))
        #expect(stage.words == ["a ended"])
    }

    @Test("Of two that dynamically require each other the first to ask waits, and neither waits for ever")
    func mutual() {
        for firstFails in [true, false] {
            let (first, second) = (
                Scripted.discrete("first", at: 10), Scripted("second", [20: firstFails ? .failed : .recognized])
            )
            first.requires = { _ in true }
            second.requires = { _ in true }
            let stage = Stage(second, first).play(path(10, 20))
            #expect(stage.words == (firstFails ? ["first ended"] : ["second ended"]))
        }
    }

    @Test("Two that require each other and want to begin in one event: one of them is recognized")
    func mutualAtOnce() {
        let (first, second) = (Scripted.discrete("first", at: 10), Scripted.discrete("second", at: 10))
        first.requires = { _ in true }
        second.requires = { _ in true }
        let stage = Stage(first, second).play(path(10))
        #expect(stage.words == ["second ended"] && stage.failures.map(\.name) == ["first"])
    }

    @Test(
        "A recognizer that others wait for does not come before one of an inner region", arguments: [[0, 1], [1, 0]])
    func innerRegion(order: [Int]) {
        let inner = Region(name: "inner", size: Size(width: 1000, height: 1000))
        let outer = Scripted.discrete("outer", at: 10)
        let recognizers = [Scripted.discrete("waiting", at: 10), Scripted.discrete("rival", at: 10)]
        recognizers[0].require(toFail: outer)
        recognizers[0].allowSimultaneousRecognition(with: recognizers[1])
        let stage = Stage(outer)
        stage.engine.root.addRegion(inner)
        for index in order { inner.addGestureRecognizer(recognizers[index]) }
        #expect(Set(stage.play(path(10)).words) == ["rival ended", "waiting ended"])
    }

    @Test("A recognizer that waits for an attempt of this event stays before a rival that others wait for")
    func placeIsKept() {
        for order in [[0, 1], [1, 0]] {
            for isAwaited in [false, true] {
                let (waiting, patient) = (Scripted.discrete("waiting", at: 20), Scripted.discrete("patient", at: 10))
                let outer = [Scripted.discrete("required", at: 20), Scripted.discrete("rival", at: 20)]
                let refusal = Witness()
                refusal.begins = { _ in false }
                outer[0].delegate = refusal
                waiting.require(toFail: outer[0])
                outer[0].allowSimultaneousRecognition(with: outer[1])
                if isAwaited { patient.require(toFail: outer[1]) }
                patient.prevents = { _ in false }
                patient.isPrevented = { _ in false }
                let stage = Stage(order.map { outer[$0] } + [patient])
                let inner = Region(name: "inner", size: Size(width: 1000, height: 1000))
                stage.engine.root.addRegion(inner)
                inner.addGestureRecognizer(waiting)
                #expect(Set(stage.play(path(10, 20)).words) == ["waiting ended", "patient ended"])
            }
        }
    }

    @Test("A recognizer released by an attempt has wanted to begin for longer than another one that would prevent it")
    func releasedBeforeOneThatPrevents() {
        for isReversed in [false, true] {
            let (waiting, blocking) = (Scripted.discrete("waiting", at: 10), Scripted("blocking"))
            let opening = Scripted.discrete("opening", at: 20)
            let preventing = Scripted.discrete("preventing", at: 20)
            opening.prevents = { _ in false }
            preventing.prevents = { $0 === waiting }
            waiting.prevents = { _ in false }
            waiting.require(toFail: blocking)
            blocking.require(toFail: opening)
            let attempts = isReversed ? [preventing, opening] : [opening, preventing]
            let stage = Stage([waiting, blocking] + attempts).play(path(10, 20))
            #expect(Set(stage.words) == ["opening ended", "waiting ended", "preventing ended"])
        }
    }
}
