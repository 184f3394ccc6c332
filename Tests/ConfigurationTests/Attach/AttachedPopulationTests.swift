// Tests of a connection's own regions and recognizers in its engine.

import GestureWire
import Configuration
import Gestures
import Testing
import Touch

@Suite struct AttachedPopulationTests {
    /// `left` and `right` are the halves of every surface, `inner` is the left half of `left`, `key` is on the panel.
    private let configuration: Configuration

    init() throws {
        configuration = try Configuration(
            yaml: """
                surfaces: [{ name: panel, match: { serial: A }, pixels: 2000 x 1000 }, { name: table }]
                regions:
                - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
                - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: key, surface: panel, frame: { x: 1600px, y: 100px, width: 200px, height: 300px } }
                recognizers:
                - { name: zoom, type: tap, numberOfTapsRequired: 2 }
                - { name: press, type: longPress, region: left }
                """, file: "file")
    }

    /// The engine of a connection for a surface.
    private func engine(
        _ attached: AttachedRules, on surface: Surface, proxy: (String) -> GestureRecognizer? = { _ in nil }
    ) -> (engine: GestureEngine, recognizers: [GestureRecognizer]) {
        let engine = GestureEngine(size: surface.size)
        return (engine, populate(engine, with: attached, of: surface, configuration, proxy: proxy))
    }

    /// Fills an engine; returns the connection's present recognizers, in the order of the rules.
    @discardableResult
    private func populate(
        _ engine: GestureEngine, with attached: AttachedRules, of surface: Surface, _ configuration: Configuration,
        proxy: (String) -> GestureRecognizer? = { _ in nil }
    ) -> [GestureRecognizer] {
        let layer = AttachedPopulation(engine, of: surface, configuration: configuration)
        layer.update(to: attached, proxy: proxy)
        return attached.recognizers.compactMap { layer.recognizers[$0.name] }
    }

    private func hit(_ engine: GestureEngine, _ x: Double, _ y: Double) -> String? {
        engine.root.hitTest(Point(x: x, y: y))?.name
    }

