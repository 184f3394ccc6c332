// Tests of contact changes without movement, such as pressure, for recognizers and regions that ask for them.

import Gestures
import Testing
import Touch
import TouchTesting

/// Recognized when a finger presses with half of the panel's range.
private final class FirmPress: GestureRecognizer {
    override init(name: String = "press", thresholds: Thresholds = .standard) {
        super.init(name: name, thresholds: thresholds)
        receivesContactChanges = true
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        if state == .possible, touches.contains(where: { $0.force >= 0.5 }) { state = .recognized }
    }
}

extension Stage {
    /// The first finger rests, with this pressure.
    fileprivate func press(_ force: Double, at time: Double) {
        for touch in table.all { table.setContact(of: touch, majorRadius: 8, force: force) }
        deliver(at: time)
    }
}

@Suite struct ContactChangeTests {
    @Test("A recognizer that asks receives the pressure of a resting finger; others receive no movement")
    func force() {
        let other = Probe("other")
        let stage = Stage(FirmPress(), other).play([.down(0, 5, 5, at: 0)])
        stage.press(0.3, at: 0.1)
        #expect(stage.words == [])
        stage.press(0.6, at: 0.2)
        #expect(stage.words == ["press ended"] && stage.log.map(\.time) == [0.2])
        #expect(!other.notebook.lines.contains { $0.contains("moved") })
    }

    @Test("Without a recognizer that asks, pressure causes no frame, whatever asked before")
    func nobody() {
        let press = FirmPress()
        let stage = Stage(press, TapGestureRecognizer(name: "tap"))
        #expect(stage.engine.asksForContactChanges)
        press.receivesContactChanges = false
        #expect(!stage.engine.asksForContactChanges)
        press.receivesContactChanges = true
        stage.engine.root.removeGestureRecognizer(press)
        #expect(!stage.engine.asksForContactChanges)
        stage.play([.down(0, 5, 5, at: 0)])
        var frames = 0
        for touch in stage.table.all { stage.table.setContact(of: touch, majorRadius: 8, force: 1) }
        stage.table.deliver(at: .seconds(1)) { _ in frames += 1 }
        #expect(frames == 0)
    }

    @Test("A region receives it as a movement from and to the finger's place")
    func region() throws {
        let stage = Stage(TapGestureRecognizer(name: "tap")).watchTouches()
        stage.play([.down(0, 5, 5, at: 0)])
        stage.press(0.3, at: 0.1)
        #expect(stage.stream(of: "root") == ["1 began", "1 moved"])
        let received = try #require(stage.regionTouches.last)
        #expect(received.force == 0.3 && received.location == received.previousLocation)
        stage.play([.up(at: 0.2)])
        #expect(stage.words == ["tap ended"])
    }
}
