// Tests of warnings about regions and edges that lie below later regions.

import Testing

@testable import Configuration

@Suite struct CoverageReviewTests {
    private static let page = "name: page, frame: { x: 0%, y: 0%, width: 100%, height: 100% }"
    private static let panel = "name: panel, pixels: 800 x 480, size: 154mm x 86mm"

    private func frame(_ x: String, _ y: String, _ width: String, _ height: String) -> String {
        "frame: { x: \(x), y: \(y), width: \(width), height: \(height) }"
    }

    /// The warnings for regions, and a screen-edge pan in the region `page`.
    private func warnings(_ regions: [String], edges: String? = nil, surfaces: [String] = []) throws -> [String] {
        func list(_ key: String, _ entries: [String]) -> String {
            entries.isEmpty ? "" : "\(key):\n" + entries.map { "- { \($0) }\n" }.joined()
        }
        let pan = edges.map { ["name: back, type: screenEdgePan, region: page, edges: \($0)"] } ?? []
        let yaml = list("surfaces", surfaces) + list("regions", regions) + list("recognizers", pan)
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        return ConfigurationReview(text).warnings.map { "\($0.line):\($0.column) \($0.message)" }
    }

    @Test("An edge below a later strip is reported at its place, with the way out")
    func edge() throws {
        let yaml = """
            regions:
            - { \(Self.page) }
            - { name: strip, \(frame("0%", "0%", "3%", "100%")) }
            recognizers:
            - { name: back, type: screenEdgePan, edges: left, region: page }
            """
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        let warning = try #require(ConfigurationReview(text).warnings.first)
        #expect(warning.message == "the edge of `back` lies wholly below `strip`: no touch there reaches `page`")
        #expect(warning.line == 5 && warning.column == 45)
        #expect(
            warning.hint
                == "of regions that overlap, the later one is on top: list `page` later, or put `parent: page` into "
                + "`strip`, whose touches `page` then has, too")
    }

    /// A strip at the left edge, and whether it covers all of an edge.
    private struct Strip: Sendable {
        var regions: [(x: String, y: String, width: String, height: String)]
        var edges = "left"
        var surface: String?
        let isCovered: Bool

        init(
            _ regions: (x: String, y: String, width: String, height: String)..., edges: String = "left",
            surface: String? = nil, isCovered: Bool
        ) {
            (self.regions, self.edges, self.surface, self.isCovered) = (regions, edges, surface, isCovered)
        }
    }

    @Test(
        "An edge counts as covered if all of its width is, in any unit, by one region or by several together",
        arguments: [
            Strip(("0", "0", "5mm", "100%"), isCovered: true), Strip(("0", "0", "2mm", "100%"), isCovered: false),
            Strip(("0%", "0%", "2%", "100%"), isCovered: false), Strip(("97%", "0%", "3%", "100%"), isCovered: false),
            Strip(("0%", "0%", "5%", "90%"), isCovered: false),
            Strip(("0%", "0%", "5%", "50%"), ("0%", "50%", "5%", "50%"), isCovered: true),
            Strip(("0%", "0%", "5%", "40%"), ("0%", "50%", "5%", "50%"), isCovered: false),
            Strip(("0%", "0%", "5%", "100%"), edges: "left, edgeWidth: 4%", isCovered: true),
            Strip(("0%", "0%", "5%", "100%"), edges: "left, edgeWidth: 6%", isCovered: false),
            Strip(("0%", "0%", "5%", "100%"), edges: "left, enabled: false", isCovered: false),
            // The standard width, 3.1 mm, is 16.2 pixels along the long side of this panel, and 17.4 along the other.
            Strip(("0px", "0", "17px", "100%"), surface: panel, isCovered: true),
            Strip(("0px", "0", "15px", "100%"), surface: panel, isCovered: false),
            Strip(
                ("0px", "0", "17px", "100%"),
                surface: "name: panel, pixels: 480 x 800, size: 154mm x 86mm, rotation: 90", isCovered: true),
            Strip(
                ("0px", "0", "16px", "100%"),
                surface: "name: panel, pixels: 480 x 800, size: 154mm x 86mm, rotation: 90", isCovered: false),
            // 3 % of a small panel are less than the width.
            Strip(("0%", "0%", "3%", "100%"), surface: "name: panel, size: 95mm x 54mm", isCovered: false),
        ])
    private func strips(strip: Strip) throws {
        let surface = strip.surface == nil ? "" : "surface: panel, "
        let strips = strip.regions.enumerated().map {
            "name: strip-\($0), \(surface)" + frame($1.x, $1.y, $1.width, $1.height)
        }
        let page = surface + Self.page
        let received = try warnings([page] + strips, edges: strip.edges, surfaces: strip.surface.map { [$0] } ?? [])
        #expect(received.count == (strip.isCovered ? 1 : 0), "\(received)")
    }

    @Test("Of several edges, only the covered ones are reported")
    func someEdges() throws {
        let strips = ["name: l, " + frame("0%", "0%", "5%", "100%"), "name: t, " + frame("0%", "0%", "100%", "10%")]
        #expect(
            try warnings([Self.page] + strips, edges: "[left, right, top]") == [
                "6:59 the left edge of `back` lies wholly below `l`: no touch there reaches `page`",
                "6:59 the top edge of `back` lies wholly below `t`: no touch there reaches `page`",
            ])
    }

    @Test("A strip that lies in the region, or below it, takes no edge away")
    func order() throws {
        let strip = frame("0%", "0%", "5%", "100%")
        #expect(try warnings([Self.page, "name: strip, parent: page, \(strip)"], edges: "left") == [])
        #expect(
            try warnings(["name: strip, \(strip)", Self.page], edges: "left")
                == ["2:11 `strip` lies wholly below `page`: no touch will reach it"])
    }

    @Test("A strip of one surface covers nothing on others")
    func surfaces() throws {
        let strip = "name: strip, surface: panel, " + frame("0%", "0%", "20%", "100%")
        #expect(try warnings([Self.page, strip], edges: "left", surfaces: ["name: panel"]).count == 1)
        #expect(try warnings([Self.page, strip], edges: "left", surfaces: ["name: panel, match: { name: A }"]) == [])
        #expect(
            try warnings(
                [Self.page, strip], edges: "left", surfaces: ["name: panel, match: { name: A }", "name: other"]) == [])
    }

    @Test("A region below others is reported once, with none of the regions and edges in it")
    func whole() throws {
        let (small, large) = (frame("10%", "10%", "20%", "20%"), frame("0%", "0%", "50%", "50%"))
        let message = "2:11 `page` lies wholly below"
        #expect(
            try warnings(["name: page, \(small)", "name: b, \(large)"], edges: "left")
                == ["\(message) `b`: no touch will reach it"])
        let parts = ["name: b, " + frame("0%", "0%", "20%", "50%"), "name: c, " + frame("20%", "0%", "20%", "50%")]
        #expect(try warnings(["name: page, \(small)"] + parts) == ["\(message) `b` and `c`: no touch will reach it"])
        #expect(
            try warnings(["name: page, \(small)", "name: in, parent: page, \(large)", "name: b, \(large)"]).count == 1)
        // What lies on the parent lies on its regions.
        #expect(
            try warnings([
                "name: p, \(large)", "name: in, parent: p, \(large)", "name: b, " + frame("0%", "0%", "25%", "25%"),
            ])
                == ["3:11 `in` lies wholly below `b`: no touch will reach it"])
    }

    @Test("Lengths that are compared with percentages cover a region only if they do so on panels of every size")
    func unknownSizes() throws {
        let region = "name: page, " + frame("0", "0", "100mm", "20mm")
        #expect(try warnings([region, "name: b, " + frame("0%", "0%", "60%", "60%")]) == [])
        #expect(try warnings([region, "name: b, " + frame("0%", "0%", "100%", "100%")]).count == 1)
        #expect(
            try warnings(
                [region, "name: b, " + frame("0%", "0%", "60%", "60%")], surfaces: ["name: panel, size: 344mm x 194mm"]
            ).count == 1)
    }
}
