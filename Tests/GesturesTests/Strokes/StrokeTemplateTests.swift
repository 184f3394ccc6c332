// Tests of stroke templates and of the errors for invalid ones.

import Gestures
import Testing
import Touch

private func points(_ pairs: [(Double, Double)]) -> [Point] { pairs.map { Point(x: $0.0, y: $0.1) } }

@Suite struct StrokeTemplateTests {
    @Test("Two different places are enough: a line")
    func line() throws {
        #expect(try StrokeTemplate(name: "right", points: points([(0, 0), (1, 0)])).isLine)
        #expect(try !StrokeTemplate(name: "v", points: points([(0, 0), (1, 2), (2, 0)])).isLine)
    }

    @Test("Place and size of the points are irrelevant")
    func normalized() throws {
        let small = try StrokeTemplate(name: "v", points: points([(0, 0), (0.25, 0.5), (0.5, 0)]))
        #expect(try StrokeTemplate(name: "v", points: points([(512, 512), (1024, 1536), (1536, 512)])) == small)
        #expect(try StrokeTemplate(name: "w", points: points([(0, 0), (0.25, 0.5), (0.5, 0)])) != small)
    }

    @Test(
        "Points without an extent are refused",
        arguments: [[], [(1, 1)], [(3, 4), (3, 4), (3, 4)], [(0, 0), (1e-9, 0)]] as [[(Double, Double)]])
    func nowhere(pairs: [(Double, Double)]) {
        #expect(throws: StrokeTemplateError.self) { try StrokeTemplate(name: "it", points: points(pairs)) }
    }

    @Test("A path that is back at its start at each sixteenth is refused, too")
    func toAndFro() {
        let pairs = (0...30).map { (Double($0 % 2) * 10, 0.0) }
        #expect(throws: StrokeTemplateError.self) { try StrokeTemplate(name: "it", points: points(pairs)) }
    }

    @Test("The error names the stroke, the point and the remedy", arguments: [Double.nan, .infinity, -1e10])
    func noPlace(value: Double) {
        let error = #expect(throws: StrokeTemplateError.self) {
            try StrokeTemplate(name: "check", points: points([(0, 0), (1, 1), (value, 2), (.nan, 3)]))
        }
        #expect(error?.code == .noPlace && error?.index == 2)
        #expect(error?.description.hasPrefix("stroke \"check\": point 2: a coordinate is not a number") == true)
    }

    @Test("There are at most 1024 points")
    func bounded() throws {
        let line = (0..<1024).map { Point(x: Double($0), y: 0) }
        #expect(try StrokeTemplate(name: "it", points: line).isLine)
        let error = #expect(throws: StrokeTemplateError.self) {
            try StrokeTemplate(name: "it", points: line + [Point(x: 2000, y: 0)])
        }
        #expect(error?.code == .tooManyPoints)
        #expect(error?.description.contains("give 1024 at most") == true)
    }
}
