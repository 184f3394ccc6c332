// Tests of what a picture keeps of trails and lanes.

import Testing
import Touch

@testable import Diagnosis

@Suite struct PlottedSequenceTests {
    @Test("A trail keeps its first and last points, and none that the picture cannot show")
    func spacing() {
        var trail = PlottedTrail(from: .zero, spacing: 2)
        for x in 1...9 { trail.add(Point(x: Double(x), y: 0)) }
        #expect(trail.points.map(\.x) == [0, 2, 4, 6, 8, 9])
        #expect(!trail.isThinned)
    }

    @Test("A trail of any length has a bounded number of points, also if it goes to and fro")
    func bounds() {
        var trail = PlottedTrail(from: .zero, spacing: 1)
        for step in 1...100_000 { trail.add(Point(x: step.isMultiple(of: 2) ? 0 : 1e6, y: Double(step))) }
        #expect(trail.points.count <= PlottedTrail.maximumPoints && trail.isThinned)
        #expect(trail.points.first == .zero && trail.points.last == Point(x: 0, y: 100_000))
    }

    @Test("A lane goes from possible by waiting to active; what ends it closes the segment")
    func segments() {
        var lane = PlottedLane()
        let steps: [StepName] = [.received, .received, .waiting, .began, .ended]
        for (index, step) in steps.enumerated() {
            lane.take(step, words: "", at: Timestamp(microseconds: Int64(index)))
        }
        #expect(lane.segments.map(\.state) == [.possible, .waiting, .active])
        #expect(lane.segments.map(\.start.microseconds) == [0, 2, 3])
        #expect(lane.segments.map(\.end?.microseconds) == [2, 3, 4])
        #expect(lane.marks.map(\.step) == [.ended])
    }

    @Test("A lane of any length is bounded, and counts what it omits")
    func laneBounds() {
        var lane = PlottedLane()
        for step in 0..<100_000 {
            let time = Timestamp(microseconds: Int64(step))
            lane.take(.began, words: "", at: time)
            lane.change(at: time)
            lane.take(.ended, words: "", at: time)
        }
        #expect(lane.segments.count == PlottedLane.maximumSteps && lane.marks.count == PlottedLane.maximumSteps)
        #expect(lane.omitted == 2 * (100_000 - PlottedLane.maximumSteps))
        #expect(lane.changes.count < PlottedLane.maximumChanges)
        #expect((lane.changes.last?.microseconds ?? 0) > 90_000)
    }
}
