// Tests of simultaneous recognition, and of the delegates that allow it.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct SimultaneityTests {
    @Test("Pan, pinch and rotation of two fingers continue together when they are allowed to")
    func transform() {
        let all = [
            PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"),
            RotationGestureRecognizer(name: "turn"),
        ]
        for (index, recognizer) in all.enumerated() {
            for other in all.dropFirst(index + 1) { recognizer.allowSimultaneousRecognition(with: other) }
        }
        let stage = Stage(all).play([
            .down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0.05), .move(1, 600, 700, at: 0.1),
            .move(0, 400, 500, at: 0.2), .up(0, at: 0.3), .up(1, at: 0.4),
        ])
        for name in ["pan", "pinch", "turn"] {
            #expect(stage.states(of: name).first == .began && stage.states(of: name).last == .ended, "\(name)")
        }
    }

    @Test("Of a pan and a pinch that are not allowed together the pan that begins first is alone, as in UIKit")
    func panBeforePinch() {
        let stage = Stage(PinchGestureRecognizer(name: "pinch"), PanGestureRecognizer(name: "pan"))
        stage.play([
            .down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0), .move(0, 500, 520, at: 0.1),
            .move(1, 600, 520, at: 0.1), .move(1, 700, 520, at: 0.2),
        ])
        #expect(Set(stage.log.map(\.name)) == ["pan"] && stage.failures.map(\.name) == ["pinch"])
    }
}
