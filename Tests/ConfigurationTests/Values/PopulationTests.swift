// Tests of a surface's regions, recognizers and relations from a configuration.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct PopulationTests {
    /// An engine that was populated, with fingers for it and a log of its notifications.
    private final class Played: GestureObserver {
        let engine: GestureEngine
        let recognizers: [GestureRecognizer]
        private let table = TouchTable()
        private(set) var log: [String] = []

        init(_ yaml: String, surface: Surface) throws {
            let configuration = try Configuration(yaml: yaml, file: "file")
            engine = GestureEngine(
                size: surface.size, thresholds: configuration.thresholds(for: surface, isSizeKnown: true))
            recognizers = configuration.populate(engine, of: surface)
            engine.observer = self
        }

        func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
            if event.state != .failed { log.append("\(event.recognizer.name) \(event.state)") }
        }

        /// A finger that lands at `time`, moves along the places, 10 ms each, and lifts.
        func draw(_ places: (Double, Double)..., at time: Double) {
            var now = Timestamp.zero.adding(seconds: time)
            var touch: Touch?
            for place in places.map({ Point(x: $0.0, y: $0.1) }) {
                if let touch {
                    table.move(touch, to: place, time: now)
                } else {
                    touch = table.begin(at: place, time: now)
                }
                table.deliver(at: now, to: engine.process)
                now = now.adding(seconds: 0.01)
            }
            if let touch { table.end(touch, time: now) }
            table.deliver(at: now, to: engine.process)
        }

        func wait(until time: Double) { engine.advance(to: Timestamp.zero.adding(seconds: time)) }
    }

    private let panel = Surface(
        name: "panel", size: Size(width: 1000, height: 500), deviceToSurface: .identity,
        pixels: Size(width: 2000, height: 1000))
    private let table = Surface(name: "table", size: Size(width: 3000, height: 2000), deviceToSurface: .identity)

    private let regions = """
        surfaces: [{ name: panel, match: { serial: A }, pixels: 2000 x 1000 }, { name: table }]
        regions:
          - { name: inner, parent: left, frame: { x: 10, y: 10%, width: 50%, height: 100 } }
          - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
          - { name: over, frame: { x: 40%, y: 0%, width: 20%, height: 100% } }
          - { name: key, surface: panel, frame: { x: 1600px, y: 100px, width: 200px, height: 300px } }
          - { name: letter, parent: key, frame: { x: 20px, y: 0, width: 25%, height: 1in } }

        """

    @Test("Regions lie where the file says, in their parents, with the last on top")
    func places() throws {
        let root = try Played(regions + "recognizers: []", surface: panel).engine.root
        #expect(root.children.map(\.name) == ["left", "over", "key"])
        let left = try #require(root.children.first)
        #expect(left.size == Size(width: 500, height: 500))
        #expect(left.children.map(\.name) == ["inner"])
        #expect(left.children[0].origin == Point(x: 10, y: 50))
        #expect(left.children[0].size == Size(width: 250, height: 100))
        let key = root.children[2]
        #expect(key.origin == Point(x: 800, y: 50))
        #expect(key.size == Size(width: 100, height: 150))
        #expect(key.children[0].origin == Point(x: 10, y: 0))
        #expect(key.children[0].size == Size(width: 25, height: 163))
        #expect(root.hitTest(Point(x: 450, y: 10))?.name == "over")
        #expect(root.hitTest(Point(x: 399, y: 10))?.name == "left")
        #expect(root.hitTest(Point(x: 20, y: 60))?.name == "inner")
        #expect(root.hitTest(Point(x: 700, y: 60))?.name == "root")
    }

    @Test("A surface has only its own regions, and percentages scale with it")
    func otherSurface() throws {
        let root = try Played(regions + "recognizers: []", surface: table).engine.root
        #expect(root.children.map(\.name) == ["left", "over"])
        #expect(root.children[0].size == Size(width: 1500, height: 2000))
        #expect(root.children[0].children[0].origin == Point(x: 10, y: 200))
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
        let here = try Played(yaml, surface: panel)
        #expect(here.recognizers.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(here.recognizers.map { $0.region?.name } == ["key", "root", "letter", "inner", "root"])
        #expect(here.recognizers.map(\.isEnabled) == [true, true, false, true, true])
        #expect(here.engine.root.gestureRecognizers.map(\.name) == ["b", "e"])
        // References to recognizers that do not exist are ignored.
        #expect(try Played(yaml, surface: table).recognizers.map(\.name) == ["b", "d", "e"])
    }

    @Test("Fingers in the two halves of a surface make separate gestures")
    func halves() throws {
        let yaml = """
            regions:
              - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
              - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
            recognizers:
              - { name: one, type: tap, region: left }
              - { name: other, type: tap, region: right }
            """
        let played = try Played(yaml, surface: panel)
        played.draw((499, 10), at: 0)
        played.draw((500, 10), at: 1)
        #expect(played.log == ["one ended", "other ended"])
    }

    @Test(
        "A tap that must wait for a double tap is late or absent, declared from either side",
        arguments: [
            ["select, type: tap, requireToFail: zoom", "zoom, type: tap, numberOfTapsRequired: 2"],
            ["select, type: tap", "zoom, type: tap, numberOfTapsRequired: 2, blocks: [select]"],
            ["zoom, type: tap, numberOfTapsRequired: 2", "select, type: tap, requireToFail: [zoom]"],
        ])
    func requirement(lines: [String]) throws {
        let played = try Played("recognizers:\n" + lines.map { "- { name: \($0) }\n" }.joined(), surface: panel)
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
            let played = try Played(
                "recognizers:\n- { name: a, type: pan\(first) }\n- { name: b, type: pan, hysteresis: 20\(second) }\n",
                surface: panel)
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
        let played = try Played(yaml, surface: panel)
        #expect(played.recognizers.first?.thresholds == played.engine.thresholds)
        played.draw((10, 10), (35, 10), at: 0)
        #expect(played.log == [])
        played.draw((10, 10), (45, 10), at: 1)
        #expect(played.log.first == "pan began")
    }

    @Test("A stroke of the file has its name")
    func stroke() throws {
        let yaml = """
            recognizers:
              - name: figure
                type: stroke
                templates: [{ name: v, points: [[0, 0], [50, 100], [100, 0]] }, { name: l, points: [[0, 0], [0, 9], [9, 9]] }]
            """
        let played = try Played(yaml, surface: panel)
        var names: [String] = []
        played.recognizers.first?.addAction { names.append(($0 as? StrokeGestureRecognizer)?.strokeName ?? "") }
        played.draw((100, 100), (120, 140), (150, 200), (180, 140), (200, 100), at: 0)
        played.draw((100, 100), (100, 150), (100, 200), (150, 200), (200, 200), at: 1)
        #expect(names == ["v", "l"])
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

    @Test("A configuration that no file can have is harmless: invalid parts are ignored")
    func unchecked() {
        let frame = RegionFrame(x: .points(.nan), y: .fraction(-3), width: .points(-1), height: .pixels(.infinity))
        let configuration = Configuration(
            regions: [
                RegionRule(name: "a", parent: "b", frame: frame), RegionRule(name: "b", parent: "a", frame: frame),
                RegionRule(name: "c", parent: "c", frame: frame), RegionRule(name: "d", parent: "gone", frame: frame),
                RegionRule(name: "e", frame: frame), RegionRule(name: "e", parent: "e", frame: frame),
                RegionRule(name: "f", surface: "panel", parent: "g", frame: frame),
                RegionRule(name: "g", surface: "table", frame: frame), RegionRule(name: "root", frame: frame),
            ],
            recognizers: [
                RecognizerRule(name: "a", type: .tap, region: "a"), RecognizerRule(name: "d", type: .tap, region: "d"),
                RecognizerRule(name: "e", type: .tap, region: "e", requireToFail: ["e", "x", "y"]),
                RecognizerRule(name: "x", type: .tap, requireToFail: ["y"], blocks: ["y", "a"]),
                RecognizerRule(name: "y", type: .tap, simultaneousWith: ["y", "nobody"], blocks: ["e"]),
                RecognizerRule(name: "f", type: .tap, region: "f"),
            ])
        let engine = GestureEngine(size: panel.size)
        #expect(configuration.populate(engine, of: panel).map(\.name) == ["e", "x", "y"])
        #expect(engine.root.children.map(\.name) == ["e"])
        #expect(configuration.warnings(for: panel).allSatisfy { !$0.isEmpty })
        #expect(engine.root.hitTest(Point(x: 1, y: 1)) === engine.root)
    }
}
