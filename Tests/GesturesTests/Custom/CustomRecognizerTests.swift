// Tests of checkmark and tickle with the strokes that their UIKit listings accept and refuse.

import Gestures
import Testing
import Touch
import TouchTesting

/// A finger's places, 16 ms each, and the expected result.
private struct Stroke: CustomTestStringConvertible, Sendable {
    enum Outcome { case recognized, failed, undecided }

    let testDescription: String
    let places: [(Double, Double)]
    var isCancelled = false
    let outcome: Outcome
    /// Checkmark: the place where the strokes meet.
    var midPoint: (Double, Double)?
    /// Tickle: the number of movements after which it is recognized.
    var recognizedAt: Int?

    init(
        _ description: String, _ places: [(Double, Double)], _ outcome: Outcome, midPoint: (Double, Double)? = nil,
        recognizedAt: Int? = nil, isCancelled: Bool = false
    ) {
        (testDescription, self.places, self.outcome) = (description, places, outcome)
        (self.midPoint, self.recognizedAt, self.isCancelled) = (midPoint, recognizedAt, isCancelled)
    }

    var steps: [FingerStep] {
        let moves = places.enumerated().map { index, place in
            let time = Double(index) * 0.016
            return index == 0
                ? FingerStep.down(0, 100 + place.0, 100 + place.1, at: time)
                : .move(0, 100 + place.0, 100 + place.1, at: time)
        }
        let time = Double(places.count) * 0.016
        return moves + [isCancelled ? .cancel(at: time) : .up(at: time)]
    }
}

private let good = [(10.0, 50.0), (20, 60), (30, 70), (40, 50), (60, 20)]

private let checkmarks = [
    Stroke("good", good, .recognized, midPoint: (30, 70)),
    Stroke("down only", [(10, 10), (20, 20), (30, 30)], .undecided, midPoint: (30, 30)),
    Stroke("up only", [(10, 60), (20, 40), (30, 20)], .recognized),
    Stroke("left on the way down", [(50, 10), (40, 20), (30, 30)], .failed),
    Stroke("left on the way up", [(50, 50), (60, 60), (50, 40)], .failed),
    Stroke("horizontal, then up", [(0, 50), (20, 50), (40, 30)], .recognized, midPoint: (20, 50)),
    Stroke("vertical, then up", [(0, 0), (0, 40), (0, 10)], .recognized, midPoint: (0, 40)),
    Stroke(
        "anything after the way up", [(0, 0), (10, 10), (20, 0), (10, 40), (-50, 90)], .recognized, midPoint: (10, 10)),
    Stroke("a tap", [(5, 5)], .undecided),
    Stroke("a point to the left", [(10, 10), (20, 20), (19, 21), (30, 5)], .failed),
    Stroke("cancelled", good, .failed, isCancelled: true),
]

private func row(_ xs: Double...) -> [(Double, Double)] { xs.map { ($0, 0) } }

private let tickles = [
    Stroke("right, left, right", row(0, 30, 0, 30), .recognized, recognizedAt: 3),
    Stroke("left, right, left", row(0, -30, 0, -30), .recognized, recognizedAt: 3),
    Stroke("two only", row(0, 30, 0), .failed),
    Stroke("exactly 25 points", row(0, 25, 0, 25), .recognized, recognizedAt: 3),
    Stroke("less than 25 points", row(0, 24, 0, 24, 0, 24), .failed),
    Stroke(
        "small steps", row(0, 5, 10, 15, 20, 25, 30, 25, 20, 15, 10, 5, 0, 5, 10, 15, 20, 25, 30), .recognized,
        recognizedAt: 17),
    Stroke("overshoot, back too short", row(0, 30, 100, 10, 100), .failed),
    Stroke("overshoot, back enough", row(0, 30, 100, 4, 30), .recognized, recognizedAt: 4),
    Stroke("a fast zigzag", row(0, 60, -60, 60, -60), .recognized, recognizedAt: 3),
    Stroke("cancelled", row(0, 30, 0), .failed, isCancelled: true),
]

@Suite struct CustomRecognizerTests {
    @Test("A checkmark is recognized at the lift, with its midpoint to be read", arguments: checkmarks)
    private func checkmark(_ stroke: Stroke) {
        let checkmark = CheckmarkGestureRecognizer(name: "checkmark")
        var midPoints: [Point] = []
        checkmark.addAction { if let mark = $0 as? CheckmarkGestureRecognizer { midPoints.append(mark.midPoint) } }
        let stage = Stage(checkmark).play(stroke.steps)
        let midPoint = stroke.midPoint.map { Point(x: 100 + $0.0, y: 100 + $0.1) } ?? .zero
        #expect(stage.words == (stroke.outcome == .recognized ? ["checkmark ended"] : []))
        #expect(midPoints == (stroke.outcome == .recognized ? [midPoint] : []))
        #expect(stage.failures.count == (stroke.outcome == .failed ? 1 : 0))
        #expect(checkmark.state == .possible)
        #expect(checkmark.midPoint == (stroke.outcome == .undecided ? midPoint : .zero))
    }

    @Test("Two fingers at once are not a checkmark")
    func twoFingers() {
        let stage = Stage(CheckmarkGestureRecognizer(name: "checkmark"))
        stage.play([
            .down(0, 10, 50, at: 0), .down(1, 50, 50, at: 0), .move(0, 20, 60, at: 0.1), .move(0, 40, 20, at: 0.2),
        ])
        stage.play([.up(0, at: 0.3), .up(1, at: 0.3)])
        #expect(stage.words == [] && stage.failures.count == 1)
    }

    @Test("Each of several checkmarks in a row is recognized")
    func again() {
        let stage = Stage(CheckmarkGestureRecognizer(name: "checkmark"))
        for checkmark in checkmarks where checkmark.outcome != .undecided { stage.play(checkmark.steps) }
        #expect(stage.words.count == checkmarks.count { $0.outcome == .recognized })
    }

    @Test("A tickle is recognized at the third turn, while the finger moves", arguments: tickles)
    private func tickle(_ stroke: Stroke) {
        let tickle = TickleGestureRecognizer(name: "tickle")
        var counts: [Int] = []
        tickle.addAction { if let tickle = $0 as? TickleGestureRecognizer { counts.append(tickle.tickleCount) } }
        let stage = Stage(tickle).play(stroke.steps)
        #expect(stage.words == (stroke.outcome == .recognized ? ["tickle ended"] : []))
        #expect(counts == (stroke.outcome == .recognized ? [3] : []))
        #expect(stage.log.map(\.time) == (stroke.recognizedAt.map { [Double($0) * 0.016] } ?? []))
        #expect(stage.failures.count == (stroke.outcome == .failed ? 1 : 0))
        #expect(tickle.state == .possible && tickle.tickleCount == 0)
    }
}
