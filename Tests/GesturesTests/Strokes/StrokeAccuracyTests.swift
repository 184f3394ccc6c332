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

/// The fraction of the strokes that get their own name, and of those that get another; all of this length, if one is
/// given.
private func shares(
    _ hand: Distortion, each count: Int, length: Double? = nil, change: (inout StrokeMatcher) -> Void = { _ in }
) throws -> (right: Double, wrong: Double) {
    var matcher = try StrokeFixtures.matcher()
    change(&matcher)
    var (numbers, hand) = (SeededNumbers(seed: seed), hand)
    var (right, wrong) = (0, 0)
    for (name, points) in StrokeFixtures.strokes {
        if let length { hand.size = length / zip(points.dropFirst(), points).map { ($0 - $1).length }.reduce(0, +) }
        for _ in 0..<count {
            var path = StrokePath()
            for place in hand.drawn(points, by: &numbers) { path.add(place) }
            guard let match = matcher.match(path.points) else { continue }
            if match.name == name { right += 1 } else { wrong += 1 }
        }
    }
    let all = Double(StrokeFixtures.strokes.count * count)
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

    @Test("Most meaningless drawings, halves of two strokes, are not strokes")
    func nonsense() throws {
        func passed(_ matcher: StrokeMatcher) -> Int {
            var numbers = SeededNumbers(seed: seed)
            return (0..<600).count { _ in matcher.match(splice(by: &numbers)) != nil }
        }
        let limited = passed(try StrokeFixtures.matcher())
        print("nonsense, seed \(seed): \(limited) of 600 passed")
        #expect(Double(limited) / 600 <= 0.21)
        // The limits cause that, not the lines: without them more than twice as many pass.
        #expect(passed(try StrokeFixtures.matcher(isLimited: false)) > 2 * limited)
    }

    @Test(
        "At the minimum length strokes are still recognized, with the noise of common panels",
        arguments: [(0.5, 0.97), (1, 0.9)])
    func smallest(jitter: Double, least: Double) throws {
        let hand = Distortion(rotation: 10, warp: 0.15, jitter: jitter)
        let (share, _) = try shares(hand, each: 40, length: StrokeGestureRecognizer().minimumLength)
        print("strokes of 80 pt, seed \(seed), noise \(jitter) pt: \(share)")
        #expect(share >= least)
    }
}
