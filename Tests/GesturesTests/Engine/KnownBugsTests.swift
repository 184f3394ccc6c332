// Tests against 22 known bugs of other gesture engines.

import Gestures
import Testing
import Touch
import TouchTesting

private func tap(_ taps: Int = 1) -> TapGestureRecognizer { RealisticSet.tap("tap\(taps)", taps: taps) }

private func continuous() -> [GestureRecognizer] {
    [PanGestureRecognizer(name: "it"), PinchGestureRecognizer(name: "it"), RotationGestureRecognizer(name: "it")]
}

/// Sends a panel's events of one time to a stage.
private func send(_ assembler: FrameAssembler, _ stage: Stage, at time: Int64, _ signals: Signal...) {
    for signal in signals + [.report(time)] {
        assembler.process(signal.event(at: Timestamp(microseconds: time))) { stage.engine.process($0) }
    }
}

@Suite struct KnownBugsTests {
    // MARK: - Time

    @Test("1: A timer does not fire after reset (Flutter 43310, react-native-gesture-handler 4280)")
    func timerAfterReset() {
        let stage = Stage(tap(), LongPressGestureRecognizer(name: "press"))
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1)], rest: 60)
        #expect(stage.words == ["tap1 ended"] && stage.engine.nextDeadline == nil)
        #expect(stage.failures.map(\.time) == [0.1])
    }

    @Test("2: Timers do not starve while a finger moves (react-native-gesture-handler 4280)")
    func starvingTimers() {
        let moves = (1...200).map { FingerStep.move(0, Double($0 % 2), 0, at: Double($0) * 0.004) }
        let stage = Stage(LongPressGestureRecognizer(name: "press")).play([.down(0, 0, 0, at: 0)] + moves)
        #expect(stage.log.first?.state == .began && stage.log.first?.time == 0.5)
    }

    @Test("3: Late processing makes no long press of a short one (Chromium 456494259)")
    func lateProcessing() {
        let stage = Stage(LongPressGestureRecognizer(name: "press"))
        // Both frames are processed much later; their timestamps decide.
        #expect(stage.play([.down(0, 0, 0, at: 0), .up(at: 0.3)]).wait(until: 60).words == [])
    }

    // MARK: - Fingers that come and go

    @Test("4: Both fingers lifting in one frame end every two-finger gesture (Hammer 1041)", arguments: 0..<3)
    func bothLift(kind: Int) {
        let stage = Stage(continuous()[kind]).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0), .move(1, 100, 300, at: 0.1), .up(0, at: 0.2),
            .up(1, at: 0.2),
        ])
        #expect(stage.words == ["it began", "it ended"])
    }

    @Test("5: A finger too many does not prevent the end of a gesture (Hammer 1196)")
    func extraFinger() {
        let stage = Stage(RealisticSet.pan("pan", 1, 1)).play([
            .down(0, 0, 0, at: 0), .move(0, 50, 0, at: 0.1), .down(1, 90, 0, at: 0.2), .up(0, at: 0.3), .up(1, at: 0.4),
        ])
        #expect(stage.words == ["pan began", "pan ended"] && stage.log.last?.time == 0.3)
    }

    @Test("6: A finger whose lift was lost does not stay: after lost events it is cancelled (Hammer 664)")
    func phantomFinger() {
        let stage = Stage(PanGestureRecognizer(name: "pan"))
        let assembler = FrameAssembler(
            device: .touchscreen(),
            surface: Surface(name: "it", size: Size(width: 2000, height: 1000), deviceToSurface: .identity),
            serialNumbers: TouchSerialNumbers())
        send(assembler, stage, at: 0, .slot(0), .id(1), .x(100), .y(100))
        send(assembler, stage, at: 100_000, .x(150))
        #expect(stage.words == ["pan began"])
        // The lift is lost; the kernel's table has no contact.
        assembler.resynchronize(at: Timestamp(microseconds: 200_000), currentSlot: 0, { _ in SlotState() }) {
            stage.engine.process($0)
        }
        #expect(stage.words == ["pan began", "pan cancelled"] && stage.engine.verifyInvariants() == [])
        send(assembler, stage, at: 300_000, .slot(0), .id(2), .x(300), .y(100))
        send(assembler, stage, at: 400_000, .x(350))
        #expect(stage.words.last == "pan began" && stage.log.last?.touches == [2])
    }

    @Test("7: A lost touch starts no gesture (Hammer 1118)")
    func cancelStarts() {
        let recognizers =
            continuous() + [
                tap(), tap(2), SwipeGestureRecognizer(name: "swipe"), LongPressGestureRecognizer(name: "press"),
            ]
        let stage = Stage(recognizers).play(
            [.down(0, 0, 0, at: 0), .down(1, 9, 9, at: 0.1), .cancel(0, at: 0.2), .cancel(1, at: 0.2)], rest: 60)
        #expect(stage.words == [] && stage.failures.count == recognizers.count)
    }

    // MARK: - Relations

    @Test("8: Two that require each other to fail cannot be declared, and both are still recognized (Hammer 1197)")
    func mutualRequirement() {
        let (single, double) = (tap(1), tap(2))
        #expect(single.require(toFail: double) && !double.require(toFail: single))
        let stage = Stage(single, double).play([.down(0, 0, 0, at: 0), .up(at: 0.1)], rest: 1)
        stage.play([.down(0, 0, 0, at: 2), .up(at: 2.1), .down(0, 0, 0, at: 2.2), .up(at: 2.3)], rest: 1)
        #expect(stage.words == ["tap1 ended", "tap2 ended"])
    }

    @Test(
        "9: The order of addition decides nothing between taps, in every order (Hammer 912, Flutter 11384)",
        arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
    func orderOfAddition(order: [Int]) {
        #expect(Stage(order.map { tap($0) }).play(tapping(2), rest: 1).words == ["tap1 ended", "tap2 ended"])
    }

    @Test("10: A wait is no longer than until the failure of the last one required (Hammer's tap)")
    func waitsNoLonger() {
        // Without a rival it is recognized at once.
        #expect(Stage(tap()).play(tapping(1)).log.map(\.time) == [0.1])
        // The second tap fails because its finger strays: the first is recognized then, not when the interval is over.
        let (single, double) = (tap(1), tap(2))
        single.require(toFail: double)
        let stage = Stage(single, double)
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1), .down(0, 0, 0, at: 0.2), .move(0, 200, 0, at: 0.25)])
        #expect(stage.words == ["tap1 ended"] && stage.log.map(\.time) == [0.25])
    }

    @Test("11: A subclass that ignores its fingers is not stuck (openradar 15419007)")
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

    @Test("11: A two-finger gesture whose subclass ignores a palm follows the next two fingers (openradar 15419007)")
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

    // MARK: - Numbers

    @Test("12: A finger that stood still has no velocity left (mcmap 379598)")
    func staleVelocity() {
        let moves = (1...10).map { FingerStep.move(0, Double($0) * 20, 0, at: Double($0) * 0.01) }
        let stage = Stage(PanGestureRecognizer(name: "pan")).play([.down(0, 0, 0, at: 0)] + moves + [.up(at: 2)])
        #expect(stage.log.last?.measurement.panVelocity == .zero)
    }

    @Test("13: An angle changes by as much from each of the eight compass lines (Chromium)", arguments: 0..<8)
    func compass(line: Int) {
        let turn = RotationGestureRecognizer(name: "turn")
        // Quarter and eighth turns about a finger; only whole points are exact, so the ends of the lines are used.
        let ends = [(100.0, 0.0), (100, 100), (0, 100), (-100, 100), (-100, 0), (-100, -100), (0, -100), (100, -100)]
        let (from, to) = (ends[line], ends[(line + 1) % 8])
        let stage = Stage(turn).play([
            .down(0, 500, 500, at: 0), .down(1, 500 + from.0, 500 + from.1, at: 0),
            .move(1, 500 + to.0, 500 + to.1, at: 0.1),
        ])
        #expect(stage.words == ["turn began"] && abs(turn.rotation - 40 * .pi / 180) < 1e-9)
    }

    @Test("14: The first sample has the same baseline as the next (Flutter 78941)")
    func firstSample() {
        let landing: [FingerStep] = [.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0)]
        // In one step and in two.
        for isInBetween in [false, true] {
            let (pinch, turn) = (PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
            let (nearer, turning): ([FingerStep], [FingerStep]) =
                isInBetween ? ([.move(1, 120, 0, at: 0.1)], [.move(1, 90, 90, at: 0.1)]) : ([], [])
            Stage(pinch).play(landing + nearer + [.move(1, 150, 0, at: 0.2)])
            Stage(turn).play(landing + turning + [.move(1, 0, 100, at: 0.2)])
            #expect(abs(pinch.scale - 150.0 / 108) < 1e-12 && abs(turn.rotation - 85 * .pi / 180) < 1e-12)
        }
    }

    @Test("15: Fingers in one place, or none, divide nothing by zero (wf-touch)")
    func samePlace() {
        let (pinch, turn) = (PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "turn"))
        pinch.allowSimultaneousRecognition(with: turn)
        let stage = Stage(pinch, turn)
        stage.check = { _ in
            let numbers = [pinch.scale, pinch.velocity, turn.rotation, turn.velocity, pinch.location(in: nil).x]
            #expect(numbers.allSatisfy(\.isFinite) && pinch.scale > 0)
        }
        stage.play([
            .down(0, 5, 5, at: 0), .down(1, 5, 5, at: 0), .move(1, 5, 5.5, at: 0.1), .move(1, 5, 50, at: 0.2),
            .move(1, 5, 5, at: 0.3), .move(1, 50, 5, at: 0.4), .up(0, at: 0.5), .up(1, at: 0.5),
        ])
        #expect(stage.states(of: "pinch").last == .ended && stage.states(of: "turn").last == .ended)
    }

    @Test("16: The data are set before the state is reported (flowkey 333)")
    func dataBeforeState() {
        let pan = PanGestureRecognizer(name: "pan")
        var translations: [Double] = []
        pan.addAction { [unowned pan] _ in translations.append(pan.translation(in: nil).x) }
        Stage(pan).play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1), .move(0, 45, 0, at: 0.2), .up(at: 0.3)])
        #expect(translations == [20, 35, 35])
    }

    // MARK: - Those that never end

    @Test("17: A recognizer that never fails does not delay others for ever (ISHPullUp 92)")
    func neverFails() {
        let idle = Probe("idle")
        let pan = PanGestureRecognizer(name: "pan")
        pan.require(toFail: idle)
        let stage = Stage(pan, idle).play(path(50, 60, lifts: false))
        #expect(stage.words == [])
        stage.play([.up(at: 0.3)])
        #expect(stage.words == ["pan began", "pan ended"] && idle.state == .possible)
        // It does so in every attempt.
        #expect(stage.play(path(50, from: 1)).words.count == 4)
    }

    @Test(
        "18: A recognizer may be removed and freed within its own callbacks (Flutter 19540, rnote 595)",
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

    // MARK: - What counts

    @Test("19: The size of a finger does not affect the distance (Chromium)")
    func fingerSize() throws {
        let stage = Stage(PinchGestureRecognizer(name: "pinch")).play([.down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0)])
        for touch in stage.table.all { stage.table.setContact(of: touch, majorRadius: 80, force: 1) }
        stage.play([.move(1, 104, 0, at: 0.1)])
        #expect(stage.words == [])
    }

    @Test("20: A pinch does not wait for a tap with two fingers down (Flutter 99046)")
    func pinchWaits() {
        let stage = Stage(tap(), PinchGestureRecognizer(name: "pinch")).play([
            .down(0, 0, 0, at: 0), .down(1, 100, 0, at: 0.01), .move(1, 120, 0, at: 0.02),
        ])
        #expect(stage.words == ["pinch began"] && stage.failures.map(\.name) == ["tap1"])
        #expect(stage.failures.map(\.time) == [0.01])
    }

    @Test(
        "21: A tap strays by millimetres, not by pixels, on panels of any size (Flutter)",
        arguments: [10.0, 27, 55, 100])
    func millimetres(inches: Double) throws {
        let width = inches * 25.4 * 0.87
        let settings = SurfaceSettings(size: Size(width: width, height: width * 9 / 16))
        let surface = try #require(
            Surface(name: "it", device: .touchscreen(), settings: settings, systemCalibration: nil))
        // The panel's 2000 units are as many millimetres.
        func outcome(_ way: Double) -> [String] {
            let stage = Stage(tap())
            let assembler = FrameAssembler(
                device: .touchscreen(), surface: surface, serialNumbers: TouchSerialNumbers())
            send(assembler, stage, at: 0, .slot(0), .id(1), .x(500), .y(500))
            send(assembler, stage, at: 100_000, .x(500 + Int32(way / width * 1999)))
            send(assembler, stage, at: 200_000, .id(-1))
            return stage.words
        }
        #expect(outcome(5) == ["tap1 ended"] && outcome(9) == [])
    }

    @Test("22: A finger that joins or leaves does not make a pan jump")
    func joiningFinger() {
        let pan = PanGestureRecognizer(name: "pan")
        var translations: [Double] = []
        pan.addAction { [unowned pan] _ in translations.append(pan.translation(in: nil).x) }
        Stage(pan).play([
            .down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.1), .down(1, 900, 900, at: 0.2), .move(0, 21, 0, at: 0.3),
            .up(0, at: 0.4), .move(1, 901, 900, at: 0.5), .up(1, at: 0.6),
        ])
        #expect(translations == [10, 10.5, 11.5, 11.5])
    }
}
