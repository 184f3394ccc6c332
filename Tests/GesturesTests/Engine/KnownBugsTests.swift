// Tests against known bugs of other gesture engines, beyond those that the tests of each recognizer show.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct KnownBugsTests {
    @Test("A lost touch starts no gesture (Hammer 1118)")
    func cancelStarts() {
        let recognizers: [GestureRecognizer] = [
            PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(), SwipeGestureRecognizer(),
            LongPressGestureRecognizer(), RealisticSet.tap("single"), RealisticSet.tap("double", taps: 2),
        ]
        let stage = Stage(recognizers).play(
            [.down(0, 0, 0, at: 0), .down(1, 9, 9, at: 0.1), .cancel(0, at: 0.2), .cancel(1, at: 0.2)], rest: 60)
        #expect(stage.words == [] && stage.failures.count == recognizers.count)
    }

    @Test("A subclass that ignores its fingers is not stuck (openradar 15419007)")
    func ignoredTouch() {
        final class Ignoring: PanGestureRecognizer {
            override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
                super.touchesMoved(touches, with: event)
                if state == .changed { for touch in touches { ignore(touch, for: event) } }
            }
        }
        let pan = Ignoring(name: "pan")
        let stage = Stage(pan)
        for start in [0.0, 1, 2] {
            stage.play(path(50, 60, 70, from: start))
            #expect(pan.numberOfTouches == 0 && pan.state == .possible)
        }
        #expect(
            stage.words == Array(repeating: ["pan began", "pan changed", "pan cancelled"], count: 3).flatMap { $0 })
    }

    @Test("A two-finger gesture whose subclass ignores a palm follows the next two fingers (openradar 15419007)")
    func ignoredPalm() {
        final class NoPalm: PinchGestureRecognizer {
            override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
                for touch in touches where touch.location.y > 500 { ignore(touch, for: event) }
                super.touchesBegan(touches, with: event)
            }
        }
        let stage = Stage(NoPalm(name: "pinch")).play([
            .down(0, 0, 900, at: 0), .down(1, 0, 0, at: 0.1), .down(2, 100, 0, at: 0.2), .move(0, 0, 700, at: 0.3),
            .move(2, 216, 0, at: 0.4), .up(2, at: 0.5), .up(1, at: 0.6), .up(0, at: 0.7),
        ])
        #expect(stage.words == ["pinch began", "pinch ended"])
        #expect(stage.log.map(\.touches) == [[2, 3], [2]])
        #expect(stage.log.map(\.measurement).first == .pinch(scale: 2, velocity: 5))
    }

    @Test(
        "A recognizer may be removed and freed within its own callbacks (Flutter 19540, rnote 595)",
        arguments: 0..<5)
    func disposed(place: Int) {
        let stage = Stage(PanGestureRecognizer(name: "other"))
        weak var weakly: Probe?
        do {
            let probe = Probe.continuous("it")
            weakly = probe
            (probe.prevents, probe.isPrevented) = ({ _ in false }, { _ in false })
            let dispose: (GestureRecognizer) -> Void = { $0.region?.removeGestureRecognizer($0) }
            switch place {
            case 0: probe.onBegan = dispose
            case 1: probe.onMoved = dispose
            case 2: probe.onEnded = dispose
            case 3: probe.onReset = dispose
            default: probe.addAction(dispose)
            }
            stage.engine.root.addGestureRecognizer(probe)
        }
        stage.play(path(50, 60))
        #expect(weakly == nil)
        #expect(stage.states(of: "other") == [.began, .changed, .ended])
        let states = stage.states(of: "it")
        #expect(states.count { $0 == .began } == states.count { $0.isFinal })
    }
}
