// Tests of the order in which waiting recognizers are released, of chains and of cycles.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RequirementOrderTests {
    @Test(
        "A recognizer that another releases begins before one of an outer region, whichever was added first",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func released(order: [Int]) {
        let (waiting, required) = (Scripted.discrete("waiting", at: 10), Scripted("required"))
        let (friend, rival) = (Scripted.discrete("friend", at: 10), Scripted.discrete("rival", at: 10))
        waiting.require(toFail: required)
        for other in [waiting, rival] { friend.allowSimultaneousRecognition(with: other) }
        let stage = Stage(order.map { [required, friend, rival][$0] })
        stage.addRegion("inner", width: 1000, height: 1000, waiting)
        #expect(Set(stage.play(path(10)).words) == ["friend ended", "waiting ended"])
    }

    @Test(
        "A recognizer that has waited since an earlier event begins before one of an inner region",
        arguments: [false, true])
    func waitedLonger(isReversed: Bool) {
        let (waiting, required) = (Scripted.discrete("waiting", at: 10), Scripted("required", [20: .failed]))
        waiting.require(toFail: required)
        let stage = Stage(isReversed ? [required, waiting] : [waiting, required])
        stage.addRegion("inner", width: 1000, height: 1000, Scripted.discrete("inner", at: 20))
        #expect(stage.play(path(10, 20)).words == ["waiting ended"])
    }

    @Test("Single waits for double, double for triple: so many taps are exactly that gesture", arguments: 1...3)
    func chain(count: Int) {
        for isReversed in [false, true] {
            let taps = (1...3).map { RealisticSet.tap("\($0)", taps: $0) }
            taps[0].require(toFail: taps[1])
            taps[1].require(toFail: taps[2])
            let stage = Stage(isReversed ? taps.reversed() : taps)
            #expect(stage.play(tapping(count), rest: 2).words == ["\(count) ended"])
        }
    }

    @Test("Forty layers of recognizers that each wait for all before are decided at once")
    func layers() {
        var recognizers = [RealisticSet.tap("double", taps: 2)]
        for number in 0..<40 {
            let next = RealisticSet.tap("\(number)")
            for earlier in recognizers { next.require(toFail: earlier) }
            recognizers.append(next)
        }
        #expect(Stage(recognizers).play(tapping(1), rest: 1).words == ["0 ended"])
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
}
