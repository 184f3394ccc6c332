// Tests of relations between custom and built-in recognizers.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RelationTests {
    private let checkmark = CheckmarkGestureRecognizer(name: "done")
    private let pan = PanGestureRecognizer(name: "move")

    private let mark: [FingerStep] = [
        .down(0, 100, 100, at: 0), .move(0, 120, 120, at: 0.1), .move(0, 160, 80, at: 0.2), .up(at: 0.3),
    ]
    private let strokeToTheLeft: [FingerStep] = [
        .down(0, 100, 100, at: 0), .move(0, 50, 100, at: 0.1), .move(0, 20, 100, at: 0.2), .up(at: 0.3),
    ]

    @Test("By default the pan, which is recognized first, prevents the checkmark")
    func exclusive() {
        let stage = Stage(checkmark, pan).play(mark)
        #expect(stage.words == ["move began", "move changed", "move ended"])
        #expect(stage.failures.map(\.name) == ["done"])
    }

    @Test("A pan that requires the checkmark to fail waits for it, and begins when the finger moves left")
    func requirement() {
        let trace = Trace()
        pan.require(toFail: checkmark)
        let stage = Stage(checkmark, pan)
        stage.engine.decisionObserver = trace
        #expect(stage.play(mark).words == ["done ended"])
        #expect(
            trace.lines.prefix(4) == [
                "move would begin: moved 28.3 pt, 10.0 needed",
                "move waits for done",
                "done would begin: the finger went up and lifted",
                "move failed: done was to fail first",
            ])
        let other = Stage(checkmark, pan).play(strokeToTheLeft)
        #expect(other.words == ["move began", "move changed", "move ended"])
        #expect(other.log.first?.time == 0.1)
    }
}
