// Tests of velocity estimates.

import Gestures
import Testing
import Touch

/// An estimator that was given `value` at these microseconds.
private func estimator(_ times: [Int64], _ value: (Double) -> Double) -> VelocityEstimator {
    var estimator = VelocityEstimator()
    for time in times {
        let seconds = Double(time) / 1e6
        estimator.add(Vector(x: value(seconds), y: -2 * value(seconds)), at: Timestamp(microseconds: time))
    }
    return estimator
}

private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

/// Even times, the last at 200 ms.
private func even(_ interval: Int64, _ count: Int64) -> [Int64] {
    (0..<count).map { 200_000 - (count - 1 - $0) * interval }
}

@Suite struct VelocityEstimatorTests {
    @Test(
        "Uniform motion has its velocity, at any rate", arguments: [125, 1000, 4300, 8000, 15000, 39000] as [Int64])
    func uniform(interval: Int64) {
        for count: Int64 in [2, 3, 5, 20, 25] {
            let velocity = estimator(even(interval, count)) { 1000 * $0 + 7 }.velocity(at: at(200_000))
            #expect((velocity - Vector(x: 1000, y: -2000)).length < 1e-6, "\(count) samples")
        }
    }

    @Test("Accelerated motion has the velocity of its end", arguments: [1000, 4300, 8000, 15000] as [Int64])
    func accelerated(interval: Int64) {
        for count: Int64 in [3, 5, 20, 25] {
            let velocity = estimator(even(interval, count)) { 5000 * $0 * $0 - 300 * $0 }.velocity(at: at(200_000))
            #expect((velocity - Vector(x: 1700, y: -3400)).length < 1e-5, "\(count) samples")
        }
    }

    @Test("Uneven times change nothing")
    func uneven() {
        let velocity = estimator([100_000, 104_321, 111_111, 111_112, 140_000, 160_003]) { 400 * $0 }
        #expect((velocity.velocity(at: at(160_003)) - Vector(x: 400, y: -800)).length < 1e-6)
    }

    @Test("Nothing and one sample have no velocity")
    func few() {
        #expect(VelocityEstimator().velocity(at: .zero) == .zero)
        #expect(estimator([5]) { _ in 9 }.velocity(at: at(5)) == .zero)
    }

    @Test("40 ms after the last sample it is unchanged, a moment later it is zero")
    func pauseAfter() {
        let uniform = estimator(even(8000, 5)) { 1000 * $0 }
        #expect(uniform.velocity(at: at(240_000)).length > 2000)
        #expect(uniform.velocity(at: at(240_001)) == .zero)
    }

    @Test("Samples before a pause are ignored; the movement over the pause is used until there is more")
    func pauseBefore() {
        var paused = estimator(even(8000, 5)) { 1000 * $0 }
        paused.add(Vector(x: 200, y: 0), at: at(300_000))
        #expect(paused.velocity(at: at(300_000)).length < 10_000)
        paused.reset()
        let times = even(8000, 5) + [300_000, 308_000, 316_000]
        let still = estimator(times) { $0 <= 0.2 ? 1000 * $0 : 200 }
        #expect(still.velocity(at: at(316_000)) == .zero)
    }

    @Test("Only the last 100 ms are used")
    func window() {
        // First 30 ms per step at another speed, then 10 steps of 10 ms.
        let old: [Int64] = [10_000, 40_000, 70_000, 99_000]
        let new = (0...10).map { 100_000 + Int64($0) * 10_000 }
        let velocity = estimator(old + new) { $0 < 0.0999 ? 90_000 * $0 : 500 * $0 }.velocity(at: at(200_000))
        #expect((velocity - Vector(x: 500, y: -1000)).length < 1e-6)
    }

    @Test("A second sample of the same time replaces the first, and so does one of an earlier time")
    func duplicates() {
        var doubled = estimator([100_000, 110_000]) { 1000 * $0 }
        doubled.add(Vector(x: 130, y: -260), at: at(110_000))
        #expect((doubled.velocity(at: at(110_000)) - Vector(x: 3000, y: -6000)).length < 1e-6)
        doubled.add(Vector(x: 120, y: -240), at: at(105_000))
        #expect((doubled.velocity(at: at(110_000)) - Vector(x: 2000, y: -4000)).length < 1e-6)
        let same = estimator([7, 7, 7, 7]) { _ in 1 }
        #expect(same.velocity(at: at(7)) == .zero)
    }

    @Test("A reset clears everything")
    func reset() {
        var estimator = estimator(even(8000, 5)) { 1000 * $0 }
        estimator.reset()
        #expect(estimator.velocity(at: at(200_000)) == .zero)
        estimator.add(.zero, at: at(208_000))
        #expect(estimator.velocity(at: at(208_000)) == .zero)
        estimator.add(Vector(x: 1, y: 0), at: at(209_000))
        #expect((estimator.velocity(at: at(209_000)) - Vector(x: 1000, y: 0)).length < 1e-9)
    }

    @Test("Noise of a tenth of a point stays noise")
    func noise() {
        var sign = 1.0
        let noisy = estimator(even(8000, 13)) { seconds in
            sign = -sign
            return 1000 * seconds + sign * 0.1
        }
        #expect((noisy.velocity(at: at(200_000)) - Vector(x: 1000, y: -2000)).length < 30)
    }

    @Test("Samples at the ends of time do not trap, and give finite numbers")
    func extremes() {
        for times: [Int64] in [[.min, .max], [.max, .min], [.max - 1, .max], [.min, .min + 1, .min + 2]] {
            #expect(estimator(times) { $0 }.velocity(at: at(times[times.count - 1])).length.isFinite)
        }
    }
}
