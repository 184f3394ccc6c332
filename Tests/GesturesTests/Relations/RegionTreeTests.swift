// Tests of hit testing: nested, adjacent and overlapping regions.

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

    init() {
        left = stage.addRegion("left", width: 1000, height: 1000)
        right = stage.addRegion("right", x: 1000, width: 1000, height: 1000)
        corner = stage.addRegion("corner", x: 100, y: 200, width: 300, height: 400, in: left)
    }

    /// A probe for each region, with its name, that does not prevent others.
    @discardableResult
    func addProbes(_ make: (String, Notebook) -> Probe = { Probe($0, in: $1) }) -> [Probe] {
        [stage.engine.root, left, right, corner].map { region in
            let probe = make(region.name, notebook)
            probe.prevents = { _ in false }
            region.addGestureRecognizer(probe)
            return probe
        }
    }
}

@Suite struct RegionTreeTests {
    // MARK: - Hit testing

    @Test("The innermost region at a place is hit; left and upper edges belong to it, right and lower ones do not")
    func hitTest() {
        let tree = Tree()
        let places: [(Double, Double, String?)] = [
            (0, 0, "left"), (99.999, 300, "left"), (100, 200, "corner"), (399.999, 599.999, "corner"),
            (400, 300, "left"), (300, 600, "left"), (999.999, 500, "left"), (1000, 500, "right"),
            (1999.999, 999.999, "right"), (2000, 500, nil), (500, 1000, nil), (-0.001, 5, nil), (5, -0.001, nil),
        ]
        for (x, y, name) in places {
            #expect(tree.stage.engine.root.hitTest(Point(x: x, y: y))?.name == name, "\(x), \(y)")
        }
    }

    @Test("Of overlapping regions the last added is hit; adding one again moves it to the top")
    func overlap() {
        let stage = Stage()
        let first = stage.addRegion("first", width: 100, height: 100)
        stage.addRegion("second", x: 50, y: 50, width: 100, height: 100)
        let place = Point(x: 75, y: 75)
        #expect(stage.engine.root.hitTest(place)?.name == "second")
        stage.engine.root.addRegion(first)
        #expect(stage.engine.root.hitTest(place)?.name == "first")
        #expect(stage.engine.root.children.map(\.name) == ["second", "first"])
    }

    @Test("Parts of a region outside its parent are clipped")
    func clipped() {
        let stage = Stage()
        let parent = stage.addRegion("parent", width: 100, height: 100)
        stage.addRegion("child", x: 90, y: 90, width: 100, height: 100, in: parent)
        #expect(stage.engine.root.hitTest(Point(x: 95, y: 95))?.name == "child")
        #expect(stage.engine.root.hitTest(Point(x: 150, y: 150))?.name == "root")
    }

    @Test("A region without area is never hit, and one of absurd size is harmless")
    func sizes() {
        let stage = Stage()
        for size in [0, -5, Double.nan] { stage.addRegion("\(size)", x: 5, y: 5, width: size, height: size) }
        stage.addRegion("endless", x: -1e300, y: -1e300, width: .infinity, height: .infinity, Probe("it"))
        #expect(stage.engine.root.hitTest(Point(x: 5, y: 5))?.name == "endless")
        #expect(stage.play([.down(0, 5, 5, at: 0), .up(at: 1)]).words == [])
    }

    @Test("Places are converted through all outer regions, also when one is moved into another later")
    func convert() {
        let tree = Tree()
        #expect(tree.corner.convert(Point(x: 150, y: 250)) == Point(x: 50, y: 50))
        tree.right.addRegion(tree.left)
        #expect(tree.corner.convert(Point(x: 1150, y: 250)) == Point(x: 50, y: 50))
        #expect(tree.stage.engine.root.hitTest(Point(x: 1150, y: 250))?.name == "corner")
    }

