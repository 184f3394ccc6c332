// Tests of gestures that are taken back while recognizers wait for each other.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct TakingBackWaitTests {
    @Test("A required recognizer delays others while it may take the gesture back")
    func isWaitedFor() {
        let (pan, pinch, other) = (
            RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped),
            Scripted.discrete("other", at: 30)
        )
        other.require(toFail: pinch)
        other.allowSimultaneousRecognition(with: pan)
        let stage = Stage(pan, pinch, other).play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.02)], rest: 1)
        #expect(stage.words == ["pan began", "other ended"])
        #expect(stage.log.map(\.time) == [0.02, Thresholds.shipped.landingInterval])
    }

    @Test("A recognizer that another would take back in the same event delays no other", arguments: [true, false])
    func outdone(hasPan: Bool) {
        let edge = ScreenEdgePanGestureRecognizer(name: "edge", thresholds: .shipped)
        edge.edges = .left
        let stage = Stage(PinchGestureRecognizer(name: "pinch", thresholds: .shipped))
        let middle = stage.addRegion("middle", width: 500, height: 500)
        stage.add(edge, to: middle)
        let inner = stage.addRegion("inner", width: 200, height: 200, in: middle)
        if hasPan { stage.add(RealisticSet.pan("pan", 1, 1), to: inner) }
        stage.play([.down(0, 5, 100, at: 0), .down(1, 1500, 100, at: 0), .move(0, 25, 100, at: 0.02)])
        #expect(stage.words == ["edge began"])
    }

    @Test("A rival that waits for another to fail takes the gesture back when its wait ends")
    func heldRival() {
        let (pan, pinch, blocker) = (
            RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped),
            Scripted("blocker", [370: .failed])
        )
        pinch.require(toFail: blocker)
        blocker.accepts = 2...2
        let stage = Stage(pan, pinch, blocker).play(partingFingers(landing: 0.1) + [.move(1, 370, 100, at: 0.3)])
        #expect(stage.words.prefix(3) == ["pan began", "pan cancelled", "pinch began"])
        #expect(stage.log[2].time == 0.3)
    }

    @Test("A rival that still waits when the gesture ends fails with it")
    func heldTooLong() {
        let (pan, pinch, blocker) = (
            RealisticSet.pan("pan", 1, 1), PinchGestureRecognizer(name: "pinch", thresholds: .shipped),
            Scripted("blocker", [370: .failed])
        )
        pinch.require(toFail: blocker)
        blocker.accepts = 2...2
        let stage = Stage(pan, pinch, blocker).watchDecisions()
        stage.play(partingFingers(landing: 0.1) + [.up(0, at: 0.2), .move(1, 370, 100, at: 0.3)])
        #expect(stage.words == ["pan began", "pan ended"])
        #expect(stage.decisions.contains("pinch failed: prevented by pan"))
    }

    @Test(
        "A recognizer that waits for a gesture fails when that begins, and stays failed when it is taken back",
        arguments: [true, false])
    func isRequired(areApart: Bool) {
        let (recognizers, other) = (panAndPinch(), Scripted.discrete("other", at: 360))
        let layers = Layers(recognizers, own: [other], areApart: areApart)
        other.require(toFail: layers.proxy(for: recognizers[0]))
        layers.play(partingFingers(landing: 0.1) + [.up(0, at: 0.3), .up(1, at: 0.3)])
        #expect(layers.said.lines.prefix(3) == ["0.02 pan began", "0.12 pan cancelled", "0.12 pinch began"])
        #expect((layers.said.failures + layers.saidAbove.failures).contains("0.02 other"))
        #expect(!layers.saidAbove.lines.contains { $0.contains("other") })
    }
}
