// The report rate of a touched device: the median interval of its last frames.

import Touch

/// Measures the rate of the frames that say something of an axis.
struct FrameRate: ~Copyable {
    private var intervals = InlineArray<64, Int32>(repeating: 0)
    private var count = 0
    private var next = 0
    private var last = Timestamp.zero

    /// Longer intervals do not count: most panels send nothing while fingers do not move.
    private static let longest = 100_000

    /// A frame was complete.
    mutating func add(_ time: Timestamp) {
        let interval = time.microseconds &- last.microseconds
        last = time
        guard interval > 0, interval <= Self.longest else { return }
        intervals[next] = Int32(truncatingIfNeeded: interval)
        next = (next + 1) % intervals.count
        count = min(count + 1, intervals.count)
    }

    /// Frames per second; 0 while too few have come.
    var hertz: Double {
        guard count >= 8 else { return 0 }
        let median = (0..<count).map { intervals[$0] }.sorted()[count / 2]
        return 1_000_000 / Double(median)
    }
}