    @Test("A region cannot be added to itself or to a region that it contains")
    func noCycle() {
        let tree = Tree()
        tree.corner.addRegion(tree.left)
        tree.left.addRegion(tree.left)
        #expect(tree.left.parent === tree.stage.engine.root && tree.corner.children.isEmpty)
        #expect(tree.stage.engine.root.children.map(\.name) == ["left", "right"])
    }

    // MARK: - Who sees what

    @Test("A touch is delivered to the recognizers of its region and of the outer ones, inner first, and to no others")
    func chain() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.play([.down(0, 150, 250, at: 0), .up(at: 1), .down(0, 5, 5, at: 2), .down(1, 1500, 5, at: 3)])
        #expect(
            tree.notebook.lines == [
                "corner began 1", "left began 1", "root began 1", "corner ended 1", "left ended 1", "root ended 1",
                "left began 2", "root began 2", "right began 3", "root began 3",
            ])
    }

    @Test("A touch stays with the region that it began in, wherever it moves")
    func stays() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.watchTouches()
        tree.stage.play([.down(0, 1500, 5, at: 0), .move(0, 150, 250, at: 1), .move(0, -50, 2000, at: 2), .up(at: 3)])
        #expect(!tree.notebook.lines.contains { $0.hasPrefix("left") || $0.hasPrefix("corner") })
        #expect(tree.stage.stream(of: "right") == ["1 began", "1 moved", "1 moved", "1 ended"])
        #expect(tree.stage.regionTouches.allSatisfy { $0.region == "right" })
    }

    @Test("A touch that begins outside of the surface belongs to the region at the edge")
    func outside() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.watchTouches().play([.down(0, 5000, -9, at: 0), .up(at: 1)])
        #expect(tree.notebook.lines == ["right began 1", "root began 1", "right ended 1", "root ended 1"])
        #expect(tree.stage.stream(of: "right").count == 2)
    }

    @Test("Recognizers of nested regions share the touch: the innermost wins; siblings' never prevent each other")
    func scope() {
        let tree = Tree()
        tree.addProbes { .continuous($0, in: $1) }.forEach { $0.prevents = { _ in true } }
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

    @Test("Recognizers of one depth are in the order of their regions, then of their addition")
    func equalDepth() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.play([.down(0, 1500, 5, at: 0), .down(1, 150, 250, at: 0)])
        #expect(tree.notebook.lines == ["corner began 2", "left began 2", "right began 1", "root began 1 2"])
    }

    // MARK: - Coming and going

    @Test("A region added while a finger is down gets the next one")
    func comes() {
        let stage = Stage().play([.down(0, 5, 5, at: 0)])
        let probe = Probe("late")
        stage.addRegion("late", width: 100, height: 100, probe)
        stage.play([.move(0, 6, 5, at: 1), .down(1, 9, 9, at: 2), .up(0, at: 3)])
        #expect(probe.notebook.lines == ["late began 2"])
    }

    @Test("Removing a region cancels what its recognizers, and those of inner regions, have begun, and nothing else")
    func goes() {
        let tree = Tree()
        tree.addProbes { .continuous($0, in: $1) }
        tree.stage.play([.down(0, 150, 250, at: 0), .move(0, 160, 250, at: 1)])
        tree.stage.engine.root.removeRegion(tree.left)
        #expect(tree.stage.words.suffix(2).sorted() == ["corner cancelled", "left cancelled"])
        tree.stage.play([.move(0, 170, 250, at: 2), .up(at: 3)])
        #expect(tree.stage.words.suffix(2) == ["root changed", "root ended"])
        #expect(tree.left.parent == nil && tree.corner.parent === tree.left)
        // Removed, it keeps its own place, and belongs to no engine.
        #expect(tree.corner.convert(Point(x: 150, y: 250)) == Point(x: 50, y: 50))
    }

    @Test(
        "A recognizer that waited for one of a removed region begins after the others there have ended",
        arguments: [[0, 1], [1, 0]])
    func waitedForGone(order: [Int]) {
        let (stage, witness) = (Stage(), Witness())
        let guests = [Scripted("required"), Scripted.continuous("guest", at: 10)]
        let waiting = Scripted.discrete("waiting", at: 30)
        waiting.require(toFail: guests[0])
        guests[1].prevents = { $0 === waiting }
        for scripted in [guests[0], waiting] { scripted.delegate = witness }
        // The guest has begun with a finger of its own when the others get one that it also takes.
        witness.receivesTouch = { _, touch in touch.id == 2 }
        let region = stage.addRegion("guests", width: 1000, height: 1000)
        for index in order { stage.add(guests[index], to: region) }
        stage.add(waiting, to: stage.engine.root)
        stage.play(path(10, lifts: false) + path(30, from: 1, finger: 1, lifts: false))
        #expect(stage.words == ["guest began", "guest changed"])
        stage.engine.root.removeRegion(region)
        #expect(stage.words.suffix(2) == ["guest cancelled", "waiting ended"])
    }

    @Test("An action may remove the region of its own recognizer, or an outer one", arguments: [true, false])
    func removedInAction(isOuter: Bool) {
        let tree = Tree()
        let probes = tree.addProbes { .continuous($0, in: $1) }
        probes[3].addAction { [unowned root = tree.stage.engine.root, unowned left = tree.left] in
            guard $0.state == .began else { return }
            if isOuter { root.removeRegion(left) } else { left.removeRegion(left.children[0]) }
        }
        tree.stage.play([.down(0, 150, 250, at: 0), .move(0, 160, 250, at: 1), .move(0, 170, 250, at: 2), .up(at: 3)])
        #expect(tree.stage.states(of: "corner") == [.began, .cancelled])
        #expect(tree.stage.states(of: "root") == [.began, .changed, .ended])
        if !isOuter { #expect(tree.stage.states(of: "left") == [.began, .changed, .ended]) }
        for probe in probes { #expect(probe.state == .possible && probe.numberOfTouches == 0, "\(probe.name)") }
        // Every begin has its end.
        for name in ["corner", "left"] {
            let states = tree.stage.states(of: name)
            #expect(states.count { $0 == .began } == states.count { $0.isFinal }, "\(name)")
        }
    }

    @Test("A recognizer may remove its region during the delivery; the others receive the event in full")
    func removedInCallback() {
        let tree = Tree()
        let probes = tree.addProbes()
        probes[3].onMoved = { [unowned root = tree.stage.engine.root, unowned left = tree.left] _ in
            root.removeRegion(left)
        }
        tree.stage.play([.down(0, 150, 250, at: 0), .move(0, 160, 250, at: 1), .up(at: 2)])
        #expect(tree.notebook.lines.suffix(3).last == "root ended 1")
        #expect(tree.stage.engine.root.children.map(\.name) == ["right"] && probes[3].numberOfTouches == 0)
    }

    @Test("A region moves to another engine: its gestures are cancelled there and can begin again here")
    func otherEngine() {
        let (first, second) = (Stage(), Stage())
        let region = first.addRegion("guest", width: 500, height: 500, Probe.continuous("it"))
        first.play([.down(0, 5, 5, at: 0), .move(0, 6, 5, at: 1)])
        second.engine.root.addRegion(region)
        #expect(first.words == ["it began", "it cancelled"])
        first.play([.move(0, 7, 5, at: 2), .up(at: 3)])
        #expect(first.words.count == 2)
        #expect(second.play([.down(0, 5, 5, at: 0), .move(0, 6, 5, at: 1)]).words == ["it began"])
    }

    @Test("A touch whose region is removed belongs to the root only, and its lift is harmless")
    func touchOfGone() {
        let tree = Tree()
        tree.addProbes()
        tree.stage.watchTouches().play([.down(0, 1500, 5, at: 0)])
        tree.stage.engine.root.removeRegion(tree.right)
        tree.stage.play([.move(0, 1501, 5, at: 1), .up(at: 2)])
        #expect(tree.stage.phases(of: 1).last == .ended || tree.stage.phases(of: 1).last == .cancelled)
    }
}
