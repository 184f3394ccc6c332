// Tests of what applications get of touches that recognizers take.

import Gestures
import Interception
import Testing
import Touch
import TouchTesting

struct InterceptedTouchesTests {
    private static func pan(_ mode: InterceptionMode) -> PanGestureRecognizer {
        let pan = PanGestureRecognizer(name: "pan")
        pan.intercepts = mode
        return pan
    }

    private static func tap(_ mode: InterceptionMode, taps: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer(name: "tap")
        (tap.numberOfTapsRequired, tap.intercepts) = (taps, mode)
        return tap
    }

    private static func press(_ mode: InterceptionMode) -> LongPressGestureRecognizer {
        let press = LongPressGestureRecognizer(name: "press")
        press.intercepts = mode
        return press
    }

    @Test("A gesture that intercepts when it is recognized cancels its touches, which do not lift")
    func recognized() throws {
        let panel = try InterceptedPanel([Self.pan(.recognized)])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "0+ |")
        #expect(panel.frame(10, .x(200)) == "0 | 0! | 0- |")
        #expect(panel.frame(20, .x(300)) == "")
        #expect(panel.frame(30, .id(-1)) == "")
    }

    @Test("A gesture that may still be recognized withholds its touches; when it fails they come whole, in order")
    func possible() throws {
        let panel = try InterceptedPanel([Self.tap(.possible)])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        #expect(panel.frame(10, .slot(1), .id(2), .x(300), .y(100)) == "0+ | 1+ |")
        #expect(panel.frame(20, .id(-1)) == "1- |")
        #expect(panel.frame(30, .slot(0), .id(-1)) == "0- |")
    }

    @Test("A tap that intercepts when it is recognized takes the touch with which it ends")
    func lift() throws {
        let panel = try InterceptedPanel([Self.tap(.recognized)])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "0+ |")
        #expect(panel.frame(50, .id(-1)) == "0! | 0- |")
        #expect(panel.gestures == ["tap ended"])
    }

    @Test("Applications receive a touch when the recognizers of all engines have failed, and its end likewise")
    func released() throws {
        let panel = try InterceptedPanel([Self.tap(.possible)], beside: [Self.press(.possible)])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        #expect(panel.frame(10, .x(120)) == "", "the press has failed")
        #expect(panel.frame(20, .x(160)) == "0+ | 0 | 0 |", "and the tap")
        #expect(panel.frame(30, .id(-1)) == "0- |")
        let waiting = try InterceptedPanel([Self.press(.possible)], beside: [Self.tap(.recognized, taps: 2)])
        #expect(waiting.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        #expect(waiting.frame(50, .id(-1)) == "0+ |", "the second tap may come")
        #expect(waiting.wait(1000) == "0- |")
    }

    @Test("A gesture of any engine cancels its touches, and no other engine passes on what is left of them")
    func taken() throws {
        for (first, second) in [(Self.pan(.recognized), Self.tap(.possible)), (Self.pan(.possible), Self.tap(.never))] {
            for isOwn in [false, true] {
                let panel = try InterceptedPanel([isOwn ? second : first], beside: [isOwn ? first : second])
                _ = panel.frame(0, .slot(0), .id(1), .x(100), .y(100))
                _ = panel.frame(10, .x(200))
                #expect(panel.words() == "" && panel.gestures == ["pan began"])
                #expect(panel.frame(20, .x(300), .slot(1), .id(2), .x(500), .y(100)) == "")
                #expect(panel.frame(30, .slot(0), .id(-1), .slot(1), .id(-1)) == "" && panel.touches.isCloneEmpty)
            }
        }
    }

    @Test("An engine that leaves releases what it withheld, and what it has taken stays away until it lifts")
    func left() throws {
        let withholding = try InterceptedPanel([], beside: [Self.tap(.possible)])
        #expect(withholding.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        withholding.touches.share(with: [])
        withholding.touches.settle()
        #expect(withholding.words() == "0+ |")
        #expect(withholding.frame(10, .id(-1)) == "0- |")
        let taking = try InterceptedPanel([], beside: [Self.pan(.recognized)])
        _ = taking.frame(0, .slot(0), .id(1), .x(100), .y(100))
        #expect(taking.frame(10, .x(200)) == "0 | 0! | 0- |")
        taking.touches.share(with: [])
        #expect(taking.frame(20, .x(300)) == "")
        #expect(taking.frame(30, .id(-1)) == "")
        #expect(taking.frame(40, .id(2), .x(100)) == "0+ |")
    }

    @Test("An engine that comes while a finger is down takes those that land later")
    func come() throws {
        let panel = try InterceptedPanel([], beside: [Self.pan(.recognized)])
        panel.touches.share(with: [])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "0+ |")
        panel.touches.share(with: [panel.other])
        #expect(panel.frame(10, .x(200)) == "0 |")
        #expect(panel.gestures == ["pan began"])
        #expect(panel.frame(20, .id(-1)) == "0- |")
        #expect(panel.frame(30, .id(2), .x(100)) == "0+ |")
        #expect(panel.frame(40, .x(200)) == "0 | 0! | 0- |")
    }

    @Test("A finger that was waited for, and then withheld, comes whole when no gesture takes it")
    func waitedFor() throws {
        var rules = ContactRules()
        rules.minimumAge = 0.02
        let panel = try InterceptedPanel([Self.tap(.possible, taps: 2)], rules: rules)
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        #expect(panel.frame(80, .id(-1)) == "")
        #expect(panel.wait(2000) == "0+ | 0- |")
    }

    @Test("Applications do not see a place that is wrong, and later have both axes where the finger is")
    func wrongPlace() throws {
        var rules = ContactRules()
        rules.outlierCount = 1
        let panel = try InterceptedPanel([Self.pan(.never)], rules: rules)
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "0+ |")
        #expect(panel.frame(10, .x(102)) == "0 |")
        #expect(panel.frame(20, .x(104), .y(900)) == "")
        // The panel does not repeat X, which the clone does not have yet.
        #expect(panel.frame(30, .y(101)) == "0 |")
        #expect(panel.frame(40, .x(900)) == "")
        #expect(panel.frame(50, .id(-1)) == "0- |")
        #expect(panel.gestures == [])
    }

    @Test("Applications see each lift that only BTN_TOUCH tells, and the next finger with the same tracking id")
    func buttonLifts() throws {
        let panel = try InterceptedPanel([Self.tap(.possible, taps: 2)])
        let (down, up) = (Signal.other(type: 1, code: 0x14a, value: 1), Signal.other(type: 1, code: 0x14a, value: 0))
        #expect(panel.frame(0, .id(0), .x(100), .y(100), down) == "")
        #expect(panel.frame(50, up) == "")
        #expect(panel.wait(2000) == "0+ | 0- |")
        #expect(panel.frame(3000, .x(500), down) == "")
        #expect(panel.frame(3010, .x(600)) == "0+ | 0 |")
        #expect(panel.frame(3050, up) == "0- |")
    }

    @Test("The lift of a first tap waits for the second; a finger in its slot has another one meanwhile")
    func withheldLift() throws {
        let panel = try InterceptedPanel([Self.tap(.recognized, taps: 2)])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "0+ |")
        #expect(panel.frame(50, .id(-1)) == "")
        #expect(panel.frame(150, .id(2), .x(101)) == "1+ |")
        #expect(panel.frame(200, .id(-1)) == "0! 1! | 0- 1- |")
        #expect(panel.gestures == ["tap ended"])
    }

    @Test("A lift is withheld for half a second at most when no finger is down")
    func longestLift() throws {
        let panel = try InterceptedPanel([Self.tap(.recognized, taps: 2)])
        _ = panel.frame(0, .slot(0), .id(1), .x(100), .y(100))
        #expect(panel.touches.liftDeadline == nil)
        #expect(panel.frame(50, .id(-1)) == "")
        #expect(panel.touches.liftDeadline == Timestamp(microseconds: 550_000))
        panel.touches.endLifts()
        #expect(panel.words() == "0- |")
        #expect(panel.touches.liftDeadline == nil)
        #expect(panel.frame(150, .id(2), .x(101)) == "0+ |")
        #expect(panel.frame(200, .id(-1)) == "0! | 0- |")
    }

    @Test("What is swallowed is cancelled, with all fingers until the last has lifted")
    func swallowed() throws {
        let panel = try InterceptedPanel([])
        _ = panel.frame(0, .slot(0), .id(1), .x(100), .y(100))
        panel.touches.swallow()
        #expect(panel.words() == "0! | 0- |")
        #expect(panel.frame(10, .slot(1), .id(2), .x(400), .y(100)) == "")
        #expect(panel.frame(20, .slot(0), .id(-1)) == "")
        #expect(panel.frame(30, .slot(1), .id(-1)) == "")
        #expect(panel.frame(40, .id(3), .x(401)) == "1+ |")
    }

    @Test("Swallowed while nothing touches, the next fingers are not seen")
    func swallowedNext() throws {
        let panel = try InterceptedPanel([])
        panel.touches.swallow()
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100)) == "")
        #expect(panel.frame(10, .id(-1)) == "")
        #expect(panel.frame(20, .id(2), .x(101)) == "0+ |")
    }

    @Test("After events were lost the clone has the panel's fingers; one that is gone is cancelled")
    func lostEvents() throws {
        let panel = try InterceptedPanel([])
        #expect(panel.frame(0, .slot(0), .id(1), .x(100), .y(100), .slot(1), .id(2), .x(300), .y(100)) == "0+ 1+ |")
        #expect(panel.lose(10, to: [1: (2, 310, 100), 2: (3, 500, 500)], slot: 1) == "0! | 0- | 1 2+ |")
        #expect(panel.frame(20, .x(320)) == "1 |")
        #expect(panel.frame(30, .id(-1), .slot(2), .id(-1)) == "1- 2- |")
    }

    @Test("A touch that nobody intercepts is forwarded before recognizers see it")
    func undelayed() throws {
        let panel = try InterceptedPanel([])
        let slow = Self.tap(.never)
        var said = ""
        slow.addAction { [unowned panel] _ in said = panel.words() }
        panel.engine.root.addGestureRecognizer(slow)
        _ = panel.frame(0, .slot(0), .id(1), .x(100), .y(100))
        _ = panel.frame(10, .id(-1))
        #expect(said == "0- |")
    }

    @Test("Of random fingers the clone has what recognizers leave, frame by frame, and what they take is cancelled")
    func random() throws {
        for seed in 1...2000 as ClosedRange<UInt64> {
            let run = InterceptionRun(seed: seed)
            try #require(run.faults.isEmpty, "seed \(seed): \(run.faults)")
        }
    }
}
