// Tests of the checkmark recognizer.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct CheckmarkTests {
    private let good: [FingerStep] = [
        .down(0, 110, 150, at: 0), .move(0, 130, 170, at: 0.1), .move(0, 160, 120, at: 0.2), .up(at: 0.3),
    ]

    @Test("A place that is sent twice is not a movement: the way up comes first, and there is no midpoint")
    func repeatedPlace() {
        let stage = Stage(CheckmarkGestureRecognizer(name: "checkmark"))
        stage.play([.down(0, 5, 5, at: 0), .move(0, 5, 5, at: 0.1), .move(0, 6, 4, at: 0.2), .up(at: 0.3)])
        #expect(stage.words == ["checkmark ended"])
        #expect(stage.log.first?.measurement == .custom([]))
    }

    @Test("A finger that lifts before it moves up leaves nothing for the next one")
    func afterUndecided() {
        let stage = Stage(CheckmarkGestureRecognizer(name: "checkmark"))
        stage.play([.down(0, 10, 10, at: 0), .move(0, 30, 30, at: 0.1), .up(at: 0.2)])
        stage.play([.down(0, 50, 50, at: 1), .move(0, 60, 20, at: 1.1), .up(at: 1.2)])
        #expect(stage.words == ["checkmark ended"])
        #expect(stage.log.first?.measurement == .custom([]))
    }

    @Test("A second finger, however late, makes it fail, with that reason")
    func secondFinger() {
        let (checkmark, trace) = (CheckmarkGestureRecognizer(name: "checkmark"), Trace())
        let stage = Stage(checkmark)
        stage.engine.decisionObserver = trace
        stage.play(Array(good.dropLast()) + [.down(1, 500, 500, at: 0.25), .up(0, at: 0.3), .up(1, at: 0.4)])
        #expect(stage.words == [] && stage.failures.count == 1)
        #expect(trace.lines.contains("checkmark failed: touched with 2 fingers, 1 allowed"))
        stage.play([.down(0, 0, 0, at: 1), .move(0, 1, 1, at: 1.1), .move(0, 2, 0, at: 1.2), .up(at: 1.3)])
        #expect(stage.words == ["checkmark ended"])
    }

    @Test("A finger that moves left fails it, with the distance")
    func left() {
        let (stage, trace) = (Stage(CheckmarkGestureRecognizer(name: "checkmark")), Trace())
        stage.engine.decisionObserver = trace
        stage.play([.down(0, 50, 50, at: 0), .move(0, 47.5, 60, at: 0.1)])
        #expect(trace.lines.last == "checkmark failed: moved to the left by 2.5 pt")
    }

    @Test("The midpoint is in the region for the program, and on the surface in notifications")
    func midPointInRegion() {
        let checkmark = CheckmarkGestureRecognizer(name: "checkmark")
        let stage = Stage()
        let region = Region(name: "form", origin: Point(x: 100, y: 100), size: Size(width: 300, height: 300))
        region.addGestureRecognizer(checkmark)
        stage.engine.root.addRegion(region)
        var midPoint: Point?
        checkmark.addAction { [unowned checkmark] _ in midPoint = checkmark.midPoint }
        stage.play(good)
        #expect(midPoint == Point(x: 30, y: 70))
        #expect(stage.log.first?.measurement == .custom([.init("midpoint", .point(Point(x: 130, y: 170)))]))
        #expect(checkmark.midPoint == .zero)
    }

    @Test("The type is called checkmark and takes one finger")
    func name() {
        #expect(CheckmarkGestureRecognizer().typeName == "checkmark")
        #expect(CheckmarkGestureRecognizer().numberOfTouchesAccepted == 1...1)
    }
}
