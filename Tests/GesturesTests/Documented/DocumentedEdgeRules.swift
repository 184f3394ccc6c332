// Scenarios of the documented rules of screen edge pans, for `DocumentedRulesTests`.

import Gestures
import Testing
import Touch
import TouchTesting

let edgeRules: [String: @Sendable () -> Void] = [
    "screen_edge_first_touch_only": {
        // The second finger comes before the gesture has begun, or after.
        for second in [0.05, 0.25] {
            let edge = ScreenEdgePanGestureRecognizer(name: "edge")
            edge.edges = .left
            let stage = Stage(edge).watchDecisions()
            let steps: [FingerStep] = [
                .down(0, 5, 500, at: 0), .move(0, 40, 500, at: 0.2), .move(0, 60, 500, at: 0.3), .up(0, at: 0.4),
            ]
            let other: [FingerStep] = [.down(1, 3, 300, at: second), .move(1, 300, 300, at: 0.35)]
            stage.play((steps + other).sorted { $0.time < $1.time } + [.up(1, at: 0.5)])
            #expect(stage.words == ["edge began", "edge changed", "edge ended"], "second at \(second)")
            #expect(stage.log.allSatisfy { $0.touches == [1] } && stage.log.last?.time == 0.4)
            #expect(stage.decisions.contains("edge ignored 2"))
        }
    }
]
