// The figures of one round: latencies, processor time, context switches and allocations per frame.

/// The figures of one process in a round.
struct Round {
    /// Microseconds from the frame to the line at the first subscriber that received it, and at the last: the median
    /// and the 99th percentile of the frames.
    let (firstP50, firstP99, p50, p99): (Double, Double, Double, Double)
    /// Microseconds of processor time per frame.
    let processorTime: Double
    /// Context switches per frame: voluntary and involuntary ones.
    let (voluntarySwitches, involuntarySwitches): (Double, Double)
    /// Allocations per frame.
    let allocations: Double

    init(_ arrivals: [Crowd.Arrival], frames: Int, before: ProcessFigures, after: ProcessFigures) {
        let (first, last) = (arrivals.map { $0.first - $0.time }.sorted(), arrivals.map { $0.last - $0.time }.sorted())
        let count = Double(max(frames, 1))
        (firstP50, firstP99) = (first.quantile(0.5) / 1000, first.quantile(0.99) / 1000)
        (p50, p99) = (last.quantile(0.5) / 1000, last.quantile(0.99) / 1000)
        processorTime = Double(after.processorTime - before.processorTime) / 1000 / count
        voluntarySwitches = Double(after.voluntarySwitches - before.voluntarySwitches) / count
        involuntarySwitches = Double(after.involuntarySwitches - before.involuntarySwitches) / count
        allocations = Double(after.allocations - before.allocations) / count
    }
}

extension [Int] {
    /// The value below which this fraction of the sorted values lies.
    func quantile(_ part: Double) -> Double {
        isEmpty ? .nan : Double(self[Swift.min(Int(Double(count) * part), count - 1)])
    }
}

extension [Double] {
    /// The median.
    var median: Double {
        let ordered = sorted()
        return ordered.isEmpty ? .nan : (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
    }
}
