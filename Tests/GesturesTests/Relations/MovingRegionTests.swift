// Tests of regions that move, scale, turn, change shape and order, and are disabled.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// A quarter turn clockwise.
private let quarterTurn = AffineMatrix(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)

private func turn(_ degrees: Double) -> AffineMatrix {
    let angle = degrees * .pi / 180
    return AffineMatrix(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
}

@Suite struct MovingRegionTests {
    private let stage = Stage()

    private func hit(_ x: Double, _ y: Double) -> String? { stage.engine.root.hitTest(Point(x: x, y: y))?.name }

    // MARK: - Where it is

    @Test("A turned square is hit where it is seen: at its points, and not in the corners that it left")
    func turned() {
        let region = stage.addRegion("square", x: 100, y: 100, width: 100, height: 100)
        region.transform = turn(45)
        #expect(hit(150, 150) == "square" && hit(150, 81) == "square" && hit(81, 150) == "square")
        #expect(hit(102, 102) == "root" && hit(150, 78) == "root" && hit(198, 198) == "root")
    }

    @Test("Transforms are about the centre, and those of all regions around it count")
    func nested() {
        let outer = stage.addRegion("outer", x: 400, y: 400, width: 200, height: 200)
        let inner = stage.addRegion("inner", x: 0, y: 0, width: 20, height: 20, in: outer)
        outer.transform = quarterTurn
        // The upper left corner is now the upper right one.
        #expect(hit(590, 410) == "inner" && hit(410, 410) == "outer")
        outer.transform = .scale(x: 2, y: 2)
        #expect(hit(301, 301) == "inner" && hit(339, 339) == "inner" && hit(341, 341) == "outer")
        inner.transform = .translation(x: 10, y: 0)
        #expect(hit(301, 301) == "outer" && hit(321, 301) == "inner" && hit(359, 339) == "inner")
    }

    @Test("A region's centre stays where it is when the region turns, and moves its frame in the parent")
    func center() {
        let outer = stage.addRegion("outer", x: 400, y: 400, width: 200, height: 200)
        let inner = stage.addRegion("inner", x: 10, y: 20, width: 40, height: 60, in: outer)
        (outer.transform, inner.transform) = (quarterTurn, turn(30))
        #expect(inner.center == Point(x: 30, y: 50))
        #expect((inner.convert(Point(x: 20, y: 30), to: outer) - inner.center).length < 1e-9)
        inner.center = Point(x: 100, y: 90)
        #expect(inner.frame == Rectangle(origin: Point(x: 80, y: 60), size: Size(width: 40, height: 60)))
        #expect((inner.convert(Point(x: 20, y: 30), to: outer) - Point(x: 100, y: 90)).length < 1e-9)
    }

    @Test("Places convert from any region to any other and back")
    func convert() {
        let outer = stage.addRegion("outer", x: 400, y: 400, width: 200, height: 200)
        let inner = stage.addRegion("inner", x: 10, y: 30, width: 20, height: 20, in: outer)
        let other = stage.addRegion("other", x: 7, y: 9, width: 20, height: 20)
        (outer.transform, other.transform) = (quarterTurn, .scale(x: 2, y: 4))
        #expect(inner.convert(.zero, to: outer) == Point(x: 10, y: 30))
        #expect(inner.convert(.zero, to: nil) == Point(x: 570, y: 410))
        #expect(outer.convert(Point(x: 570, y: 410)) == Point(x: 10, y: 30))
        #expect(outer.convertFromSurface(Vector(x: 0, y: 1)) == Vector(x: 1, y: 0))
        #expect(outer.convertToSurface(Vector(x: 1, y: 0)) == Vector(x: 0, y: 1))
        let place = inner.convert(other.convert(Point(x: 3, y: 4), to: inner), to: other)
        #expect((place - Point(x: 3, y: 4)).length < 1e-9)
        #expect(other.convert(.zero, from: inner) == other.convert(Point(x: 570, y: 410)))
    }

    // MARK: - Shape, order, enabled

    @Test("An ellipse is hit inside its curve, a polygon inside its sides")
    func shapes() throws {
        let region = stage.addRegion("shape", width: 200, height: 100)
        region.shape = .ellipse
        #expect(hit(100, 1) == "shape" && hit(1, 50) == "shape" && hit(10, 10) == "root" && hit(190, 90) == "root")
        let corners = [(0.0, 0.0), (200, 0), (100, 50), (200, 100), (0, 100)].map { Point(x: $0, y: $1) }
        region.shape = .polygon(try RegionPolygon(corners))
        #expect(hit(0, 0) == "shape" && hit(99, 50) == "shape" && hit(101, 50) == "root" && hit(190, 2) == "shape")
        #expect(hit(190, 50) == "root")
        region.shape = .polygon(try RegionPolygon(corners.reversed()))
        #expect(hit(99, 50) == "shape" && hit(101, 50) == "root")
    }

    @Test("A polygon has 3 to 64 corners at different places, and sides that do not meet")
    func polygons() {
        func problem(_ corners: [(Double, Double)]) -> RegionPolygon.Problem? {
            do throws(RegionPolygon.Problem) {
                _ = try RegionPolygon(corners.map { Point(x: $0, y: $1) })
                return nil
            } catch { return error }
        }
        #expect(problem([(0, 0), (1, 1)]) == .count(2))
        #expect(problem((0..<65).map { (Double($0), Double($0 * $0)) }) == .count(65))
        #expect(problem((0..<64).map { (Double($0), Double($0 * $0)) }) == nil)
        #expect(problem([(0, 0), (.nan, 1), (2, 2)]) == .corner(1))
        #expect(problem([(0, 0), (0, 0), (2, 2)]) == .corner(1))
        #expect(problem([(0, 0), (1, 1), (2, 2), (0, 0)]) == .corner(0))
        #expect(problem([(0, 0), (2, 2), (2, 0), (0, 2)]) == .crossing(0, 2))
        #expect(problem([(0, 0), (4, 0), (2, 0), (2, 2)]) == .crossing(0, 1), "it returns on itself")
        #expect(problem([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)]) == .crossing(0, 2), "a corner lies on a side")
        #expect(problem([(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)]) != nil, "two corners are one")
        #expect(problem([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]) == nil)
    }

    @Test("A region is put over one beside it, or over all; one elsewhere is refused")
    func order() {
        let regions = ["a", "b", "c"].map { stage.addRegion($0, width: 100, height: 100) }
        let inner = stage.addRegion("inner", x: 90, y: 90, width: 5, height: 5, in: regions[1])
        let root = stage.engine.root
        regions[0].moveAbove(regions[1])
        #expect(root.children.map(\.name) == ["b", "a", "c"] && hit(5, 5) == "c")
        regions[0].moveAbove(nil)
        #expect(root.children.map(\.name) == ["b", "c", "a"] && hit(5, 5) == "a")
        for other in [inner, regions[0], root] { regions[0].moveAbove(other) }
        root.moveAbove(nil)
        #expect(root.children.map(\.name) == ["b", "c", "a"])
        regions[2].moveAbove(regions[0])
        regions[1].moveAbove(nil)
        #expect(hit(92, 92) == "inner")
    }

    @Test("Touches in a disabled region, or within it, belong to what lies below; without the root, to nothing")
    func disabled() {
        stage.addRegion("below", width: 100, height: 100)
        let region = stage.addRegion("above", width: 100, height: 100)
        stage.addRegion("within", width: 50, height: 50, in: region)
        region.isEnabled = false
        #expect(hit(10, 10) == "below")
        region.isEnabled = true
        #expect(hit(10, 10) == "within")
        let probe = Probe()
        stage.engine.root.addGestureRecognizer(probe)
        stage.engine.root.isEnabled = false
        stage.play([.down(0, 10, 10, at: 0), .up(at: 1)])
        #expect(probe.notebook.lines.isEmpty)
    }

    // MARK: - Gestures

    @Test("A touch keeps the region in which it began, whatever becomes of that; the next one finds the new place")
    func underWay() {
        let (first, second) = (Probe.continuous("first"), Probe.continuous("second"))
        let region = stage.addRegion("a", width: 100, height: 100, first)
        stage.addRegion("b", x: 500, width: 100, height: 100, second)
        stage.play([.down(0, 50, 50, at: 0), .move(0, 55, 50, at: 1)])
        region.frame.origin = Point(x: 800, y: 0)
        region.isEnabled = false
        stage.play([.move(0, 60, 50, at: 2), .up(at: 3)])
        #expect(stage.words == ["first began", "first changed", "first ended"])
        region.isEnabled = true
        stage.play([.down(0, 50, 50, at: 4), .move(0, 55, 50, at: 5), .up(at: 6)])
        #expect(stage.words.count == 3)
        stage.play([.down(0, 850, 50, at: 7), .move(0, 855, 50, at: 8), .up(at: 9)])
        #expect(stage.words.suffix(2) == ["first began", "first ended"])
    }

    @Test("In a region that follows the finger the location stays, and the translation is that of the surface")
    func follows() {
        let pan = PanGestureRecognizer(name: "pan")
        let region = stage.addRegion("photo", x: 100, y: 100, width: 100, height: 100, pan)
        region.transform = .scale(x: 2, y: 2)
        var places: [Point] = []
        pan.addAction { [unowned pan, unowned region] _ in
            region.frame.origin = region.frame.origin + pan.translation(in: region.parent)
            pan.setTranslation(.zero, in: region.parent)
        }
        pan.addAction { [unowned region] in places.append($0.location(in: region)) }
        stage.play([.down(0, 150, 150, at: 0)])
        for step in 1...20 { stage.play([.move(0, 150 + Double(step) * 15, 150, at: Double(step) / 50)]) }
        #expect(places.count > 10)
        #expect(places.allSatisfy { ($0 - places[0]).length < 1e-9 })
        #expect(region.frame.origin.x > 300 && region.frame.origin.y == 100)
    }

    @Test("Translation and velocity in a turned and scaled region go through its transform, and back")
    func vectors() throws {
        let pan = PanGestureRecognizer(name: "pan")
        let region = stage.addRegion("photo", width: 1000, height: 1000, pan)
        region.transform = quarterTurn.then(.scale(x: 2, y: 2))
        stage.play([.down(0, 500, 500, at: 0)])
        for step in 1...10 { stage.play([.move(0, 500, 500 + Double(step) * 10, at: Double(step) / 50)]) }
        let (surface, own) = (pan.translation(in: nil), pan.translation(in: region))
        #expect(surface.y > 50 && (own - Vector(x: surface.y / 2, y: 0)).length < 1e-9)
        #expect((pan.velocity(in: region) - Vector(x: pan.velocity(in: nil).y / 2, y: 0)).length < 1e-9)
        pan.setTranslation(Vector(x: 3, y: 0), in: region)
        #expect((pan.translation(in: nil) - Vector(x: 0, y: 6)).length < 1e-9)
    }
}
