// Histogram of latencies from kernel timestamp to last write, in a fixed amount of memory.

import GestureWire

/// Counts durations in buckets that grow with them, as HdrHistogram does: 16 to each power of two, so about 5 % exact.
struct LatencyHistogram {
    /// Up to 2^40 microseconds, which is twelve days.
    private static let powers = 40
    private static let parts = 16
    private var counts = [UInt64](repeating: 0, count: (powers + 1) * parts)
    private(set) var count: UInt64 = 0
    private var longest: Int64 = 0
    /// In microseconds; exact up to 285 years.
    private var sum = 0.0

    /// Counts one duration, in microseconds; less than none is none.
    mutating func record(_ microseconds: Int64) {
        let duration = max(0, microseconds)
        counts[Self.bucket(of: duration)] += 1
        count += 1
        sum += Double(duration)
        longest = max(longest, duration)
    }

    /// The duration that this part of all was not longer than, in microseconds; 0 when there are none.
    func percentile(_ part: Double) -> Int64 {
        guard count > 0 else { return 0 }
        let wanted = max(1, (Double(count) * part).rounded(.up))
        var seen = 0.0
        for (bucket, number) in counts.enumerated() where number > 0 {
            seen += Double(number)
            if seen >= wanted { return min(longest, Self.end(of: bucket)) }
        }
        return longest
    }

    /// The report for `status`, in seconds.
    var report: LatencyReport {
        func seconds(_ part: Double) -> Double { Double(percentile(part)) / 1e6 }
        var report = LatencyReport.none
        (report.count, report.sum, report.max) = (Int(clamping: count), sum / 1e6, Double(longest) / 1e6)
        (report.p50, report.p90) = (seconds(0.5), seconds(0.9))
        (report.p99, report.p999) = (seconds(0.99), seconds(0.999))
        return report
    }

    /// Those below 16 microseconds have one each; then each power of two has 16.
    private static func bucket(of duration: Int64) -> Int {
        guard duration >= parts else { return Int(duration) }
        let power = 63 - duration.leadingZeroBitCount
        guard power < powers else { return (powers - 3) * parts - 1 }
        return (power - 3) * parts + Int(duration >> Int64(power - 4)) - parts
    }

    private static func end(of bucket: Int) -> Int64 {
        guard bucket >= parts else { return Int64(bucket) }
        let (power, part) = (bucket / parts + 3, Int64(bucket % parts))
        return ((Int64(parts) + part + 1) << Int64(power - 4)) - 1
    }
}
