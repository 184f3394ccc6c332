// How does a measured process do in a round? Fingers come down, move so many times, and lift.

import Dispatch
import Glibc

/// One process between a device and a subscriber: the relay or the daemon.
final class Contestant {
    let child: Child
    let subscriber: Subscriber
    private let device: InputDevice
    private let counters: AllocationCounters

    /// Starts the relay, whose lines are to be of this length.
    init(relayIn workshop: Workshop, fingers: Int, lineLength: Int) throws {
        let place = "\(workshop.folder)/relay-\(fingers)"
        device = try InputDevice(path: place + ".device", fingers: fingers)
        counters = try AllocationCounters(path: place + ".counters")
        child = try Child(
            onItsProcessor: workshop.relay, [device.path, place + ".socket", "\(lineLength)"],
            variables: ["LD_PRELOAD": workshop.preload, "BENCHMARK_COUNTERS": counters.path])
        subscriber = try Subscriber(path: place + ".socket", of: child)
    }

    /// Starts the daemon and subscribes to all it says.
    init(daemonIn workshop: Workshop, fingers: Int) throws {
        let place = "\(workshop.folder)/daemon-\(fingers)"
        device = try InputDevice(path: place + ".device", fingers: fingers)
        counters = try AllocationCounters(path: place + ".counters")
        child = try Child(
            onItsProcessor: workshop.program, ["daemon", device.path, place + ".socket"],
            variables: [
                "LD_PRELOAD": workshop.preload, "BENCHMARK_COUNTERS": counters.path, "BENCHMARK_DEVICE": device.path,
                // The backtracer would hang under a preload library.
                "SWIFT_BACKTRACE": "enable=no",
            ])
        subscriber = try Subscriber(path: place + ".socket", of: child)
        try subscriber.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{}}\n")
        let snapshot = try subscriber.drain(quiet: 300)
        guard snapshot.contains("\"width\"") else { throw BenchmarkError("the daemon has no surface: \(snapshot)") }
    }

    /// What has happened in the process so far.
    var figures: ProcessFigures { ProcessFigures(of: child.process, counters: counters) }

    /// Plays a round: frames at a rate, each of which makes one line.
    ///
    /// - Parameter isTracing: Whether the process prints where it allocates.
    func round(rate: Int, frames: Int, isTracing: Bool = false) throws -> Round {
        let step = max(3000 / rate, 3)
        try device.touchDown()
        // Past the hysteresis, and until all buffers have their size.
        try move(frames: 100, rate: 1000, step: step)
        try subscriber.drain()
        let before = figures
        counters.isTracing = isTracing
        let latencies = try measure(frames, rate: rate, step: step)
        counters.isTracing = false
        let after = figures
        try device.lift()
        try subscriber.drain(quiet: 20)
        return Round(latencies: latencies, before: before, after: after)
    }

    /// Sends frames while a thread of its own reads their lines.
    ///
    /// - Returns: Nanoseconds from each frame to its line.
    func measure(_ frames: Int, rate: Int, step: Int) throws -> [Int] {
        let (subscriber, finished) = (subscriber, DispatchSemaphore(value: 0))
        nonisolated(unsafe) var result = Result<[Int], any Error>.success([])
        let reader = DispatchWorkItem {
            result = Result { try subscriber.collect(frames) }
            finished.signal()
        }
        DispatchQueue.global().async(execute: reader)
        try move(frames: frames, rate: rate, step: step)
        finished.wait()
        // What the process does after it has sent the last line counts, too.
        Clock.sleep(seconds: 0.02)
        return try result.get()
    }

    /// Sends frames, not more than the socket has room for lines.
    private func move(frames: Int, rate: Int, step: Int) throws {
        var due = Clock.nanoseconds
        for _ in 0..<frames {
            due += 1_000_000_000 / rate
            Clock.sleep(until: due)
            try device.move(by: step)
        }
    }

    /// Plays a round of which only the effect on the process matters, as something else observes it.
    func play(_ observe: () throws -> Void) throws {
        try device.touchDown()
        try move(frames: 100, rate: 1000, step: 3)
        try subscriber.drain()
        try observe()
        try device.lift()
        try subscriber.drain(quiet: 20)
    }

    /// Bytes of a line while the gesture changes.
    func changedLineLength() throws -> Int {
        var length = 0
        try play { length = subscriber.lineLength }
        return length
    }
}

/// What a round said of a process.
struct Round {
    /// Microseconds from frame to line that half and 99 of 100 lines took at most.
    let (p50, p99): (Double, Double)
    /// Microseconds of the processor, per frame.
    let processorTime: Double
    /// Context switches per frame: those to wait, and those that others caused.
    let (voluntarySwitches, involuntarySwitches): (Double, Double)
    /// Allocations per frame.
    let allocations: Double

    init(latencies: [Int], before: ProcessFigures, after: ProcessFigures) {
        let sorted = latencies.sorted()
        let count = Double(max(sorted.count, 1))
        (p50, p99) = (sorted.quantile(0.5) / 1000, sorted.quantile(0.99) / 1000)
        processorTime = Double(after.processorTime - before.processorTime) / 1000 / count
        voluntarySwitches = Double(after.voluntarySwitches - before.voluntarySwitches) / count
        involuntarySwitches = Double(after.involuntarySwitches - before.involuntarySwitches) / count
        allocations = Double(after.allocations - before.allocations) / count
    }
}

extension [Int] {
    /// The value below which this part of the sorted values lies.
    func quantile(_ part: Double) -> Double {
        isEmpty ? .nan : Double(self[Swift.min(Int(Double(count) * part), count - 1)])
    }
}

extension [Double] {
    /// The one in the middle.
    var median: Double {
        let ordered = sorted()
        return ordered.isEmpty ? .nan : (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
    }
}
