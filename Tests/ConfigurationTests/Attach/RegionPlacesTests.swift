// Tests of a connection's own regions that move in their engine.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch

@Suite struct RegionPlacesTests {
    /// Four pixels of the panel are a point across, two are one down.
    private let panel = Surface(
        name: "panel", size: Size(width: 1000, height: 500), deviceToSurface: .identity,
        pixels: Size(width: 4000, height: 1000))
    private let table = Surface(name: "table", size: Size(width: 1000, height: 500), deviceToSurface: .identity)
    private let configuration: Configuration

    init() throws {
        configuration = try Configuration(
            yaml: "regions: [{ name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]", file: "file")
    }

    /// An engine of a surface with attached regions.
    private final class Scene {
        let engine: GestureEngine
        let population: AttachedPopulation
        let configuration: Configuration
        var rules = AttachedRules()

        init(_ surface: Surface, _ configuration: Configuration, _ regions: WireValue..., recognizers: [WireValue] = [])
            throws
        {
            engine = GestureEngine(size: surface.size)
            self.configuration = configuration
            population = AttachedPopulation(engine, of: surface, configuration: configuration)
            rules = try configuration.attaching(recognizers, regions: regions)
            population.update(to: rules) { _ in nil }
        }

        func update(_ changes: WireValue...) throws {
            rules = try configuration.updated(regions: changes, of: rules)
            population.place(by: rules)
            #expect(engine.verifyInvariants() == [])
        }

        func hit(_ x: Double, _ y: Double) -> String? { engine.root.hitTest(Point(x: x, y: y))?.name }
    }

    private func square(
        _ name: String, _ x: WireValue, _ y: WireValue = 100, side: WireValue = 100, in parent: String = "root"
    ) -> WireValue {
        ["name": .text(name), "parent": .text(parent), "frame": ["x": x, "y": y, "width": side, "height": side]]
    }

    @Test("A region moves out of the surface and back, with those within it")
    func moving() throws {
        let scene = try Scene(table, configuration, square("a", 100), square("b", "50%", "0%", side: "50%", in: "a"))
        #expect(scene.hit(110, 110) == "a" && scene.hit(160, 110) == "b")
        try scene.update(["name": "a", "frame": ["x": -150, "y": 100, "width": 200, "height": 200]])
        #expect(scene.hit(110, 110) == "left" && scene.hit(10, 110) == "b" && scene.hit(10, 210) == "a")
        try scene.update(["name": "a", "frame": ["x": 500, "y": 100, "width": 100, "height": 100]])
        #expect(scene.hit(10, 110) == "left" && scene.hit(510, 110) == "a" && scene.hit(560, 110) == "b")
    }

    @Test("A frame in percent follows its parent, whatever the order of the regions")
    func percent() throws {
        let scene = try Scene(table, configuration, square("b", "50%", "0%", side: "50%", in: "a"), square("a", 100))
        try scene.update(
            ["name": "b", "above": nil], ["name": "a", "frame": ["x": 0, "y": 0, "width": 400, "height": 400]])
        #expect(scene.hit(199, 10) == "a" && scene.hit(201, 10) == "b" && scene.hit(201, 201) == "a")
    }

    @Test("A transform is about the centre of the frame, in the unit of the surface")
    func transform() throws {
        // A quarter turn makes of 400 x 100 pixels 100 x 400 pixels, also where these are not square.
        let wide: WireValue = ["x": 400, "y": 400, "width": 400, "height": 100]
        for (surface, scale) in [(panel, Vector(x: 4, y: 2)), (table, Vector(x: 1, y: 1))] {
            let scene = try Scene(surface, Configuration(recognizers: []), ["name": "a", "frame": wide])
            func hit(_ x: Double, _ y: Double) -> Bool { scene.hit(x / scale.x, y / scale.y) == "a" }
            #expect(hit(401, 401) && hit(799, 499) && !hit(600, 399))
            try scene.update(["name": "a", "transform": [0, 1, -1, 0, 0, 0]])
            #expect(!hit(401, 401) && hit(551, 251) && !hit(549, 251) && !hit(551, 249))
            #expect(surface == table || hit(649, 649) && !hit(651, 649))
            try scene.update(["name": "a", "transform": [1, 0, 0, 1, 0, -100]])
            #expect(hit(401, 301) && hit(799, 399) && !hit(600, 401))
            try scene.update(["name": "a", "transform": [1, 0, 0, 1, 0, 0]])
            #expect(hit(401, 401) && hit(799, 499) && !hit(600, 399))
        }
    }

