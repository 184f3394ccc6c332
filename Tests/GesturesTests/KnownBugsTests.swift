// Do the bugs of other gesture engines stay theirs? One test for each that concerns this one.

import Gestures
import Testing
import Touch
import TouchTesting

private func tap(_ taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
    let recognizer = TapGestureRecognizer(name: "tap\(taps)")
    recognizer.numberOfTapsRequired = taps
    recognizer.numberOfTouchesRequired = fingers
    return recognizer
}

@Suite struct KnownBugsTests {
    @Test("A timer does not fire after reset (Flutter 43310)")
    func timerAfterReset() {
        let stage = Stage(tap(), LongPressGestureRecognizer(name: "press"))
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1)], rest: 60)
        #expect(stage.words == ["tap1 ended"] && stage.engine.nextDeadline == nil)
        #expect(stage.failures.map(\.time) == [0.1])
    }

    @Test("Timers do not starve while a finger moves (react-native-gesture-handler 4280)")
    func starvingTimers() {
        let moves = (1...200).map { FingerStep.move(0, Double($0 % 2), 0, at: Double($0) * 0.004) }
        let stage = Stage(LongPressGestureRecognizer(name: "press")).play([.down(0, 0, 0, at: 0)] + moves)
        #expect(stage.log.first?.state == .began && stage.log.first?.time == 0.5)
    }

    @Test("Late processing makes no long press of a short one (Chromium 456494259)")
    func lateProcessing() {
        let stage = Stage(LongPressGestureRecognizer(name: "press"))
        // Both frames are processed long after; what counts is when they happened.
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.3)])
        stage.wait(until: 60)
        #expect(stage.words == [])
    }

    @Test(
        "Both fingers lifting in one frame end every two-finger gesture (Hammer 1041)",
        arguments: [PanGestureRecognizer.self, PinchGestureRecognizer.self, RotationGestureRecognizer.self])
    func bothLift(type: GestureRecognizer.Type) {
        let recognizer: GestureRecognizer =
            switch type {
            case is PinchGestureRecognizer.Type: PinchGestureRecognizer(name: "it")
            case is RotationGestureRecognizer.Type: RotationGestureRecognizer(name: "it")
            default: PanGestureRecognizer(name: "it")
            }
        let stage = Stage(recognizer).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 100, 300, at: 0.1), .up(0, at: 0.2),
            .up(1, at: 0.2),
        ])
        #expect(stage.words == ["it began", "it ended"])
    }

    @Test("A finger too many does not take the end from a gesture (Hammer 1196)")
    func extraFinger() {
        let pan = PanGestureRecognizer(name: "pan")
        pan.maximumNumberOfTouches = 1
        let stage = Stage(pan).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.1), .down(1, 90, 0, at: 0.2), .up(0, at: 0.3), .up(1, at: 0.4),
        ])
        #expect(stage.words == ["pan began", "pan ended"] && stage.log.last?.time == 0.3)
    }

    @Test("A lost touch starts no gesture (Hammer 1118)")
    func cancelStarts() {
        let recognizers = [
            tap(), tap(2), SwipeGestureRecognizer(name: "swipe"), PanGestureRecognizer(name: "pan"),
            PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"),
            LongPressGestureRecognizer(name: "press"),
        ]
        let stage = Stage(recognizers)
        stage.play(
            [.down(0, 0, 0, at: 0), .down(1, 9, 9, at: 0.1), .cancel(0, at: 0.2), .cancel(1, at: 0.2)], rest: 60)
        #expect(stage.words == [] && Set(stage.failures.map(\.name)) == Set(recognizers.map(\.name)))
    }

    @Test("A double tap wins over what else wants the second finger, in every order of addition (Hammer 912)")
    func orderOfAddition() {
        let steps: [FingerStep] = [.down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, 0, 0, at: 0.2), .up(at: 0.3)]
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let stage = Stage(order.map { tap($0) }).play(steps, rest: 1)
            #expect(stage.words == ["tap1 ended", "tap2 ended"], "added as \(order)")
        }
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
            stage.play([
                .down(0, 0, 0, at: start), .move(0, 50, 0, at: start + 0.1), .move(0, 60, 0, at: start + 0.2),
                .move(0, 70, 0, at: start + 0.3), .up(at: start + 0.4),
            ])
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

    @Test("A finger that stood still has no velocity left (mcmap 379598)")
    func staleVelocity() {
        let pan = PanGestureRecognizer(name: "pan")
        let moves = (1...10).map { FingerStep.move(0, Double($0) * 20, 0, at: Double($0) * 0.01) }
        let stage = Stage(pan).play([.down(0, 0, 0, at: 0)] + moves + [.up(at: 2)])
        guard case .pan(_, .zero, _) = stage.log.last?.measurement else {
            Issue.record("a stale velocity")
            return
        }
    }

    @Test("The first sample has the same baseline as the next (Flutter 78941)")
    func firstSample() {
        let pinch = PinchGestureRecognizer(name: "pinch")
        let stage = Stage(pinch).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 150, 0, at: 0.1), .move(0, 0, 1, at: 0.2),
        ])
        let scales = stage.log.map { if case .pinch(let scale, _) = $0.measurement { scale } else { 0.0 } }
        #expect(scales.count == 2 && abs(scales[0] - scales[1]) < 1e-3)
    }

    @Test("Fingers in one place divide nothing by zero (wf-touch)")
    func samePlace() {
        let stage = Stage(PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
        stage.play([
            .down(0, 5, 5, at: 0), .down(1, 5, 5, at: 0), .move(1, 5, 5.5, at: 0.1), .move(1, 5, 50, at: 0.2),
            .move(1, 5, 5, at: 0.3), .move(1, 50, 5, at: 0.4), .up(0, at: 0.5), .up(1, at: 0.5),
        ])
        for case .pinch(let scale, let velocity) in stage.log.map(\.measurement) {
            #expect(scale.isFinite && scale > 0 && velocity.isFinite)
        }
        #expect(stage.words.last?.hasSuffix("ended") == true)
    }

    @Test("The data are set before the state is told (flowkey 333)")
    func dataBeforeState() {
        let pan = PanGestureRecognizer(name: "pan")
        var translations: [Double] = []
        pan.addAction { _ in translations.append(pan.translation(in: nil).x) }
        Stage(pan).play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1), .move(0, 45, 0, at: 0.2), .up(at: 0.3)])
        #expect(translations == [20, 35, 35])
    }

    @Test("The size of a finger does not enter the distance (Chromium)")
    func fingerSize() throws {
        let stage = Stage(PinchGestureRecognizer(name: "pinch")).play([.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0)])
        for touch in stage.table.all { stage.table.setContact(of: touch, majorRadius: 80, force: 1) }
        stage.play([.move(1, 104, 0, at: 0.1)])
        #expect(stage.words == [])
    }

    @Test("A pinch does not wait for a tap with two fingers down (Flutter 99046)")
    func pinchWaits() {
        let stage = Stage(tap(), PinchGestureRecognizer(name: "pinch")).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0.01), .move(1, 120, 0, at: 0.02),
        ])
        #expect(stage.words == ["pinch began"] && stage.failures.map(\.name) == ["tap1"])
        #expect(stage.failures.map(\.time) == [0.01])
    }

    @Test("A finger that joins does not make a pan jump")
    func joiningFinger() {
        let stage = Stage(PanGestureRecognizer(name: "pan")).play([
            .down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.1), .down(1, 900, 900, at: 0.2), .move(0, 21, 0, at: 0.3),
        ])
        #expect(stage.log.last?.measurement.translation == Vector(x: 10.5, y: 0))
    }
}
