// Measured accuracy of stroke recognition, with seeded random strokes.

import Gestures
import Testing
import Touch
import TouchTesting

/// The differences between hands and the template, and the smallest fraction that must then be right.
///
/// The fractions are those of the better of Penny Pincher and Protractor alone in a measurement of the same kind, less
/// 0.02 because few strokes are drawn here. Turned by 30 degrees the first stage alone would not be enough.
private let hands: [(Distortion, Double)] = [
    (Distortion(rotation: 5, warp: 0.15, jitter: 0.5), 1.000 - 0.02),
    (Distortion(rotation: 10, warp: 0.3, jitter: 1), 0.989 - 0.02),
    (Distortion(rotation: 15, warp: 0.5, jitter: 2), 0.955 - 0.02),
    (Distortion(rotation: 30, warp: 0.3, jitter: 1), 0.980),
]

private let seed: UInt64 = 20_240

/// The fraction of the strokes that get their own name, and of those that get another.
private func shares(
    _ hand: Distortion, each count: Int, change: (inout StrokeMatcher) -> Void = { _ in }
) throws -> (right: Double, wrong: Double) {
    let strokes = try StrokeFixtures.strokes()
    var matcher = try StrokeFixtures.matcher()
    change(&matcher)
    var numbers = SeededNumbers(seed: seed)
    var (right, wrong) = (0, 0)
    for stroke in strokes {
        for _ in 0..<count {
            var path = StrokePath()
            for place in hand.drawn(stroke.points, by: &numbers) { path.add(place) }
            guard let match = matcher.match(path.points) else { continue }
            if match.name == stroke.name { right += 1 } else { wrong += 1 }
        }
    }
    let all = Double(strokes.count * count)
    return (Double(right) / all, Double(wrong) / all)
}

@Suite struct StrokeAccuracyTests {
    @Test("The nearest template is the right one at least as often as with one stage alone", arguments: 0..<4)
    func nearest(level: Int) throws {
        let (hand, least) = hands[level]
        let (right, _) = try shares(hand, each: 40) { matcher in
            matcher.minimumScore = 0
            matcher.minimumMargin = 0
        }
        print("stroke accuracy, seed \(seed), \(hand.testDescription): \(right) right")
        #expect(right >= least)
    }

    @Test("With the limits, careful drawings are recognized, and hardly any gets a wrong name")
    func limits() throws {
        for (level, least) in [(0, 0.98), (1, 0.93), (3, 0.93)] {
            let (right, wrong) = try shares(hands[level].0, each: 40)
            print("strokes with limits, seed \(seed), \(hands[level].0.testDescription): \(right), wrong \(wrong)")
            #expect(right >= least && wrong <= 0.005)
        }
    }

    @Test("Drawings at any angle are recognized as well, when that is allowed")
    func anySide() throws {
        let hand = Distortion(rotation: 180, warp: 0.3, jitter: 1)
        let (right, wrong) = try shares(hand, each: 40) { $0.isRotationInvariant = true }
        print("strokes from any side, seed \(seed): \(right), wrong \(wrong)")
        #expect(right >= 0.92 && wrong <= 0.01)
        #expect(try shares(hand, each: 10).right < 0.5)
    }

    @Test(
        "Most meaningless drawings are not strokes",
        arguments: [(.walk, 0.12), (.scribble, 0.08), (.splice, 0.21)] as [(Nonsense, Double)])
    func nonsense(kind: Nonsense, most: Double) throws {
        let strokes = try StrokeFixtures.strokes()
        let matcher = try StrokeFixtures.matcher()
        var numbers = SeededNumbers(seed: seed)
        let count = 600
        var passed = 0
        for _ in 0..<count where matcher.match(kind.drawn(from: strokes, by: &numbers)) != nil { passed += 1 }
        let share = Double(passed) / Double(count)
        print("nonsense, seed \(seed), \(kind.rawValue): \(share) passed")
        #expect(share <= most)
        // The limits cause that, not the lines: without them more than twice as many pass.
        let open = try StrokeFixtures.matcher(isLimited: false)
        var again = SeededNumbers(seed: seed)
        let unlimited = (0..<count).count { _ in open.match(kind.drawn(from: strokes, by: &again)) != nil }
        #expect(unlimited > 2 * passed)
    }

    @Test(
        "At the minimum length strokes are still recognized, with the noise of common panels",
        arguments: [(0.5, 0.97), (1, 0.9)])
    func smallest(jitter: Double, least: Double) throws {
        var right = 0
        var numbers = SeededNumbers(seed: seed)
        let strokes = try StrokeFixtures.strokes()
        let matcher = try StrokeFixtures.matcher()
        for (name, points) in strokes {
            let length = zip(points.dropFirst(), points).map { ($0 - $1).length }.reduce(0, +)
            let size = StrokeGestureRecognizer().minimumLength / length
            let hand = Distortion(rotation: 10, warp: 0.15, jitter: jitter, size: size)
            for _ in 0..<40 {
                var path = StrokePath()
                for place in hand.drawn(points, by: &numbers) { path.add(place) }
                if matcher.match(path.points)?.name == name { right += 1 }
            }
        }
        let share = Double(right) / Double(40 * strokes.count)
        print("strokes of 80 pt, seed \(seed), noise \(jitter) pt: \(share)")
        #expect(share >= least)
    }
}
