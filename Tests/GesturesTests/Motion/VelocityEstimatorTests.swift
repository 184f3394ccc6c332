// Tests of velocity estimates.

import Gestures
import Testing
import Touch
import TouchTesting

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
    @Test("Over samples that never go back, the velocity is between the slowest step and the last 7.5 ms")
    func monotone() {
        var numbers = SeededNumbers(seed: 34)
        for interval: Int64 in [1, 4, 8, 16, 33, 42, 50, 70] {
            for _ in 0..<500 {
                var (estimator, time, place) = (VelocityEstimator(), Int64(0), Vector.zero)
                var steps: [(end: Int64, elapsed: Int64, way: Vector)] = []
                for _ in 0..<Int.random(in: 1...30, using: &numbers) {
                    estimator.add(place, at: at(time))
                    // A fifth late or early.
                    let jitter = Int64.random(in: -interval * 200...interval * 200, using: &numbers)
                    // Rests are rarer than reports: of three steps, one at most.
                    let rests = steps.count % 4 == 3 && numbers.isOne(in: 2)
                    let elapsed = interval * 1000 + jitter + (rests ? interval * 5000 : 0)
                    // To the right and up, or not at all.
                    func movement() -> Double {
                        let most = numbers.isOne(in: 2) ? 0.01 : 100
                        return numbers.isOne(in: 3) ? 0 : Double.random(in: 0...most, using: &numbers)
                    }
                    let next = place + Vector(x: movement(), y: -movement())
                    steps.append((time + elapsed, elapsed, next - place))
                    (time, place) = (time + elapsed, next)
                }
                estimator.add(place, at: at(time))
                let velocity = estimator.velocity(at: at(time))
                let recent = steps.filter { time - $0.end < max(40_000, interval * 1800) }
                let last = recent.map { $0.way * (1e6 / Double($0.elapsed)) }
                let newest = recent.filter { time - $0.end < 7500 }
                let seconds = Double(newest.reduce(0) { $0 + $1.elapsed }) / 1e6
                let newestWay = newest.reduce(Vector.zero) { $0 + $1.way }
                let most = newest.isEmpty ? .zero : newestWay * (1 / seconds)
                let axes = [(velocity.x, last.map(\.x), most.x), (-velocity.y, last.map { -$0.y }, -most.y)]
                for (value, slopes, most) in axes {
                    let least = min(slopes.min() ?? 0, most)
                    #expect(value >= 0 && value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9))
                }
            }
        }
    }

    @Test("A finger that moves by a unit in every second report of a fast panel has half of a unit's speed")
    func quantized() {
        for offset in [0.0, 0.5] {
            let found = estimator(even(1000, 30)) { (($0 * 500) + offset).rounded(.down) }.velocity(at: at(200_000)).x
            #expect(abs(found - 500) < 70, "\(found)")
        }
    }

    @Test(
        "While the speed changes, the velocity is that of a moment ago, as docs/recognizers.md says",
        arguments: [(8, 10, 4), (16, 12, 8), (33, 18, 17), (42, 23, 21), (70, 38, 35)]
            as [(interval: Int64, speedingUp: Double, slowingDown: Double)])
    func delay(interval: Int64, speedingUp: Double, slowingDown: Double) {
        for (change, delay) in [(5000.0, speedingUp), (-5000.0, slowingDown)] {
            // 10,000 units/s at the end.
            let accelerated = estimator(even(interval * 1000, 12)) { time in
                let mean = 10_000 - change * (0.2 - time / 2)
                return mean * time
            }
            let measured: Double = (10_000 - accelerated.velocity(at: at(200_000)).x) / change * 1000
            #expect(abs(measured - delay) < 0.6, "\(interval) ms: \(measured)")
        }
    }

    @Test(
        "A finger that stops after 2000 pt/s and trembles by one unit for 50 ms has hardly any velocity",
        arguments: [4, 8, 10, 12, 16] as [Int64])
    func trembling(interval: Int64) {
        for tremble in [[0.0, 1], [1, 0], [-1, 1], [0, 0, 1], [0, 0, -1], [1, 0, -1, 0], [0, 0, 0, 0, 0, 1]] {
            for rest: Int64 in 50..<58 {
                let lift: Int64 = 200_000 + rest * 1000
                let times = Array(stride(from: 0 as Int64, through: lift, by: Int64.Stride(interval * 1000)))
                let still = times.count { $0 <= 200_000 }
                var (estimator, last) = (VelocityEstimator(), Double.nan)
                for (index, time) in times.enumerated() {
                    let place = index < still ? 2e-3 * Double(time) : 400 + tremble[(index - still) % tremble.count]
                    // Panels report only what changes.
                    if place != last { estimator.add(Vector(x: place, y: 0), at: at(time)) }
                    last = place
                }
                let velocity = estimator.velocity(at: at(lift)).x
                #expect(velocity.magnitude < 100, "\(tremble), \(rest) ms")
            }
        }
    }

    @Test(
        "A lift one interval after the last movement keeps the velocity, one that comes two intervals after it has none",
        arguments: [8, 16, 25, 33, 40, 42, 50, 70] as [Int64])
    func lifts(interval: Int64) {
        var numbers = SeededNumbers(seed: 34)
        for count in 2...12 {
            for _ in 0..<50 {
                func jittered() -> Int64 { Int64.random(in: interval * 900...interval * 1100, using: &numbers) }
                var times: [Int64] = [0]
                // One long gap between the samples is not the panel's interval.
                for index in 1..<count { times.append(times[index - 1] + jittered()) }
                if count > 4, numbers.isOne(in: 2) {
                    for index in 1..<count - 2 { times[index] -= 400_000 }
                    times[0] -= 400_000
                }
                let moving = estimator(times) { 1000 * $0 }
                let (last, lift) = (times[count - 1], jittered())
                #expect(abs(moving.velocity(at: at(last + lift)).x - 1000) < 1e-6, "\(times), lift after \(lift)")
                let rest = max(lift + jittered(), 40_001)
                #expect(moving.velocity(at: at(last + rest)) == .zero, "\(times), lift after \(rest)")
            }
        }
    }

    @Test("40 ms after the last sample it is unchanged, a moment later it is zero")
    func pauseAfter() {
        let uniform = estimator(even(8000, 5)) { 1000 * $0 }
        #expect(uniform.velocity(at: at(240_000)).length > 2000)
        #expect(uniform.velocity(at: at(240_001)) == .zero)
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

    @Test("Samples at the ends of time do not trap, and give finite numbers")
    func extremes() {
        for times: [Int64] in [[.min, .max], [.max, .min], [.max - 1, .max], [.min, .min + 1, .min + 2]] {
            #expect(estimator(times) { $0 }.velocity(at: at(times[times.count - 1])).length.isFinite)
        }
    }
}
