// Strokes for tests: the $1 recognizer's 16 figures, distorted versions and nonsense.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// Strokes of the fixtures.
enum StrokeFixtures {
    private static func path(_ json: JSON) -> [Point] {
        json.list.map(\.numbers).map { Point(x: $0[0], y: $0[1]) }
    }

    /// The sixteen strokes by name, in the order of the file.
    static let strokes: [(name: String, points: [Point])] = ConformanceFile("dollar1_templates").content["templates"]
        .list.map { ($0["name"].text ?? "", path($0["points"])) }

    /// The strokes of a case of the fixture with lines, by name.
    static func lines(_ kind: String) -> [String: [Point]] {
        ConformanceFile("line_strokes").content["cases"][kind].members.mapValues(path)
    }

    static func templates() throws -> [StrokeTemplate] {
        try strokes.map { try StrokeTemplate(name: $0.name, points: $0.points) }
    }

    /// A matcher of the sixteen strokes, with the default limits or without any.
    static func matcher(isLimited: Bool = true) throws -> StrokeMatcher {
        var matcher = StrokeMatcher(templates: try templates())
        if !isLimited { (matcher.minimumScore, matcher.minimumMargin) = (0, 0) }
        return matcher
    }
}

/// The differences between a hand and the template.
struct Distortion: Sendable, CustomTestStringConvertible {
    /// Turned by up to this many degrees, either way.
    var rotation: Double
    /// Bent by slow waves over the plane, of up to 0.55 of this fraction of the size.
    var warp: Double
    /// The sensor's noise at each sample: standard deviation in points.
    var jitter: Double
    /// The size of the stroke; the templates are 60 to 160 points high and wide.
    var size = 1.0

    var testDescription: String { "turn \(rotation)°, warp \(warp), jitter \(jitter) pt, size \(size)" }

    /// A stroke as drawn: width and height each up to a fifth more or less, 24 to 84 samples.
    func drawn(_ points: [Point], by numbers: inout SeededNumbers) -> [Point] {
        let path = spread(points, over: 128)
        let (xs, ys) = (path.map(\.x), path.map(\.y))
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        let side = max(right - left, bottom - top)
        let centre = Point(x: (left + right) / 2, y: (top + bottom) / 2)
        let turn = Double.random(in: -rotation...rotation, using: &numbers) * .pi / 180
        let width = exp(Double.random(in: -0.2...0.2, using: &numbers))
        let height = exp(Double.random(in: -0.2...0.2, using: &numbers))
        let waves = (0..<4).map { _ in Wave(by: &numbers) }
        let bent = path.map { point in
            let place = (point - centre) * (1 / side)
            let x = place.x * width + 0.55 * warp * (waves[0].height(at: place) + waves[1].height(at: place)) / 2
            let y = place.y * height + 0.55 * warp * (waves[2].height(at: place) + waves[3].height(at: place)) / 2
            return centre + Vector(x: x * cos(turn) - y * sin(turn), y: x * sin(turn) + y * cos(turn)) * (side * size)
        }
        return spread(bent, over: Int.random(in: 24...84, using: &numbers)).map {
            $0 + Vector(x: jitter * normal(by: &numbers), y: jitter * normal(by: &numbers))
        }
    }
}

/// A wave over the plane, no shorter than a hand's unintended bends.
private struct Wave {
    let frequency: Vector
    let phase: Double

    init(by numbers: inout SeededNumbers) {
        let direction = Double.random(in: 0...(2 * .pi), using: &numbers)
        let waves = 2 * .pi * Double.random(in: 0.2...0.9, using: &numbers)
        frequency = Vector(x: waves * cos(direction), y: waves * sin(direction))
        phase = Double.random(in: 0...(2 * .pi), using: &numbers)
    }

    func height(at place: Vector) -> Double { sin(frequency.x * place.x + frequency.y * place.y + phase) }
}

private func normal(by numbers: inout SeededNumbers) -> Double {
    (-2 * log(Double.random(in: 1e-12...1, using: &numbers))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0...1, using: &numbers))
}

/// `count` places at equal distances along a path.
func spread(_ path: [Point], over count: Int) -> [Point] {
    let steps = zip(path.dropFirst(), path).map { ($0 - $1).length }
    let interval = steps.reduce(0, +) / Double(count - 1)
    var places: [Point] = []
    var covered = 0.0
    for (index, step) in steps.enumerated() {
        while places.count < count - 1, interval * Double(places.count) <= covered + step, step > 0 {
            let part = (interval * Double(places.count) - covered) / step
            places.append(path[index] + (path[index + 1] - path[index]) * part)
        }
        covered += step
    }
    while places.count < count { places.append(path[path.count - 1]) }
    return places
}

/// A drawing without meaning: the first half of one stroke and the second half of another.
func splice(by numbers: inout SeededNumbers) -> [Point] {
    let strokes = StrokeFixtures.strokes
    let first = Int.random(in: 0..<strokes.count, using: &numbers)
    let other = (first + Int.random(in: 1..<strokes.count, using: &numbers)) % strokes.count
    let (head, tail) = (spread(strokes[first].points, over: 64), spread(strokes[other].points, over: 64))
    let joined = head[..<32] + tail[32...].map { head[31] + ($0 - tail[32]) }
    return Distortion(rotation: 10, warp: 0.3, jitter: 1).drawn(Array(joined), by: &numbers)
}