    @Test("Own regions lie above the configured ones; touches outside of them belong to the configuration")
    func places() throws {
        let frame: WireValue = ["x": "40%", "y": 0, "width": "20%", "height": "50%"]
        let attached = try configuration.attaching(
            regions: [
                ["name": "canvas", "frame": frame], region("button", in: "inner"), region("letter", in: "canvas"),
            ])
        let (engine, recognizers) = engine(attached, on: panel)
        #expect(recognizers.isEmpty)
        #expect(engine.root.children.map(\.name) == ["left", "right", "key", "canvas"])
        #expect(
            [10, 200, 300, 450, 550].map { hit(engine, $0, 10) } == ["button", "inner", "left", "letter", "canvas"])
        #expect(hit(engine, 550, 300) == "right" && hit(engine, 850, 100) == "key")
    }

    @Test("A length without a unit is in the surface's unit; a length with a unit keeps it")
    func units() throws {
        func strip(_ name: String, _ width: WireValue) -> WireValue {
            ["name": .text(name), "frame": ["x": 0, "y": 0, "width": width, "height": "100%"]]
        }
        func press(_ name: String, _ allowed: WireValue) -> WireValue {
            ["name": .text(name), "type": "longPress", "allowableMovement": allowed]
        }
        let attached = try configuration.attaching(
            [press("bare", 30), press("points", "30pt"), press("long", "1in")],
            regions: [strip("wide", 800), strip("narrow", "100pt")])
        // Two pixels of the panel are a point; the table is in points.
        for (surface, bare) in [(panel, 15.0), (table, 30)] {
            let (engine, recognizers) = engine(attached, on: surface)
            let lengths = recognizers.compactMap { ($0 as? LongPressGestureRecognizer)?.allowableMovement }
            #expect(lengths == [bare, 30, 163])
            let widths = engine.root.children.suffix(2).map(\.size.width)
            #expect(widths == [surface == panel ? 400 : 800, 100])
        }
        #expect(
            attached.surfaces(among: ["panel", "table"], beside: AttachedRules(), configuration) == ["panel", "table"])
        let key = try configuration.attaching([tap("a", in: "key")])
        #expect(key.surfaces(among: ["panel", "table"], beside: AttachedRules(), configuration) == ["panel"])
    }

    @Test("An own region stays below the regions that lie over its parent, as in UIKit")
    func under() throws {
        let whole: WireValue = ["x": 0, "y": 0, "width": "100%", "height": "100%"]
        let attached = try configuration.attaching(regions: [["name": "page", "parent": "right", "frame": whole]])
        let (engine, _) = engine(attached, on: panel)
        #expect(hit(engine, 550, 10) == "page")
        #expect(hit(engine, 850, 100) == "key")
    }

    @Test("A region hidden by an own one keeps its place, so its children are found")
    func hidden() throws {
        let frame: WireValue = ["x": "90%", "y": 0, "width": "10%", "height": "100%"]
        let attached = try configuration.attaching(
            [tap("a", in: "left"), tap("b", in: "inner"), tap("c", in: "mine")],
            regions: [["name": "left", "frame": frame], region("mine", in: "left"), region("deep", in: "inner")])
        let (engine, recognizers) = engine(attached, on: panel)
        #expect(recognizers.map { $0.region?.convert(Point.zero).x } == [-900, 0, -900])
        #expect([10, 200, 990, 910].map { hit(engine, $0, 10) } == ["deep", "inner", "left", "mine"])
    }

    @Test("Recognizers are made for the surfaces that have their region")
    func surfaces() throws {
        let attached = try configuration.attaching(
            [
                tap("a", in: "key"), tap("b"), tap("c", in: "mine").with("enabled", false),
                tap("d").with("requireToFail", "a").with("blocks", "c"), tap("e", in: "within"),
            ], regions: [region("within", in: "mine"), region("mine", on: "table")])
        #expect(self.engine(attached, on: panel).recognizers.map(\.name) == ["a", "b", "d"])
        let (engine, recognizers) = engine(attached, on: table)
        #expect(recognizers.map(\.name) == ["b", "c", "d", "e"])
        #expect(recognizers.map { $0.region?.name } == ["root", "mine", "root", "within"])
        #expect(recognizers.map(\.isEnabled) == [true, false, true, true])
        #expect(engine.root.children.map(\.name) == ["left", "right", "mine"])
    }

    @Test("Recognizers of a region that no configuration has are idle until it returns")
    func resting() throws {
        let attached = try configuration.attaching(
            [tap("a", in: "left"), tap("b", in: "mine"), tap("c")], regions: [region("mine", in: "inner")])
        let without = Configuration(recognizers: [])
        let engine = GestureEngine(size: panel.size)
        #expect(populate(engine, with: attached, of: panel, without).map(\.name) == ["c"])
        #expect(engine.root.children.isEmpty)
        #expect(self.engine(attached, on: panel).recognizers.count == 3)
    }

    /// The notifications of an engine for one tap in the upper left corner and a second of silence.
    private func log(_ engine: GestureEngine) -> [String] {
        let player = Player(engine)
        player.draw((10, 10), at: 0)
        let log = player.log
        player.wait(until: 1)
        return log + ["up"] + player.log.dropFirst(log.count)
    }

    @Test("Own recognizers have the relations of the request")
    func relations() throws {
        func log(_ recognizers: WireValue...) throws -> [String] {
            self.log(engine(try configuration.attaching(recognizers), on: panel).engine)
        }
        let double = tap("double").with("numberOfTapsRequired", 2)
        #expect(try log(tap("single"), double) == ["single ended", "up"])
        #expect(try log(tap("single").with("requireToFail", "double"), double) == ["up", "single ended"])
        #expect(try log(tap("single"), double.with("blocks", "single")) == ["up", "single ended"])
        #expect(try log(tap("a"), tap("b")) == ["a ended", "up"])
        #expect(try log(tap("a"), tap("b").with("simultaneousWith", "a")) == ["a ended", "b ended", "up"])
    }

    @Test("A proxy is requested by the name of a configured recognizer, and waited for")
    func proxies() throws {
        let attached = try configuration.attaching([tap("single").with("requireToFail", ["zoom"]), tap("other")])
        let engine = GestureEngine(size: panel.size)
        let double = TapGestureRecognizer(name: "zoom")
        double.numberOfTapsRequired = 2
        engine.root.addGestureRecognizer(double)
        var asked: [String] = []
        populate(engine, with: attached.removing(regions: [], recognizers: ["other"]), of: panel, configuration) {
            asked.append($0)
            return double
        }
        #expect(asked == ["zoom"])
        #expect(log(engine) == ["up", "single ended"])
        // Without a proxy the requirement is ignored.
        #expect(log(self.engine(attached, on: panel).engine) == ["single ended", "up"])
    }

    @Test("No proxy is requested for what an own recognizer hides")
    func noProxies() throws {
        let attached = try configuration.attaching([
            tap("single").with("requireToFail", ["zoom", "press"]), tap("zoom").with("numberOfTapsRequired", 2),
        ])
        var asked: [String] = []
        let ask: (String) -> GestureRecognizer? = {
            asked.append($0)
            return nil
        }
        #expect(log(engine(attached, on: panel, proxy: ask).engine) == ["up", "single ended"])
        #expect(asked == ["press"])
    }

    @Test(
        "A layer reports whether it has anything on a surface",
        arguments: [
            ([], [], false, false), ([], [tap("a")], true, true), ([], [tap("a", in: "key")], true, false),
            ([region("a")], [], true, true), ([region("a", on: "table")], [tap("b", in: "a")], false, true),
            ([region("a", in: "key"), region("b", in: "a")], [tap("c", in: "b")], true, false),
            ([region("a", in: "left", on: "panel")], [], true, false),
        ] as [([WireValue], [WireValue], Bool, Bool)])
    func isEmpty(regions: [WireValue], recognizers: [WireValue], onPanel: Bool, onTable: Bool) throws {
        let attached = try configuration.attaching(recognizers, regions: regions)
        for (surface, isThere) in [(panel, onPanel), (table, onTable)] {
            let engine = GestureEngine(size: surface.size)
            let layer = AttachedPopulation(engine, of: surface, configuration: configuration)
            #expect(layer.isEmpty)
            layer.update(to: attached) { _ in nil }
            #expect(layer.isEmpty != isThere)
        }
    }

    @Test("New rules are added, removed ones are removed, and the others stay the same objects")
    func update() throws {
        let engine = GestureEngine(size: panel.size)
        let layer = AttachedPopulation(engine, of: panel, configuration: configuration)
        let first = try configuration.attaching(
            [tap("a"), tap("b", in: "mine")], regions: [region("mine", in: "left")])
        layer.update(to: first) { _ in nil }
        let before = layer.recognizers
        let second = try configuration.attaching([tap("c", in: "over")], regions: [region("over")], to: first)
        layer.update(to: second) { _ in nil }
        #expect(layer.recognizers.keys.sorted() == ["a", "b", "c"])
        #expect(layer.recognizers["a"] === before["a"] && layer.recognizers["b"] === before["b"])
        #expect(hit(engine, 10, 10) == "over")
        layer.update(to: second.removing(regions: ["mine"], recognizers: ["a"])) { _ in nil }
        #expect(layer.recognizers.keys.sorted() == ["c"])
        #expect(before["b"]?.region?.parent == nil)
        layer.update(to: AttachedRules()) { _ in nil }
        #expect(layer.isEmpty)
        #expect(engine.root.children.map(\.name) == ["left", "right", "key"])
    }
}
