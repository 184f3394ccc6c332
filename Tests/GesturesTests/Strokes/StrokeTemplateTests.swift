// Tests of stroke templates and of the errors for invalid ones.

import Gestures
import Testing
import Touch

private func points(_ pairs: [(Double, Double)]) -> [Point] { pairs.map { Point(x: $0.0, y: $0.1) } }

@Suite struct StrokeTemplateTests {
    @Test(
        "Points without an extent are refused",
        arguments: [[], [(1, 1)], [(3, 4), (3, 4), (3, 4)], [(0, 0), (1e-9, 0)]] as [[(Double, Double)]])
    func nowhere(pairs: [(Double, Double)]) {
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
