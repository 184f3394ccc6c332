// Tests of matching strokes to templates.

import Foundation
import Gestures
import Testing
import Touch

private func template(_ name: String, _ pairs: [(Double, Double)]) throws -> StrokeTemplate {
    try StrokeTemplate(name: name, points: pairs.map { Point(x: $0.0, y: $0.1) })
}

private func ray(_ degrees: Double, length: Double = 100) -> [Point] {
    [.zero, .zero + Vector(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180)) * length]
}

private func turned(_ points: [Point], by degrees: Double) -> [Point] {
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return points.map { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
}

private func scaled(_ points: [Point], by factor: Double, moved way: Vector = .zero) -> [Point] {
    points.map { Point(x: $0.x * factor, y: $0.y * factor) + way }
}

@Suite struct StrokeMatcherTests {
    @Test("Each of the sixteen figures matches itself, wherever and however large, and nearly perfectly")
    func itself() throws {
        let matcher = try StrokeFixtures.matcher()
        #expect(matcher.templates.count == 16)
        for (name, points) in StrokeFixtures.strokes {
            for (scale, way) in [(1, Vector.zero), (0.05, Vector(x: -900, y: 40)), (300, Vector(x: 1e6, y: 1e6))] {
                let match = matcher.match(scaled(points, by: scale, moved: way))
                #expect(match?.name == name && (match?.score ?? 0) > 0.99, "\(name) \(scale)")
            }
        }
    }

    @Test("A figure drawn backward is another stroke, or none")
    func backward() throws {
        let matcher = try StrokeFixtures.matcher()
        for (name, points) in StrokeFixtures.strokes {
            #expect(matcher.match(points.reversed())?.name != name)
        }
    }

    @Test("30 degrees to either side are free, 75 are too many; at any angle all are one", arguments: [-1.0, 1])
    func rotation(side: Double) throws {
        var matcher = try StrokeFixtures.matcher()
        for (name, points) in StrokeFixtures.strokes {
            matcher.isRotationInvariant = false
            let match = matcher.match(turned(points, by: 30 * side))
            #expect(match?.name == name && (match?.score ?? 0) > 0.99, "\(name)")
            #expect(matcher.match(turned(points, by: 75 * side))?.name != name)
            matcher.isRotationInvariant = true
            for degrees in stride(from: 0.0, to: 360, by: 15) {
                let match = matcher.match(turned(points, by: degrees * side))
                #expect(match?.name == name && (match?.score ?? 0) > 0.99, "\(name) \(degrees)")
            }
        }
    }

    @Test("The straight lines of the fixture are lines, and the curves and the sixteen figures are not")
    func lines() throws {
        for (kind, count) in [("lines_accept", 5), ("lines_reject", 9)] {
            let strokes = StrokeFixtures.lines(kind)
            #expect(strokes.count == count)
            for (name, points) in strokes {
                #expect(try StrokeTemplate(name: name, points: points).isLine == (kind == "lines_accept"), "\(name)")
            }
        }
        for template in try StrokeFixtures.templates() { #expect(!template.isLine, "\(template.name)") }
    }

    @Test("A line matches only lines, and other strokes match no line")
    func kinds() throws {
        var matcher = try StrokeMatcher(templates: [
            template("right", [(0, 0), (1, 0)]), template("hook", [(0, 0), (1, 0), (1, 0.3)]),
        ])
        #expect(matcher.match(ray(3))?.name == "right")
        #expect(matcher.match([.zero, Point(x: 90, y: 0), Point(x: 90, y: 30)])?.name == "hook")
        matcher.minimumScore = 0
        matcher.minimumMargin = 0
        matcher.templates.removeFirst()
        #expect(matcher.match(ray(0)) == nil)
        matcher.templates = [try template("right", [(0, 0), (1, 0)])]
        #expect(matcher.match([.zero, Point(x: 90, y: 0), Point(x: 90, y: 30)]) == nil)
    }

    @Test("A line is the nearest of eight directions; half-way between two it is none")
    func compass() throws {
        let matcher = try StrokeMatcher(
            templates: (0..<8).map { try StrokeTemplate(name: "\($0 * 45)", points: ray(Double($0) * 45)) })
        for direction in 0..<8 {
            for aside in [-18.0, -10, 0, 10, 18] {
                #expect(matcher.match(ray(Double(direction) * 45 + aside))?.name == "\(direction * 45)")
            }
            #expect(matcher.match(ray(Double(direction) * 45 + 22.5)) == nil)
        }
    }

    @Test("A stroke that matches two names is none; with two templates of one name it has that name")
    func margin() throws {
        let (narrow, wide) = ([(0.0, 0.0), (1, 2), (2, 0)], [(0.0, 0.0), (1.02, 2), (2.04, 0)])
        let stroke = [Point(x: 0, y: 0), Point(x: 101, y: 200), Point(x: 202, y: 0)]
        let two = try StrokeMatcher(templates: [template("a", narrow), template("b", wide)])
        #expect(two.match(stroke) == nil)
        let one = try StrokeMatcher(templates: [template("a", narrow), template("a", wide)])
        let match = try #require(one.match(stroke))
        #expect(match.name == "a" && match.margin == match.score)
    }

    @Test("Hostile paths are no match, and do not trap")
    func hostile() throws {
        var matcher = try StrokeFixtures.matcher()
        matcher.minimumScore = -.infinity
        matcher.minimumMargin = -.infinity
        let circle = try #require(StrokeFixtures.strokes.first { $0.name == "circle" }).points
        let huge = Double.greatestFiniteMagnitude
        for isInvariant in [false, true] {
            matcher.isRotationInvariant = isInvariant
            for path: [Point] in [
                [], [.zero], Array(repeating: Point(x: 3, y: 4), count: 500),
                [Point(x: -huge, y: -huge), Point(x: huge, y: huge), Point(x: -huge, y: huge)],
                circle + [Point(x: .nan, y: 0)], [Point(x: .infinity, y: 0)] + circle,
                (0...30).map { Point(x: Double($0 % 2) * 10, y: 0) }, scaled(circle, by: 1e-12),
            ] {
                #expect(matcher.match(path) == nil)
            }
            #expect(matcher.match(scaled(circle, by: 1e6))?.name == "circle")
        }
        #expect(StrokeMatcher().match(circle) == nil)
        matcher.minimumScore = .nan
        #expect(matcher.match(circle) == nil)
        (matcher.minimumScore, matcher.minimumMargin) = (0.6, .nan)
        #expect(matcher.match(circle) == nil)
    }
}
