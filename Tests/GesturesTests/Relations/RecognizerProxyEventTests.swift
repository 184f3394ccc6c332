// Tests that outcomes of another engine are known in the same event, as within one engine.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RecognizerProxyEventTests {
    @Test(
        "A failure releases in its event, also when another required configured recognizer is recognized with it",
        arguments: [true, false])
    func besideRecognized(areApart: Bool) {
        let (press, drag) = (LongPressGestureRecognizer(name: "press"), PanGestureRecognizer(name: "drag"))
        let (waiting, late) = (PanGestureRecognizer(name: "waiting"), PanGestureRecognizer(name: "late"))
        let both = PinchGestureRecognizer(name: "both")
        waiting.hysteresis = 0
        let layers = Layers([press, drag], own: [waiting, late, both], areApart: areApart)
        if !areApart {
            for own in [waiting, late, both] {
                for other in [press, drag] { own.allowSimultaneousRecognition(with: other) }
            }
        }
        for own in [waiting, both] { own.require(toFail: layers.proxy(for: press)) }
        both.require(toFail: layers.proxy(for: drag))
        layers.play([
            .down(0, 100, 100, at: 0), .move(0, 105, 100, at: 0.02), .move(0, 115, 100, at: 0.04), .up(at: 0.1),
        ])
        let lines = (layers.said.lines + layers.saidAbove.lines).filter { $0.hasSuffix("began") }
        #expect(Set(lines) == ["0.04 drag began", "0.04 waiting began"])
    }

    @Test("A failure by a finger outside the recognizer releases in its event", arguments: [true, false])
    func anothersFinger(areApart: Bool) {
        let (drag, required) = (PanGestureRecognizer(name: "drag"), LongPressGestureRecognizer(name: "required"))
        let (waiting, rival) = (LongPressGestureRecognizer(name: "waiting"), PinchGestureRecognizer(name: "rival"))
        (drag.hysteresis, rival.hysteresis) = (0, 0)
        (waiting.numberOfTouchesRequired, waiting.minimumPressDuration) = (2, 0)
        let layers = Layers([drag], own: [waiting, rival], areApart: areApart)
        layers.base.addLeftPart().addGestureRecognizer(required)
        if !areApart {
            for own in [waiting, rival] {
                for other in [drag, required] { own.allowSimultaneousRecognition(with: other) }
            }
        }
        waiting.require(toFail: layers.proxy(for: required))
        layers.play([
            .down(0, 100, 100, at: 0), .down(1, 800, 100, at: 0.02), .move(1, 810, 100, at: 0.04), .up(0, at: 0.1),
            .up(1, at: 0.1),
        ])
        let lines = (layers.said.lines + layers.saidAbove.lines).filter { $0.hasSuffix("began") }
        #expect(Set(lines) == ["0.04 drag began", "0.04 waiting began"])
    }

    @Test(
        "A row of taps fails as soon as a pinch begins that held its lifted finger while it waited",
        arguments: [true, false])
    func liftedWhileWaiting(areApart: Bool) {
        let (pinch, swipe) = (PinchGestureRecognizer(name: "pinch"), SwipeGestureRecognizer(name: "swipe"))
        let row = RealisticSet.tap("row", taps: 3)
        swipe.numberOfTouchesRequired = 2
        pinch.require(toFail: swipe)
        let layers = Layers([pinch, swipe], areApart: areApart)
        layers.own.addLeftPart().addGestureRecognizer(row)
        row.require(toFail: layers.proxy(for: pinch))
        layers.play([
            .down(0, 480, 100, at: 0), .down(1, 520, 180, at: 0.05), .move(1, 520, 210, at: 0.2), .up(0, at: 0.25),
            .up(1, at: 0.9),
        ])
        #expect(layers.said.lines.first == "0.31 pinch began")
        #expect((layers.said.failures + layers.saidAbove.failures).contains("0.31 row"))
    }
}
