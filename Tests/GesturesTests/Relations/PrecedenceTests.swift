// Tests of the order in which recognizers that want to begin in one event are decided.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct PrecedenceTests {
    /// Every order of three.
    static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    /// Plays a path with `waiting` in an inner region and the others around it, added in this order.
    private func words(_ waiting: Scripted, _ others: [Scripted], _ order: [Int], _ steps: [FingerStep]) -> Set<String>
    {
        let stage = Stage(order.map { others[$0] })
        stage.addRegion("inner", width: 1000, height: 1000, waiting)
        return Set(stage.play(steps).words)
    }

    @Test("A recognizer that another releases begins before one of an outer region", arguments: orders)
    func released(order: [Int]) {
        let (waiting, required) = (Scripted.discrete("waiting", at: 10), Scripted("required"))
        let (friend, rival) = (Scripted.discrete("friend", at: 10), Scripted.discrete("rival", at: 10))
        waiting.require(toFail: required)
        for other in [waiting, rival] { friend.allowSimultaneousRecognition(with: other) }
        #expect(words(waiting, [required, friend, rival], order, path(10)) == ["friend ended", "waiting ended"])
    }

    @Test(
        "A released recognizer also begins first if it would prevent the one that releases it, but not vice versa",
        arguments: orders)
    func releasedByOneThatItDominates(order: [Int]) {
        let (waiting, required) = (Scripted.discrete("waiting", at: 10), Scripted("required"))
        let (weak, rival) = (Scripted.discrete("weak", at: 10), Scripted.discrete("rival", at: 10))
        waiting.require(toFail: required)
        weak.prevents = { $0 !== waiting }
        weak.allowSimultaneousRecognition(with: rival)
        #expect(words(waiting, [required, weak, rival], order, path(10)) == ["weak ended", "waiting ended"])
    }

    @Test("A recognizer that nothing releases in this event does not delay its rivals", arguments: orders)
    func notReleased(order: [Int]) {
        let (waiting, required) = (Scripted.discrete("waiting", at: 10), Scripted("required", [20: .failed]))
        let (friend, rival) = (Scripted.discrete("friend", at: 10), Scripted.discrete("rival", at: 10))
        waiting.require(toFail: required)
        friend.prevents = { _ in false }
        friend.allowSimultaneousRecognition(with: rival)
        #expect(words(waiting, [required, friend, rival], order, path(10, 20)) == ["friend ended", "rival ended"])
    }

    @Test(
        "A recognizer that has waited since an earlier event begins before one of an inner region",
        arguments: [false, true])
    func waitedLonger(isReversed: Bool) {
        let waiting = Scripted.discrete("waiting", at: 10)
        let required = Scripted("required", [20: .failed])
        waiting.require(toFail: required)
        let stage = Stage(isReversed ? [required, waiting] : [waiting, required])
        stage.addRegion("inner", width: 1000, height: 1000, Scripted.discrete("inner", at: 20))
        #expect(stage.play(path(10, 20)).words == ["waiting ended"])
    }

    @Test(
        "A recognizer that waited for a rival is decided after it, also if another releases it first", arguments: orders
    )
    func releasedByAnother(order: [Int]) {
        for isFirst in [false, true] {
            let (waiting, between) = (Scripted.discrete("waiting", at: 10), Scripted.discrete("between", at: 10))
            let (awaited, friend) = (Scripted.discrete("awaited", at: 10), Scripted.discrete("friend", at: 10))
            waiting.require(toFail: between)
            between.require(toFail: awaited)
            // The recognizer that waits for it would prevent it, and it does not prevent that one.
            awaited.prevents = { $0 !== waiting }
            for other in [waiting, awaited] { friend.allowSimultaneousRecognition(with: other) }
            let others = order.map { [between, awaited, friend][$0] }
            let words = Stage(isFirst ? [waiting] + others : others + [waiting]).play(path(10)).words
            #expect(Set(words) == ["awaited ended", "friend ended", "waiting ended"])
        }
    }

    /// Requires the first to fail, and removes it when it is asked about the second.
    private final class Remover: GestureRecognizerDelegate {
        let required: GestureRecognizer
        let rival: GestureRecognizer

        init(_ required: GestureRecognizer, askedAbout rival: GestureRecognizer) {
            (self.required, self.rival) = (required, rival)
        }

        func gestureRecognizer(
            _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
        ) -> Bool {
            if other === rival { required.region?.removeGestureRecognizer(required) }
            return other === required
        }
    }

    @Test("A recognizer that waits for a removed one is not put after the one with its place")
    func removed() {
        let (first, required) = (Scripted.discrete("first", at: 10), Scripted("required"))
        let rival = Scripted.discrete("rival", at: 10)
        let delegate = Remover(required, askedAbout: rival)
        first.delegate = delegate
        #expect(Stage(first, required, rival).play(path(10)).words == ["first ended"])
    }

    @Test("A recognizer that waits for one of two equals, and prevents neither, does not change which of them begins")
    func bystander() {
        for order in [[0, 1], [1, 0]] {
            let equals = [Scripted.discrete("one", at: 20), Scripted.discrete("other", at: 20)]
            let waiting = Scripted.discrete("waiting", at: 10)
            waiting.require(toFail: equals[1])
            for equal in equals { waiting.allowSimultaneousRecognition(with: equal) }
            let words = Set(Stage(order.map { equals[$0] } + [waiting]).play(path(10, 20)).words)
            #expect(words == (order[0] == 0 ? ["one ended", "waiting ended"] : ["other ended"]))
        }
    }

    @Test("A recognizer that would be taken back at once delays no other", arguments: [false, true])
    func takenBackAtOnce(isReversed: Bool) {
        let (many, other) = (Scripted.discrete("many", at: 10), Scripted.continuous("other", at: 10))
        let inner = Scripted.continuous("inner", at: 10)
        many.accepts = 3...Int.max
        other.prevents = { $0 !== many }
        inner.prevents = { $0 !== other }
        let stage = Stage(isReversed ? [other, many] : [many, other])
        stage.addRegion("inner", width: 1000, height: 1000, inner)
        // One that is first, and prevents no other, is recognized beside it.
        let expected = isReversed ? ["other began", "many ended", "other ended"] : ["many ended"]
        #expect(stage.play(path(10)).words == expected)
    }
}
