// Tests of stroke templates in files, and of errors for invalid ones.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct StrokeTemplateReaderTests {
    private func refusal(_ templates: String) -> String {
        ConfigurationTests.refusal(ofRecognizer: "type: stroke, templates: \(templates)")
    }

    @Test("Several templates may have one name, and coordinates are any numbers")
    func templates() throws {
        let yaml = "[{ name: a, points: [[-1.5, 2e3], [0, +.5]] }, { points: [[0, 0], [1, 1]], name: a }]"
        #expect(
            try recognizer("type: stroke, templates: \(yaml)").properties["templates"]
                == .templates([
                    try StrokeTemplate(name: "a", points: [Point(x: -1.5, y: 2000), Point(x: 0, y: 0.5)]),
                    try StrokeTemplate(name: "a", points: [Point(x: 0, y: 0), Point(x: 1, y: 1)]),
                ]))
    }

    @Test(
        "Wrong templates are refused",
        arguments: rows(
            """
            [] → `templates` must be a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }, not an \
            empty list
            ~ → `templates` must be a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }, not nothing
            circle → `templates` must be a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }, not \
            `circle`
            { name: a } → `templates` must be a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }, \
            not a \
            mapping (put it into brackets, as a list of one)
            [circle] → a template must be a mapping such as { name: down, points: [[0, 0], [0, 100]] }, not `circle`
            [{ size: 1 }] → a template needs a `name` | a template needs `points` | unknown key `size` (allowed here: \
            `name`, `points`)
            [{ name: a, points: 3 }] → `points` must be a list, not `3`
            [{ name: a b, points: [[0, 0], [1, 1]] }] → a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike \
            `a b`
            [{ name: a, points: [] }] → the points of a template must have an extent
            [{ name: a, points: [[5, 5], [5, 5], [5, 5]] }] → the points of a template must have an extent
            [{ name: a, points: [[0, 0], [2e9, 0]] }] → no point lies that far away…
            [{ name: a, points: [[0, 0], x, [1]] }] → a point must be two numbers such as [10, 20], not `x` | a point …
            """))
    func wrong(row: Row) { row.expect(refusal(row.text)) }

    @Test(
        "A point is two numbers",
        arguments: rows(
            """
            3 → `3`
            [1] → `[1]`
            [1, 2, 3, 4, 5] → `[1, 2, 3, …]`
            [1, nan] → `[1, nan]`
            [1mm, 2] → `[1mm, 2]`
            [[1], 2] → `[[…], 2]`
            { x: 1, y: 2 } → a mapping
            ~ → nothing
            """))
    func noPoint(row: Row) {
        #expect(
            refusal("[{ name: a, points: [[0, 0], \(row.text), [1, 1]] }]")
                == "a point must be two numbers such as [10, 20], not \(row.expected)")
    }

    @Test("A template has at most 1024 points, and a stroke 256 templates")
    func limits() {
        let points = (0..<1025).map { "[\($0), 0]" }
        func template(_ count: Int) -> String {
            "{ name: a, points: [\(points.prefix(count).joined(separator: ", "))] }"
        }
        #expect(refusal("[\(template(1024))]") == "")
        #expect(
            refusal("[\(template(1025))]")
                == "a template can have 1024 points at most, not 1025 (16 to 64 are enough)")
        let many = Array(repeating: template(2), count: 257)
        #expect(refusal("[\(many.dropLast().joined(separator: ", "))]") == "")
        #expect(refusal("[\(many.joined(separator: ", "))]") == "there can be 256 templates at most")
    }
}
