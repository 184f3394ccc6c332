// Tests of finger paths: bounded memory, preserved shape.

import Gestures
import Testing
import Touch

@Suite struct StrokePathTests {
    @Test("The path keeps places that are a step apart, and adds up their distances")
    func steps() {
        var path = StrokePath()
        for x in [0, 1, 1.999, 2, 3, 4.5] { path.add(Point(x: x, y: 7)) }
        #expect(path.points.map(\.x) == [0, 2, 4.5] && path.length == 4.5)
    }

    @Test("A full path keeps every second point, including its first, and doubles the step")
    func halving() {
        var path = StrokePath()
        for count in 0..<StrokePath.capacity { path.add(Point(x: Double(count) * 2, y: 0)) }
        #expect(path.points.count == StrokePath.capacity / 2 && path.step == 2 * StrokePath.shortestStep)
        #expect(path.points.map(\.x) == (0..<StrokePath.capacity / 2).map { Double($0) * 4 })
        #expect(path.length == Double(StrokePath.capacity - 1) * 2)
    }

    @Test("Invalid places are ignored")
    func hostile() {
        var path = StrokePath()
        for value in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
            path.add(Point(x: value, y: 0))
            path.add(Point(x: 0, y: value))
        }
        #expect(path.points.isEmpty)
        path.add(Point(x: 1e9, y: -1e9))
        path.add(Point(x: -1e9, y: 1e9))
        path.add(Point(x: .nan, y: 0))
        #expect(path.points.count == 2 && path.length.isFinite)
    }
}
