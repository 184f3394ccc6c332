// Tests of regions: which one a touch begins in, who sees it, and recognizers and regions that are added and removed.

import Gestures
import Testing
import Touch
import TouchTesting

/// Root of 2000 x 1000 with two halves; the left one has a corner.
private struct Tree {
    let stage = Stage()
    let notebook = Notebook()
    let left: Region
    let right: Region
    let corner: Region
    var root: Region { stage.engine.root }

    init() {
        left = stage.addRegion("left", width: 1000, height: 1000)
        right = stage.addRegion("right", x: 1000, width: 1000, height: 1000)
        corner = stage.addRegion("corner", x: 100, y: 200, width: 300, height: 400, in: left)
    }

    /// A probe for each region, with its name.
    @discardableResult
    func addProbes(prevents: Bool = false, _ make: (String, Notebook) -> Probe = { Probe($0, in: $1) }) -> [Probe] {
        [root, left, right, corner].map { region in
            let probe = make(region.name, notebook)
            probe.prevents = { _ in prevents }
            region.addGestureRecognizer(probe)
            return probe
        }
    }

    func hit(_ x: Double, _ y: Double) -> String? { root.hitTest(Point(x: x, y: y))?.name }
}

@Suite struct RegionTests {
    // MARK: - Hit testing

    @Test(
        "The innermost region at a place is hit; left and upper edges belong to it, right and lower ones do not",
        arguments: [
            (0, 0, "left"), (99.999, 300, "left"), (100, 200, "corner"), (399.999, 599.999, "corner"),
            (400, 300, "left"), (300, 600, "left"), (999.999, 500, "left"), (1000, 500, "right"),
            (1999.999, 999.999, "right"), (2000, 500, nil), (500, 1000, nil), (-0.001, 5, nil), (5, -0.001, nil),
        ] as [(Double, Double, String?)])
    func hitTest(x: Double, y: Double, name: String?) { #expect(Tree().hit(x, y) == name) }

    @Test("Of overlapping regions the last added is hit; adding one again moves it to the top; parents clip")
    func overlap() {
        let tree = Tree()
        let first = tree.stage.addRegion("first", width: 100, height: 100)
        tree.stage.addRegion("second", x: 50, y: 50, width: 100, height: 100)
        #expect(tree.hit(75, 75) == "second")
        tree.root.addRegion(first)
        #expect(tree.hit(75, 75) == "first")
        tree.stage.addRegion("child", x: 90, y: 90, width: 100, height: 100, in: first)
        #expect(tree.hit(95, 95) == "child" && tree.hit(170, 170) == "left")
    }

    @Test("A region without area is never hit, and one of absurd size is harmless")
    func sizes() {
        let stage = Stage()
        for size in [0, -5, Double.nan] { stage.addRegion("\(size)", x: 5, y: 5, width: size, height: size) }
        stage.addRegion("endless", x: -1e300, y: -1e300, width: .infinity, height: .infinity, Probe("it"))
        #expect(stage.engine.root.hitTest(Point(x: 5, y: 5))?.name == "endless")
        #expect(stage.play([.down(0, 5, 5, at: 0), .up(at: 1)]).words == [])
    }

    @Test("A region cannot be added to itself or to a region that it contains")
    func noCycle() {
        let tree = Tree()
        tree.corner.addRegion(tree.left)
        tree.left.addRegion(tree.left)
        #expect(tree.left.parent === tree.root && tree.corner.children.isEmpty)
        #expect(tree.root.children.map(\.name) == ["left", "right"])
    }

    // MARK: - Who sees what

    @Test("A touch stays with the region that it began in, wherever it moves; one outside begins at the edge")
    func stays() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.watchTouches()
        tree.stage.play([.down(0, 5000, -9, at: 0), .move(0, 150, 250, at: 1), .move(0, -50, 2000, at: 2), .up(at: 3)])
        #expect(!tree.notebook.lines.contains { $0.hasPrefix("left") || $0.hasPrefix("corner") })
        #expect(tree.stage.stream() == ["1 began", "1 moved", "1 moved", "1 ended"])
        #expect(tree.stage.regionTouches.allSatisfy { $0.region == "right" })
    }

    @Test("Recognizers of nested regions share the touch: the innermost wins; siblings' never prevent each other")
    func scope() {
        let tree = Tree()
        tree.addProbes(prevents: true) { .continuous($0, in: $1) }
        // The root's recognizer tracks both fingers, and is prevented by the first that begins.
        tree.stage.play([
            .down(0, 150, 250, at: 0), .down(1, 1500, 5, at: 0), .move(0, 160, 250, at: 1), .move(1, 1510, 5, at: 2),
            .up(0, at: 3), .up(1, at: 4),
        ])
        #expect(tree.stage.words == ["corner began", "right began", "corner ended", "right ended"])
        #expect(Set(tree.stage.failures.map(\.name)) == ["left", "root"])
    }

