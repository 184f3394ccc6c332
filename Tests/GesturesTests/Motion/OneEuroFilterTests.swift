// Tests of the 1 € filter against its authors' results, and with extreme input.

import Testing
import Touch
import TouchTesting

@testable import Gestures

private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

@Suite struct OneEuroFilterTests {
    @Test("All 1200 samples of the authors' ground truth are reproduced")
    func groundTruth() throws {
        let truth = ConformanceFile("one_euro_filter").content
        func parameter(_ name: String) throws -> Double { try #require(truth["parameters"][name].number) }
        var filter = OneEuroFilter(
            minimumCutoff: try parameter("mincutoff_hz"), beta: try parameter("beta"),
            derivativeCutoff: try parameter("dcutoff_hz"), frequency: try parameter("freq_hz"))
        let rows = truth["rows"].list.map(\.numbers)
        let worst = rows.reduce(0.0) { worst, row in
            max(worst, (filter.filter(row[1], at: .seconds(row[0])) - row[2]).magnitude)
        }
        print("1 € filter: largest difference \(worst)")
        let tolerance = try #require(truth["tolerance_abs"].number)
        #expect(rows.count == 1200 && worst < tolerance)
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
}
