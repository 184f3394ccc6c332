// Tests of timestamp arithmetic, also at its limits.

import Testing
import Touch

@Suite struct TimestampTests {
    @Test(
        "Adding seconds rounds to the microsecond and stays within time",
        arguments: [
            (0, 0.5, 500_000), (0, 0.000_000_4, 0), (0, 0.000_000_6, 1), (5, -0.000_005, 0), (0, 1e30, .max),
            (0, -1e30, .min), (Int64.max, 1, .max), (.max - 1, 0.000_001, .max), (.min, -1, .min), (0, .infinity, .max),
            (0, -.infinity, .min), (0, .nan, .max), (.min, 8e12, .min + 8_000_000_000_000_000_000),
        ] as [(Int64, Double, Int64)])
    func adding(start: Int64, seconds: Double, end: Int64) {
        #expect(Timestamp(microseconds: start).adding(seconds: seconds).microseconds == end)
    }

    @Test("Differences are signed seconds, and the largest one does not trap")
    func difference() {
        let (early, late) = (Timestamp(microseconds: 250_000), Timestamp(microseconds: 1_000_000))
        #expect(late.seconds(since: early) == 0.75)
        #expect(early.seconds(since: late) == -0.75)
        #expect(Timestamp(microseconds: .max).seconds(since: Timestamp(microseconds: .min)).isFinite)
    }
}
