// Tests of warnings about regions that no finger can hit.

import Testing

@testable import Configuration

@Suite struct RegionReviewTests {
    @Test(
        "A region that is too narrow, or that begins or ends beyond its parent, is reported where the sizes are known",
        arguments: rows(
            """
            [{ name: bar, FRAME 0, y: 0, width: 0.5, height: 100% } }] → 54 `bar` is 0.08 mm in width: no finger can \
            aim at \
            it (did you mean `50%`? a number without a unit is points of 0.156 mm)
            [{ name: bar, FRAME 0, y: 0, width: 1mm, height: 6.5 } }]
            [{ name: bar, FRAME 0, y: 0, width: 50%, height: 0.9mm } }] → 67 `bar` is 0.9 mm in height: no finger can \
            aim at it…
            [{ name: bar, FRAME 0, y: 0, width: 10mm, height: 100% } }, { name: part, parent: bar, FRAME 0%, y: 0%, \
            width: 5%, height: 100% } }] → 135 `part` is 0.5 mm in width: no finger can aim at it…
            [{ name: line, surface: panel, FRAME 0px, y: 0px, width: 4px, height: 100% } }], surfaces: [{ name: panel, \
            pixels: 1920 x 1080 }]
            [{ name: line, surface: panel, FRAME 0px, y: 0px, width: 4px, height: 100% } }], surfaces: [{ name: panel, \
            pixels: 1920 x 1080, size: 344mm x 194mm }] → 75 `line` is 0.72 mm in width: no finger can aim at it…
            [{ name: far, FRAME 400mm, y: 0, width: 10mm, height: 100% } }], surfaces: [{ name: panel }]
            [{ name: far, FRAME 400mm, y: 0, width: 10mm, height: 100% } }], surfaces: [{ name: panel, size: 344mm x \
            194mm }] → 38 `far` begins at 117% of the width of the surface `panel`: no touch will reach it…
            [{ name: far, FRAME 400mm, y: 0, width: 10mm, height: 100% } }], surfaces: [{ name: panel, size: 194mm x \
            500mm, rotation: 90 }]
            [{ name: key, surface: panel, FRAME 1800px, y: 0%, width: 200px, height: 100% } }], surfaces: [{ name: \
            panel, \
            pixels: 1920 x 1080 }] → 76 `key` ends at 105% of the width of the surface `panel`…
            [{ name: key, surface: panel, FRAME 1800px, y: 0%, width: 200px, height: 100% } }], surfaces: [{ name: \
            panel, \
            pixels: 2000 x 1080 }]
            [{ name: bar, FRAME 0, y: 0, width: 100%, height: 20mm } }, { name: key, parent: bar, FRAME 0, y: 25mm, \
            width: 10mm, height: 5mm } }] → 122 `key` begins at 125% of the height of `bar`: no touch will reach it…
            [{ name: far, FRAME 300mm, y: 0, width: 10mm, height: 100% } }, KEY], TWO → 138 `key` is 0.1 mm in width \
            on the \
            surface `small`: no finger can aim at it…
            [{ name: far, FRAME 600mm, y: 0, width: 10mm, height: 100% } }, KEY], TWO → 38 `far` begins at 300% of \
            the width \
            of the surface `small`: no touch will reach it…
            [{ name: far, FRAME 495mm, y: 0, width: 10mm, height: 100% } }, KEY], TWO → 58 `far` ends at 101% of the \
            width of \
            the surface `large`…
            """))
    func review(row: Row) throws {
        let key = "{ name: key, parent: far, frame: { x: 0%, y: 0%, width: 1%, height: 100% } }"
        let small = "{ name: small, match: { name: S }, size: 200mm x 100mm }"
        let yaml = row.text.replacing("FRAME", with: "frame: { x:").replacing("KEY", with: key)
            .replacing("TWO", with: "surfaces: [\(small), { name: large, size: 500mm x 300mm }]")
        let text = try LayeredText([.init(name: "file", text: SourceText("{ regions: \(yaml) }"))])
        let found = ConfigurationReview(text).warnings.map { problem in
            "\(problem.column) \(problem.message)" + (problem.hint.map { " (\($0))" } ?? "")
        }
        row.expect(found.joined(separator: " | "))
    }

    @Test("A region beside a parent of almost no width is reviewed without a trap", arguments: ["1e-15", "1e-320"])
    func beyondNothing(width: String) throws {
        let parent = "name: thread, frame: { x: 0, y: 0, width: \(width), height: 100 }"
        for x in ["0", "100"] {
            let part = "name: part, parent: thread, frame: { x: \(x), y: 0, width: 10, height: 100% }"
            let found = try warnings("regions:\n- { \(parent) }\n- { \(part) }\n")
            #expect(found.contains { $0.contains("`part` ") && $0.contains("more than a million times") }, "\(found)")
        }
    }
}
