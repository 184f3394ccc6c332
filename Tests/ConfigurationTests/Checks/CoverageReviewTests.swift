// Tests of warnings about regions and edges that lie below later regions.

import Testing

@testable import Configuration

@Suite struct CoverageReviewTests {
    /// A file of regions such as `page: 0%, 0%, 100%, 100%`, perhaps with `in NAME` or `on NAME` before the colon.
    private func file(_ regions: [String], edges: String?, surfaces: [String] = []) -> String {
        let entries = regions.map { region in
            let parts = region.split(separator: ": "), words = parts[0].split(separator: " ")
            let numbers = zip(["x", "y", "width", "height"], parts[1].split(separator: ", ")).map { "\($0): \($1)" }
            let place = words.count < 3 ? "" : "\(words[1] == "in" ? "parent" : "surface"): \(words[2]), "
            return "- { \(place)name: \(words[0]), frame: { \(numbers.joined(separator: ", ")) } }\n"
        }
        let pan = edges.map { "recognizers:\n- { name: back, type: screenEdgePan, region: page, edges: \($0) }\n" }
        return (surfaces.isEmpty ? "" : "surfaces:\n" + surfaces.map { "- { \($0) }\n" }.joined())
            + "regions:\n" + entries.joined() + (pan ?? "")
    }

    private func warnings(_ regions: String..., edges: String? = nil, surfaces: [String] = []) throws -> [String] {
        try ConfigurationTests.warnings(file(regions, edges: edges, surfaces: surfaces))
    }

    @Test("An edge below a later strip is reported at its place, with the way out; of several, only the covered ones")
    func edge() throws {
        let regions = ["page: 0%, 0%, 100%, 100%", "l: 0%, 0%, 5%, 100%", "t: 0%, 0%, 100%, 10%"]
        let text = SourceText(file(regions, edges: "[left, right, top]"))
        let found = ConfigurationReview(try LayeredText([.init(name: "file", text: text)])).warnings
        #expect(
            found.map { "\($0.line):\($0.column) \($0.message)" } == [
                "6:59 the left edge of `back` lies wholly below `l`: no touch there reaches `page`",
                "6:59 the top edge of `back` lies wholly below `t`: no touch there reaches `page`",
            ])
        #expect(
            found.first?.hint
                == "of regions that overlap, the later one is on top: list `page` later, or put `parent: page` into "
                + "`l`, whose touches `page` then has, too")
        #expect(
            try warnings(regions[0], regions[1], edges: "left")
                == ["5:59 the edge of `back` lies wholly below `l`: no touch there reaches `page`"])
    }

    private static let wide = "name: panel, pixels: 800 x 480, size: 154mm x 86mm"
    private static let turned = "name: panel, pixels: 480 x 800, size: 154mm x 86mm, rotation: 90"

    @Test(
        "An edge counts as covered if all of its width is, in any unit, by one region or by several together",
        arguments: [
            (["0, 0, 5mm, 100%"], "left", nil, true), (["0, 0, 2mm, 100%"], "left", nil, false),
            (["0%, 0%, 2%, 100%"], "left", nil, false), (["97%, 0%, 3%, 100%"], "left", nil, false),
            (["0%, 0%, 5%, 90%"], "left", nil, false),
            (["0%, 0%, 5%, 50%", "0%, 50%, 5%, 50%"], "left", nil, true),
            (["0%, 0%, 5%, 40%", "0%, 50%, 5%, 50%"], "left", nil, false),
            (["0%, 0%, 5%, 100%"], "left, edgeWidth: 4%", nil, true),
            (["0%, 0%, 5%, 100%"], "left, edgeWidth: 6%", nil, false),
            (["0%, 0%, 5%, 100%"], "left, enabled: false", nil, false),
            // The standard width, 3.1 mm, is 16.2 pixels along the long side of this panel, and 17.4 along the other.
            (["0px, 0, 17px, 100%"], "left", wide, true), (["0px, 0, 15px, 100%"], "left", wide, false),
            (["0px, 0, 17px, 100%"], "left", turned, true), (["0px, 0, 16px, 100%"], "left", turned, false),
            // 3 % of a small panel are less than the width.
            (["0%, 0%, 3%, 100%"], "left", "name: panel, size: 95mm x 54mm", false),
        ] as [([String], String, String?, Bool)])
    func strips(frames: [String], edges: String, surface: String?, isCovered: Bool) throws {
        let on = surface == nil ? "" : " on panel"
        let strips = frames.enumerated().map { "strip-\($0)\(on): \($1)" }
        let yaml = file(["page\(on): 0%, 0%, 100%, 100%"] + strips, edges: edges, surfaces: surface.map { [$0] } ?? [])
        let found = try ConfigurationTests.warnings(yaml)
        #expect(found.count == (isCovered ? 1 : 0), "\(found)")
    }

    @Test("A strip that lies in the region, below it, or on another surface, takes no edge away")
    func order() throws {
        let (page, strip) = ("page: 0%, 0%, 100%, 100%", "strip: 0%, 0%, 5%, 100%")
        #expect(try warnings(page, "strip in page: 0%, 0%, 5%, 100%", edges: "left") == [])
        #expect(
            try warnings(strip, page, edges: "left")
                == ["2:11 `strip` lies wholly below `page`: no touch will reach it"])
        func count(_ surfaces: String...) throws -> Int {
            try warnings(page, "strip on panel: 0%, 0%, 20%, 100%", edges: "left", surfaces: surfaces).count
        }
        #expect(try count("name: panel") == 1)
        #expect(try count("name: panel, match: { name: A }") == 0)
        #expect(try count("name: panel, match: { name: A }", "name: other") == 0)
    }

    @Test("A region below others is reported once, with none of the regions and edges in it")
    func whole() throws {
        let (page, message) = ("page: 10%, 10%, 20%, 20%", "2:11 `page` lies wholly below")
        let large = "0%, 0%, 50%, 50%"
        #expect(
            try warnings(page, "b: \(large)", edges: "left") == ["\(message) `b`: no touch will reach it"])
        #expect(
            try warnings(page, "b: 0%, 0%, 20%, 50%", "c: 20%, 0%, 20%, 50%")
                == ["\(message) `b` and `c`: no touch will reach it"])
        #expect(try warnings(page, "in in page: \(large)", "b: \(large)").count == 1)
        // What lies on the parent lies on its regions.
        #expect(
            try warnings("p: \(large)", "in in p: \(large)", "b: 0%, 0%, 25%, 25%").map { $0.dropFirst(5) }
                == ["`in` lies wholly below `b`: no touch will reach it"])
    }

    @Test("Lengths that are compared with percentages cover a region only if they do so on panels of every size")
    func unknownSizes() throws {
        let region = "page: 0, 0, 100mm, 20mm"
        #expect(try warnings(region, "b: 0%, 0%, 60%, 60%") == [])
        #expect(try warnings(region, "b: 0%, 0%, 100%, 100%").count == 1)
        #expect(
            try warnings(region, "b: 0%, 0%, 60%, 60%", surfaces: ["name: panel, size: 344mm x 194mm"]).count == 1)
    }
}
