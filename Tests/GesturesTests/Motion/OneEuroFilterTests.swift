// Tests of the 1 € filter against its authors' results, and with extreme input.

import Foundation
import Testing
import Touch
import TouchTesting

@testable import Gestures

private struct GroundTruth: Decodable {
    struct Parameters: Decodable {
        let freq_hz: Double
        let mincutoff_hz: Double
        let beta: Double
        let dcutoff_hz: Double
    }
    let parameters: Parameters
    let tolerance_abs: Double
    let rows: [[Double]]
}

private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

@Suite struct OneEuroFilterTests {
    @Test("All 1200 samples of the authors' ground truth are reproduced")
    func groundTruth() throws {
        let truth = try StrokeFixtures.read("one_euro_filter", as: GroundTruth.self)
        let parameters = truth.parameters
        var filter = OneEuroFilter(
            minimumCutoff: parameters.mincutoff_hz, beta: parameters.beta, derivativeCutoff: parameters.dcutoff_hz,
            frequency: parameters.freq_hz)
        var worst = 0.0
        for row in truth.rows {
            let filtered = filter.filter(row[1], at: Timestamp.zero.adding(seconds: row[0]))
            worst = max(worst, (filtered - row[2]).magnitude)
        }
        print("1 € filter: largest difference \(worst)")
        #expect(truth.rows.count == 1200 && worst < truth.tolerance_abs)
    }

    @Test("The defaults are the authors': 1 Hz, 0, 1 Hz")
    func defaults() {
        let filter = OneEuroFilter()
        #expect(filter.minimumCutoff == 1 && filter.beta == 0 && filter.derivativeCutoff == 1)
    }

    @Test("The frequency comes from the times: after a pause of ten periods one sample weighs like ten")
    func frequency() {
        var filter = OneEuroFilter()
        _ = filter.filter(0, at: .zero)
        #expect((filter.filter(1, at: at(100_000)) - 1 / (1 + 1 / (0.2 * .pi))).magnitude < 1e-12)
    }

    @Test("Samples of one time, or of an earlier one, are treated as a period later")
    func times() {
        var (even, odd) = (OneEuroFilter(beta: 0.1), OneEuroFilter(beta: 0.1))
        for (value, evenTime, oddTime) in [
            (0.0, 0, 1000), (1, 10, 1010), (2, 20, 1010), (3, 30, 0), (4, 40, 10), (5, 50, 10),
        ] as [(Double, Int64, Int64)] {
            let expected = even.filter(value, at: at(evenTime * 1000))
            #expect((odd.filter(value, at: at(oddTime * 1000)) - expected).magnitude < 1e-12)
        }
        // The difference of these two overflows.
        even.reset()
        odd.reset()
        for (value, time) in [(0.0, .max), (1, .min)] as [(Double, Int64)] {
            #expect(odd.filter(value, at: at(time)) == even.filter(value, at: .zero))
        }
    }

    @Test("After the largest numbers it recovers", arguments: [0.0, 1])
    func recovery(beta: Double) {
        var filter = OneEuroFilter(beta: beta)
        _ = filter.filter(.greatestFiniteMagnitude, at: .zero)
        for count in 1...20_000 {
            let value = count < 3 ? -Double.greatestFiniteMagnitude : 5
            _ = filter.filter(value, at: at(Int64(count) * 8000))
        }
        #expect((filter.filter(5, at: at(160_008_000)) - 5).magnitude < 1e-6)
    }

    @Test("Values that are not finite are ignored: the last filtered value is repeated")
    func notFinite() {
        var filter = OneEuroFilter(beta: 1)
        #expect(filter.filter(.nan, at: .zero) == 0)
        _ = filter.filter(1, at: at(10))
        let last = filter.filter(2, at: at(20_000))
        let before = filter
        for value in [Double.nan, .infinity, -.infinity] { #expect(filter.filter(value, at: at(30_000)) == last) }
        #expect(filter == before)
    }

    @Test("With any samples, times and parameters, the value stays between the samples")
    func hostile() {
        let huge = Double.greatestFiniteMagnitude
        let odd: [Double] = [0, -1, 1, .nan, .infinity, -.infinity, huge, -huge, .leastNonzeroMagnitude, 1e-300]
        let times: [Int64] = [.min, .max, 0, 1, -1, .min + 1, .max - 1, 8000]
        var numbers = SeededNumbers(seed: 4)
        func pick() -> Double { odd.randomElement(using: &numbers) ?? 0 }
        for _ in 0..<3000 {
            var filter = OneEuroFilter(
                minimumCutoff: pick(), beta: pick(), derivativeCutoff: pick(), frequency: pick())
            var (least, most) = (0.0, 0.0)
            for _ in 0..<8 {
                let value = pick()
                if value.isFinite { (least, most) = (min(least, value), max(most, value)) }
                let filtered = filter.filter(value, at: at(times.randomElement(using: &numbers) ?? 0))
                #expect(filtered >= least && filtered <= most)
            }
        }
    }

    @Test("A place is filtered per coordinate, and so is a vector")
    func points() {
        var (x, y) = (OneEuroFilter(beta: 0.02), OneEuroFilter(beta: 0.02))
        let axis = OneEuroFilter(beta: 0.02)
        var (place, vector) = (OneEuroPointFilter(axis), OneEuroPointFilter(axis))
        for count in 0..<50 {
            let time = at(Int64(count) * 7000)
            let (left, top) = (Double(count * count % 17), Double(count) * 3)
            let expected = Point(x: x.filter(left, at: time), y: y.filter(top, at: time))
            #expect(place.filter(Point(x: left, y: top), at: time) == expected)
            #expect(vector.filter(Vector(x: left, y: top), at: time) == expected - .zero)
        }
        place.reset()
        #expect(place.filter(Point(x: 3, y: 4), at: .zero) == Point(x: 3, y: 4))
    }
}
