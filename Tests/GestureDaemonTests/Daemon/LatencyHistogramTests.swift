// Tests of the latency histogram and its precision.

import Testing
import TouchTesting

@testable import GestureDaemon
@testable import GestureWire

@Suite struct LatencyHistogramTests {
    @Test("Percentiles are those of the sorted durations, in any order")
    func percentiles() {
        var random = SeededNumbers(seed: 5)
        var histogram = LatencyHistogram()
        let durations = (0..<10_000).map { _ in Int64.random(in: 0...20_000, using: &random) }
        for duration in durations { histogram.record(duration) }
        let sorted = durations.sorted()
        for part in [0.5, 0.9, 0.99, 0.999] {
            let exact = sorted[Int((Double(sorted.count) * part).rounded(.up)) - 1]
            let received = histogram.percentile(part)
            #expect(received >= exact && Double(received) <= Double(exact) * 17 / 16)
        }
        #expect(histogram.report.max == Double(sorted.last ?? 0) / 1e6 && histogram.report.count == 10_000)
        #expect(histogram.report.sum == Double(sorted.reduce(0, +)) / 1e6, "exact, unlike the percentiles")
    }

    @Test("A clock that goes back is no time, and a duration beyond all buckets does not trap")
    func extremes() {
        var histogram = LatencyHistogram()
        histogram.record(-5)
        #expect(histogram.percentile(1) == 0)
        histogram.record(.max)
        histogram.record(.max)
        #expect(histogram.report.max > 9e12 && histogram.report.sum > 18e12)
    }
}
