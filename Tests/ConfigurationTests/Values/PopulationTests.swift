// Tests of a surface's regions, recognizers and relations from a configuration.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct PopulationTests {
    @Test("`*` is all others, but for those that never share a touch with it")
    func all() throws {
        let configuration = try configuration(
            """
            regions: [{ name: left, frame: { x: 0, y: 0, width: 100, height: 100 } }, { name: right, frame: { x: 200, y: 0, width: 100, height: 100 } }]
            recognizers:
              - { name: landing, type: longPress, region: left, simultaneousWith: "*" }
              - { name: tap, type: tap }
              - { name: near, type: pan, region: left }
              - { name: far, type: pan, region: right }
            """)
        #expect(configuration.recognizers.first?.simultaneousWith == ["tap", "near"])
    }

    /// The engine of a surface, with fingers, and its recognizers.
    private func played(_ yaml: String, _ surface: Surface = panel) throws -> (Player, [GestureRecognizer]) {
        let configuration = try configuration(yaml)
        let thresholds = configuration.thresholds(for: surface, isSizeKnown: true)
        let engine = GestureEngine(size: surface.size, thresholds: thresholds)
        return (Player(engine), configuration.populate(engine, of: surface))
    }

    private let regions = """
        surfaces: [{ name: panel, match: { serial: A }, pixels: 2000 x 1000 }, { name: table }]
        regions:
          - { name: inner, parent: left, frame: { x: 10, y: 10%, width: 50%, height: 100 } }
          - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
          - { name: over, frame: { x: 40%, y: 0%, width: 20%, height: 100% } }
          - { name: key, surface: panel, frame: { x: 1600px, y: 100px, width: 200px, height: 300px } }
          - { name: letter, parent: key, frame: { x: 20px, y: 0, width: 25%, height: 1in } }

        """

    /// Each region's name, its place and size, and its regions.
    private func outline(_ region: Region) -> String {
        let frame = [region.origin.x, region.origin.y, region.size.width, region.size.height].map { number in
            Int(exactly: number).map { "\($0)" } ?? "\(number)"
        }
        let children = region.children.map(outline).joined(separator: " ")
        return "\(region.name) \(frame.joined(separator: ","))" + (children.isEmpty ? "" : " [\(children)]")
    }

    @Test("Regions lie where the file says, in their parents, with the last on top, on the surfaces that have them")
    func places() throws {
        let root = try played(regions + "recognizers: []").0.engine.root
        #expect(
            outline(root) == "root 0,0,1000,500 [left 0,0,500,500 [inner 10,50,250,100] over 400,0,200,500 "
                + "key 800,50,100,150 [letter 10,0,25,163]]")
        let places = [(450.0, 10.0), (399, 10), (20, 60), (700, 60)].map { Point(x: $0.0, y: $0.1) }
        #expect(places.map { root.hitTest($0)?.name } == ["over", "left", "inner", "root"])
        #expect(
            outline(try played(regions + "recognizers: []", table).0.engine.root)
                == "root 0,0,3000,2000 [left 0,0,1500,2000 [inner 10,200,750,100] over 1200,0,600,2000]")
    }

    @Test("Recognizers are made for the surfaces that have their region, in the order of the file")
    func recognizers() throws {
        let yaml =
            regions + """
                recognizers:
                  - { name: a, type: tap, region: key }
                  - { name: b, type: tap }
                  - { name: c, type: tap, region: letter, enabled: false }
                  - { name: d, type: tap, region: inner, requireToFail: b, simultaneousWith: b }
                  - { name: e, type: tap, blocks: [a, c] }
                """
        let (player, made) = try played(yaml)
        #expect(made.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(made.map { $0.region?.name } == ["key", "root", "letter", "inner", "root"])
        #expect(made.map(\.isEnabled) == [true, true, false, true, true])
        #expect(player.engine.root.gestureRecognizers.map(\.name) == ["b", "e"])
        // References to recognizers that do not exist are ignored.
        #expect(try played(yaml, table).1.map(\.name) == ["b", "d", "e"])
    }

    @Test(
        "A tap that must wait for a double tap is late or absent, declared from either side",
        arguments: [
            ["select, type: tap, requireToFail: zoom", "zoom, type: tap, numberOfTapsRequired: 2"],
            ["select, type: tap", "zoom, type: tap, numberOfTapsRequired: 2, blocks: [select]"],
            ["zoom, type: tap, numberOfTapsRequired: 2", "select, type: tap, requireToFail: [zoom]"],
        ])
    func requirement(lines: [String]) throws {
        let played = try played("recognizers:\n" + lines.map { "- { name: \($0) }\n" }.joined()).0
        played.draw((10, 10), at: 0)
        #expect(played.log == [])
        played.wait(until: 1)
        #expect(played.log == ["select ended"])
        played.draw((10, 10), at: 2)
        played.draw((10, 10), at: 2.1)
        played.wait(until: 3)
        #expect(played.log == ["select ended", "zoom ended"])
    }

    @Test("By default the first gesture prevents the other; if declared from either side, both continue")
    func simultaneous() throws {
        func log(_ first: String, _ second: String) throws -> [String] {
            let played = try played(
                "recognizers:\n- { name: a, type: pan\(first) }\n- { name: b, type: pan, hysteresis: 20\(second) }\n"
            ).0
            played.draw((10, 10), (25, 10), (60, 10), at: 0)
            return played.log.filter { $0.hasSuffix("began") }
        }
        #expect(try log("", "") == ["a began"])
        #expect(try log(", simultaneousWith: b", "") == ["a began", "b began"])
        #expect(try log("", ", simultaneousWith: a") == ["a began", "b began"])
    }

    @Test("The standard configuration lets a pinch and a rotation be recognized together, and nothing else")
    func standard() {
        let engine = GestureEngine(size: panel.size)
        let made = Configuration.standard.populate(engine, of: panel)
        #expect(made.map(\.name) == Configuration.standard.recognizers.map(\.name))
        for rule in Configuration.standard.recognizers {
            #expect(rule.simultaneousWith == (rule.name == "pinch" ? ["rotation"] : []))
            #expect(rule.requireToFail.isEmpty && rule.blocks.isEmpty && rule.region == RegionRule.root)
        }
    }

    @Test("Recognizers have the profile of their engine")
    func profile() throws {
        let yaml = "thresholds: { panHysteresis: 30 }\nrecognizers: [{ name: pan, type: pan }]"
        let (played, made) = try played(yaml)
        #expect(made.first?.thresholds == played.engine.thresholds)
        played.draw((10, 10), (35, 10), at: 0)
        #expect(played.log == [])
        played.draw((10, 10), (45, 10), at: 1)
        #expect(played.log.first == "pan began")
    }

    @Test("A region that no touch can reach on this surface is reported, once, with the size")
    func warnings() throws {
        let yaml = """
            regions:
              - { name: far, frame: { x: 500mm, y: 0, width: 10%, height: 10% } }
              - { name: low, frame: { x: 0, y: 500, width: 1, height: 1 } }
              - { name: near, frame: { x: 10mm, y: 0, width: 20000, height: 10% } }
              - { name: within, parent: far, frame: { x: 0, y: 0, width: 1, height: 1 } }
            """
        let configuration = try Configuration(yaml: yaml, file: "file")
        #expect(
            configuration.warnings(for: panel) == [
                "the region \"far\" lies outside of \"root\" on the surface \"panel\", which is 156 mm x 78 mm; no touch "
                    + "will reach it",
                "the region \"low\" lies outside of \"root\" on the surface \"panel\", which is 156 mm x 78 mm; no touch "
                    + "will reach it",
            ])
        let wall = Surface(name: "wall", size: Size(width: 9999, height: 9999), deviceToSurface: .identity)
        #expect(configuration.warnings(for: wall) == [])
    }
}