    @Test("Touches outside of a shape belong to what lies below; its points are in the unit of the surface")
    func shapes() throws {
        let scene = try Scene(
            panel, configuration, ["name": "a", "frame": ["x": 0, "y": 0, "width": 400, "height": 400]])
        func hit(_ x: Double, _ y: Double) -> Bool { scene.hit(x / 4, y / 2) == "a" }
        #expect(hit(10, 10) && hit(390, 390))
        try scene.update(["name": "a", "shape": "ellipse"])
        #expect(!hit(10, 10) && hit(200, 10) && !hit(390, 390) && hit(200, 200))
        try scene.update(["name": "a", "shape": [[0, 0], [400, 0], [0, 400]]])
        #expect(hit(10, 10) && hit(190, 190) && !hit(210, 210))
        try scene.update(["name": "a", "frame": ["x": 100, "y": 0, "width": 400, "height": 400]])
        #expect(!hit(90, 10) && hit(110, 10) && hit(290, 190) && !hit(310, 210))
        try scene.update(["name": "a", "shape": "rectangle"])
        #expect(hit(310, 210))
    }

    @Test("Regions lie over each other as they were last told to, above what is configured")
    func order() throws {
        let scene = try Scene(table, configuration, square("a", 100), square("b", 100), square("c", 100))
        #expect(scene.hit(110, 110) == "c")
        try scene.update(["name": "a", "above": "b"])
        #expect(scene.hit(110, 110) == "c" && scene.engine.root.children.map(\.name) == ["left", "b", "a", "c"])
        try scene.update(["name": "a", "above": nil])
        #expect(scene.hit(110, 110) == "a")
        scene.rules = try configuration.attaching(regions: [square("d", 100).with("above", "b")], to: scene.rules)
        scene.population.update(to: scene.rules) { _ in nil }
        #expect(scene.engine.root.children.map(\.name) == ["left", "b", "d", "c", "a"])
        // The same in an engine that is made anew, as after a rotation.
        let engine = GestureEngine(size: table.size)
        AttachedPopulation(engine, of: table, configuration: configuration).update(to: scene.rules) { _ in nil }
        #expect(engine.root.children.map(\.name) == ["left", "b", "d", "c", "a"])
    }

    @Test("A disabled region takes no touch, nor do those within")
    func disabled() throws {
        let scene = try Scene(table, configuration, square("a", 100), square("b", 0, 0, in: "a"))
        #expect(scene.hit(110, 110) == "b")
        try scene.update(["name": "a", "enabled": false])
        #expect(scene.hit(110, 110) == "left")
        try scene.update(["name": "a", "enabled": true], ["name": "b", "enabled": false])
        #expect(scene.hit(110, 110) == "a")
    }

    @Test("A gesture goes on while its region moves away, turns, is disabled, and is below others")
    func underWay() throws {
        let scene = try Scene(
            table, configuration, square("a", 100), square("b", 700),
            recognizers: [["name": "drag", "type": "pan", "region": "a"]])
        let changes: [WireValue] = [
            ["name": "a", "frame": ["x": 600, "y": 10, "width": 50, "height": 50]],
            ["name": "a", "transform": [0, 2, -2, 0, 5, 5]], ["name": "a", "shape": "ellipse"],
            ["name": "b", "above": nil, "frame": ["x": "0%", "y": "0%", "width": "100%", "height": "100%"]],
            ["name": "a", "enabled": false],
        ]
        let player = Player(scene.engine)
        func log() -> [String] { player.log.filter { !$0.hasSuffix("changed") } }
        player.draw((150, 150), (170, 150), (190, 150), (210, 150), (230, 150), (250, 150), at: 0) { index in
            if index > 0 { #expect(throws: Never.self) { try scene.update(changes[index - 1]) } }
            #expect(log() == (index == 0 ? [] : ["drag began"]))
        }
        #expect(log() == ["drag began", "drag ended"])
    }

    @Test("Regions that no finger can hit have a warning that says why")
    func warnings() throws {
        let scene = try Scene(
            table, configuration, square("narrow", 10, side: 5), square("away", 1000), square("here", 950),
            square("up", 10, -100), square("scaled", 300).with("transform", [0.05, 0, 0, 1, 0, 0]),
            square("turned", 1030).with("transform", [0.7, 0.7, -0.7, 0.7, -51, 0]))
        func warning(_ name: String, isSizeKnown: Bool = true) -> String? {
            scene.population.warning(about: name, isSizeKnown: isSizeKnown)
        }
        #expect(warning("narrow") == "`narrow` is 0.78 mm high on the surface `table`: no finger can aim at it")
        #expect(warning("narrow", isSizeKnown: false) == nil)
        #expect(warning("scaled") == "`scaled` is 0.78 mm wide on the surface `table`: no finger can aim at it")
        let words = "lies outside of the surface `table`: no touch can begin in it"
        #expect(warning("away") == "`away` \(words)" && warning("up", isSizeKnown: false) == "`up` \(words)")
        #expect(warning("here") == nil && warning("turned") == nil && warning("nothing") == nil)
    }
}
