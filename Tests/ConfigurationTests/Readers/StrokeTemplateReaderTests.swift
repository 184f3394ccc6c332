// Tests of stroke templates in files, and of errors for invalid ones.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct StrokeTemplateReaderTests {
    /// The message and hint for the list of templates.
    private func refusal(_ templates: String) -> String {
        ConfigurationTests.refusal(about: "templates: \(templates)", of: "stroke")
    }

    @Test("Several templates may have one name, and coordinates are any numbers")
    func templates() throws {
        let yaml = "templates: [{ name: a, points: [[-1.5, 2e3], [0, +.5]] }, { points: [[0, 0], [1, 1]], name: a }]"
        let rule = try recognizer("type: stroke", yaml)
        #expect(
            rule.properties["templates"]
                == .templates([
                    try StrokeTemplate(name: "a", points: [Point(x: -1.5, y: 2000), Point(x: 0, y: 0.5)]),
                    try StrokeTemplate(name: "a", points: [Point(x: 0, y: 0), Point(x: 1, y: 1)]),
                ]))
    }

    @Test(
        "Templates are a list that is not empty",
        arguments: [
            ("[]", "an empty list"), ("~", "nothing"), ("circle", "`circle`"),
            ("{ name: a }", "a mapping (put it into brackets, as a list of one)"),
        ])
    func noList(value: String, shown: String) {
        #expect(
            refusal(value)
                == "`templates` must be a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }, not \(shown)"
        )
    }

    @Test("A template has a name and points")
    func noTemplate() {
        #expect(
            refusal("[circle]")
                == "a template must be a mapping such as { name: down, points: [[0, 0], [0, 100]] }, not `circle`")
        #expect(
            refusal("[{ size: 1 }]") == """
                a template needs a `name`
                a template needs `points`
                unknown key `size` (allowed here: `name`, `points`)
                """)
        #expect(refusal("[{ name: a, points: 3 }]") == "`points` must be a list, not `3`")
        #expect(
            refusal("[{ name: a b, points: [[0, 0], [1, 1]] }]")
                == "a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike `a b`")
    }

    @Test(
        "A point is two numbers",
        arguments: [
            ("3", "`3`"), ("[1]", "`[1]`"), ("[1, 2, 3]", "`[1, 2, 3]`"), ("[1, 2, 3, 4, 5]", "`[1, 2, 3, …]`"),
            ("[1, nan]", "`[1, nan]`"), ("[.inf, 0]", "`[.inf, 0]`"), ("[1mm, 2]", "`[1mm, 2]`"),
            ("[\"1\", 2]", "`[1, 2]`"), ("[[1], 2]", "`[[…], 2]`"), ("[1e999, 0]", "`[1e999, 0]`"),
            ("{ x: 1, y: 2 }", "a mapping"), ("~", "nothing"),
        ])
    func noPoint(point: String, shown: String) {
        #expect(
            refusal("[{ name: a, points: [[0, 0], \(point), [1, 1]] }]")
                == "a point must be two numbers such as [10, 20], not \(shown)")
    }

    @Test("Every invalid point is reported at its place")
    func places() {
        let yaml =
            "recognizers:\n- name: a\n  type: stroke\n  templates:\n  - name: b\n    points: [[0, 0], x, [1], [2e9, 0]]\n"
        #expect(
            messages(of: yaml) == [
                "6:22 a point must be two numbers such as [10, 20], not `x`",
                "6:25 a point must be two numbers such as [10, 20], not `[1]`",
            ])
        #expect(
            messages(of: yaml.replacing("x, [1], ", with: "")) == ["6:22 no point lies that far away"])
    }

    @Test("The points of a template must have an extent", arguments: ["[]", "[[5, 5]]", "[[5, 5], [5, 5], [5, 5]]"])
    func nowhere(points: String) {
        #expect(refusal("[{ name: a, points: \(points) }]") == "the points of a template must have an extent")
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