    @Test("A custom order applies instead: outermost first")
    func order() {
        let outermost = RecognizerOrder { ($0.region?.parent == nil ? 0 : 1) < ($1.region?.parent == nil ? 0 : 1) }
        let stage = Stage([Probe.continuous("outer")], order: outermost)
        stage.addRegion("inner", width: 500, height: 500, Probe.continuous("inner"))
        #expect(stage.play(path(10, 20)).states(of: "outer") == [.began, .changed, .ended])
        #expect(stage.states(of: "inner") == [])
    }

    @Test("Recognizers see an event from inner to outer regions, of one depth in the order of regions")
    func equalDepth() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.play([.down(0, 1500, 5, at: 0), .down(1, 150, 250, at: 0)])
        #expect(tree.notebook.lines == ["corner began 2", "left began 2", "right began 1", "root began 1 2"])
    }

    // MARK: - Recognizers are added and removed

    @Test("A region has its recognizers in order, each once; adding one to another region takes it from the first")
    func adding() {
        let regions = ["one", "other"].map { Region(name: $0, size: Size(width: 30, height: 40)) }
        let (first, second) = (GestureRecognizer(name: "first"), GestureRecognizer(name: "second"))
        for recognizer in [first, second, first] { regions[0].addGestureRecognizer(recognizer) }
        #expect(regions[0].gestureRecognizers.map(\.name) == ["first", "second"] && first.region === regions[0])
        regions[1].addGestureRecognizer(first)
        #expect(regions[0].gestureRecognizers.map(\.name) == ["second"] && first.region === regions[1])
        for _ in 0..<2 { regions[1].removeGestureRecognizer(first) }
        #expect(regions[1].gestureRecognizers.isEmpty && first.region == nil)
    }

    @Test("Removing a recognizer cancels what it has begun, fails it if it is undecided, and otherwise does nothing")
    func removed() {
        let (begun, busy, idle) = (Probe.continuous("begun"), Probe("busy"), Probe("idle"))
        begun.prevents = { _ in false }
        let stage = Stage(begun, busy).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        stage.engine.root.addGestureRecognizer(idle)
        for probe in [begun, busy, idle] { stage.engine.root.removeGestureRecognizer(probe) }
        #expect(stage.words == ["begun began", "begun cancelled"] && stage.failures.map(\.name) == ["busy"])
        #expect(begun.notebook.lines.suffix(2) == ["begun action cancelled", "begun reset cancelled"])
        #expect(busy.notebook.lines.last == "busy reset failed" && idle.notebook.lines == [])
        stage.play([.move(0, 2, 0, at: 2), .up(at: 3)])
        #expect(stage.words.count == 2 && begun.state == .possible && begun.numberOfTouches == 0)
    }

    // MARK: - Regions are added and removed

    @Test("Removing a region cancels what its recognizers, and those of inner regions, have begun, and nothing else")
    func goes() {
        let tree = Tree()
        tree.addProbes { .continuous($0, in: $1) }
        tree.stage.play([.down(0, 150, 250, at: 0), .move(0, 160, 250, at: 1)])
        tree.root.removeRegion(tree.left)
        #expect(tree.stage.words.suffix(2).sorted() == ["corner cancelled", "left cancelled"])
        tree.stage.play([.move(0, 170, 250, at: 2), .up(at: 3)])
        #expect(tree.stage.words.suffix(2) == ["root changed", "root ended"])
        #expect(tree.left.parent == nil && tree.corner.parent === tree.left)
        // Removed, it keeps its own place, and belongs to no engine.
        #expect(tree.corner.convert(Point(x: 150, y: 250)) == Point(x: 50, y: 50))
    }

    @Test("A region moves to another engine: its gestures are cancelled there and can begin again here")
    func otherEngine() {
        let (first, second) = (Stage(), Stage())
        let region = first.addRegion("guest", width: 500, height: 500, Probe.continuous("it"))
        first.play([.down(0, 5, 5, at: 0), .move(0, 6, 5, at: 1)])
        second.engine.root.addRegion(region)
        first.play([.move(0, 7, 5, at: 2), .up(at: 3)])
        #expect(first.words == ["it began", "it cancelled"])
        #expect(second.play([.down(0, 5, 5, at: 0), .move(0, 6, 5, at: 1)]).words == ["it began"])
    }
}
