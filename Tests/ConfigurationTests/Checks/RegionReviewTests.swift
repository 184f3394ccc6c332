// Tests of warnings about regions that no finger can hit.

import Testing

@testable import Configuration

@Suite struct RegionReviewTests {
    /// The warnings for a file, each with its place.
    private func warnings(_ yaml: String) throws -> [String] {
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        return ConfigurationReview(text).warnings.map { "\($0.line):\($0.column) \($0.message)" }
    }

    /// The warnings for a file with these regions of a surface.
    private func warnings(regions: String..., surface: String = "name: panel") throws -> [String] {
        try warnings("surfaces: [{ \(surface) }]\nregions:\n" + regions.map { "- { \($0) }\n" }.joined())
    }

    @Test("A region narrower than a millimetre is reported, with the percentage that was probably meant")
    func narrow() throws {
        let yaml = "regions: [{ name: bar, frame: { x: 0, y: 0, width: 0.5, height: 100% } }]"
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        let warning = try #require(ConfigurationReview(text).warnings.first)
        #expect(warning.message == "`bar` is 0.08 mm in width: no finger can aim at it")
        #expect(warning.hint == "did you mean `50%`? a number without a unit is points of 0.156 mm")
        #expect(warning.column == 52)
        #expect(try warnings(regions: "name: bar, frame: { x: 0, y: 0, width: 1mm, height: 6.5 }") == [])
        #expect(try warnings(regions: "name: bar, frame: { x: 0, y: 0, width: 50%, height: 0.9mm }").count == 1)
    }

    @Test("A percentage of a narrow parent, and pixels where the size is known, can be too narrow")
    func narrowParts() throws {
        let bar = "name: bar, frame: { x: 0, y: 0, width: 10mm, height: 100% }"
        let part = "name: part, parent: bar, frame: { x: 0%, y: 0%, width: 5%, height: 100% }"
        #expect(
            try warnings(regions: bar, part) == ["4:60 `part` is 0.5 mm in width: no finger can aim at it"])
        let pixels = "name: line, surface: panel, frame: { x: 0px, y: 0px, width: 4px, height: 100% }"
        #expect(try warnings(regions: pixels, surface: "name: panel, pixels: 1920 x 1080") == [])
        #expect(
            try warnings(regions: pixels, surface: "name: panel, pixels: 1920 x 1080, size: 344mm x 194mm")
                == ["3:65 `line` is 0.72 mm in width: no finger can aim at it"])
    }

    @Test("A region beside a parent of almost no width is reviewed without a trap", arguments: ["1e-15", "1e-320"])
    func beyondNothing(width: String) throws {
        let parent = "name: thread, frame: { x: 0, y: 0, width: \(width), height: 100 }"
        for x in ["0", "100"] {
            let part = "name: part, parent: thread, frame: { x: \(x), y: 0, width: 10, height: 100% }"
            let received = try warnings(regions: parent, part)
            #expect(
                received.contains { $0.contains("`part` ") && $0.contains("more than a million times") }, "\(received)")
        }
    }

    @Test("A region that begins beyond its surface, or leaves it, is reported where the size is known, in any unit")
    func off() throws {
        let far = "name: far, frame: { x: 400mm, y: 0, width: 10mm, height: 100% }"
        #expect(try warnings(regions: far) == [])
        let message = "`far` begins at 117% of the width of the surface `panel`: no touch will reach it"
        #expect(try warnings(regions: far, surface: "name: panel, size: 344mm x 194mm") == ["3:28 \(message)"])
        // On a rotated surface the other side is the width.
        #expect(try warnings(regions: far, surface: "name: panel, size: 194mm x 500mm, rotation: 90") == [])
        let pixels = "name: key, surface: panel, frame: { x: 1800px, y: 0%, width: 200px, height: 100% }"
        #expect(
            try warnings(regions: pixels, surface: "name: panel, pixels: 1920 x 1080")
                == ["3:66 `key` ends at 105% of the width of the surface `panel`"])
        #expect(try warnings(regions: pixels, surface: "name: panel, pixels: 2000 x 1080") == [])
    }

    @Test("A region of several surfaces is reported only if it is off all of them, with their names")
    func offAllSurfaces() throws {
        func warnings(_ x: String) throws -> [String] {
            try self.warnings(
                """
                surfaces:
                - { name: small, match: { name: S }, size: 200mm x 100mm }
                - { name: large, size: 500mm x 300mm }
                regions:
                - { name: far, frame: { x: \(x), y: 0, width: 10mm, height: 100% } }
                - { name: key, parent: far, frame: { x: 0%, y: 0%, width: 1%, height: 100% } }

                """)
        }
        #expect(
            try warnings("300mm") == ["6:59 `key` is 0.1 mm in width on the surface `small`: no finger can aim at it"])
        #expect(
            try warnings("600mm").first
                == "5:28 `far` begins at 300% of the width of the surface `small`: no touch will reach it")
        // A part of it remains on the large surface.
        #expect(
            try warnings("495mm").first == "5:48 `far` ends at 101% of the width of the surface `large`")
    }

    @Test("A region that leaves its parent is reported where the parent has lengths")
    func offParent() throws {
        #expect(
            try warnings(
                regions: "name: bar, frame: { x: 0, y: 0, width: 100%, height: 20mm }",
                "name: key, parent: bar, frame: { x: 0, y: 25mm, width: 10mm, height: 5mm }")
                == ["4:47 `key` begins at 125% of the height of `bar`: no touch will reach it"])
    }
}
