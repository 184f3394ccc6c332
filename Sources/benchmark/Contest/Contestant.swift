// A measured process in one round: fingers land, move and lift.

import Dispatch
import Glibc

/// One process between a device and its subscribers: the relay, the fan-out or the daemon.
final class Contestant {
    let child: Child
    let crowd: Crowd
    /// The path at which it listens.
    let socket: String
    private let device: InputDevice
    private let counters: AllocationCounters

    /// Starts the relay with lines of this length, and its one subscriber.
    convenience init(relayIn workshop: Workshop, fingers: Int, lineLength: Int) throws {
        try self.init("relay", in: workshop, fingers: fingers, program: workshop.relay, lastArgument: "\(lineLength)")
        try crowd.grow(to: 1)
    }

    /// Starts the fan-out; its subscribers say nothing.
    ///
    /// - Parameter tool: A program with arguments that it is to run in.
    convenience init(fanoutIn workshop: Workshop, fingers: Int, tool: [String] = []) throws {
        try self.init("fanout", in: workshop, fingers: fingers, program: workshop.fanout, tool: tool)
        try crowd.grow(to: 1)
    }

    /// Starts the daemon, and subscribes.
    ///
    /// - Parameters:
    ///   - situation: How it is configured, and what is asked of it.
    ///   - tool: A program with arguments that it is to run in.
    convenience init(
        daemonIn workshop: Workshop, fingers: Int, _ situation: Situation = .everything, tool: [String] = []
    ) throws {
        try self.init(
            "daemon", in: workshop, fingers: fingers, program: workshop.program, tool: tool,
            firstArguments: ["daemon", situation.rawValue], requests: situation.requests, kind: situation.lines)
        let subscriptions = situation.requests.isEmpty ? 0 : 1
        let snapshot = try crowd.grow(to: subscriptions)
        guard subscriptions == 0 || snapshot.contains("\"width\"") else {
            throw BenchmarkError("the daemon has no surface: \(snapshot)")
        }
    }

    /// - Parameters:
    ///   - firstArguments: What comes before the device and the socket.
    ///   - lastArgument: What comes after them.
    private init(
        _ name: String, in workshop: Workshop, fingers: Int, program: String, tool: [String] = [],
        firstArguments: [String] = [], lastArgument: String? = nil, requests: [String] = [], kind: LineKind = .changed
    ) throws {
        let place = workshop.place(name)
        socket = place + ".socket"
        device = try InputDevice(path: place + ".device", fingers: fingers)
        counters = try AllocationCounters(path: place + ".counters")
        child = try Child(
            onItsProcessor: tool + [program] + firstArguments + [device.path, socket]
                + (lastArgument.map { [$0] } ?? []),
            variables: [
                "LD_PRELOAD": workshop.preload, "BENCHMARK_COUNTERS": counters.path, "BENCHMARK_DEVICE": device.path,
                // The backtracer would hang under a preload library.
                "SWIFT_BACKTRACE": "enable=no",
            ])
        crowd = try Crowd(path: socket, of: child, requests: requests, kind: kind)
    }

    /// The counters of the process so far.
    var figures: ProcessFigures { ProcessFigures(of: child.process, counters: counters) }

    /// Plays a round: frames at a rate, each of which makes one line for each subscriber.
    ///
    /// - Parameters:
    ///   - hasStopped: Whether the first subscriber reads nothing from some time before; the others are measured.
    ///   - isTracing: Whether the process prints where it allocates.
    func round(rate: Int, frames: Int, hasStopped: Bool = false, isTracing: Bool = false) throws -> Round {
        let step = max(3000 / rate, 3)
        try device.touchDown()
        try warmUp(rate: min(1000, rate * 8), step: step)
        if hasStopped { try stopFirst(step: step) }
        let before = figures
        counters.isTracing = isTracing
        let arrivals = try measure(frames, rate: rate, step: step, readers: crowd.count - (hasStopped ? 1 : 0))
        counters.isTracing = false
        let after = figures
        if hasStopped { try crowd.setReading(true, at: 0) }
        try device.lift()
        try crowd.drain(quiet: hasStopped ? 200 : 20)
        return Round(arrivals, frames: frames, before: before, after: after)
    }

    /// Past the hysteresis, until all buffers have their size and no more fingers can land.
    private func warmUp(rate: Int, step: Int) throws {
        for _ in 0..<2 {
            try move(frames: 100, rate: rate, step: step)
            try crowd.skip(to: device.lastTime)
        }
        // Messages between two processes take time, too.
        Clock.sleep(seconds: 0.02)
    }

    /// Stops reading from the first subscriber until its socket is full and the process must handle that.
    private func stopFirst(step: Int) throws {
        try crowd.setReading(false, at: 0)
        _ = try measure(Self.framesThatFillASocket, rate: 1000, step: step, readers: crowd.count - 1)
        guard crowd.unread(at: 0) < Self.framesThatFillASocket * crowd.lineLength * 9 / 10 else {
            throw BenchmarkError("a subscriber that does not read was not in the way: the kernel took everything")
        }
    }

    /// Twice as many as lines of this length fit into the kernel's default buffer.
    private static let framesThatFillASocket = 600

    /// Sends frames while a thread of its own reads their lines.
    ///
    /// - Parameter readers: How many subscribers read; of none, time passes.
    func measure(_ frames: Int, rate: Int, step: Int, readers: Int? = nil) throws -> [Crowd.Arrival] {
        let (crowd, finished) = (crowd, DispatchSemaphore(value: 0))
        let readers = readers ?? crowd.count
        nonisolated(unsafe) var result = Result<[Crowd.Arrival], any Error>.success([])
        let reader = DispatchWorkItem {
            result = Result { try crowd.collect(readers == 0 ? 0 : frames, readers: readers) }
            finished.signal()
        }
        DispatchQueue.global().async(execute: reader)
        try move(frames: frames, rate: rate, step: step)
        finished.wait()
        // The work of the process after the last line counts, too.
        Clock.sleep(seconds: 0.02)
        return try result.get()
    }

    /// Sends frames, as many as the socket has room for lines.
    private func move(frames: Int, rate: Int, step: Int) throws {
        var due = Clock.nanoseconds
        for _ in 0..<frames {
            due += 1_000_000_000 / rate
            Clock.sleep(until: due)
            try device.move(by: step)
        }
    }

    /// Plays a round whose effect on the process is observed elsewhere.
    func play(_ observe: () throws -> Void) throws {
        try device.touchDown()
        try warmUp(rate: 1000, step: 3)
        try observe()
        try device.lift()
        try crowd.drain(quiet: 20)
    }

    /// The length of a line while the gesture changes, in bytes.
    func changedLineLength() throws -> Int {
        var length = 0
        try play { length = crowd.lineLength }
        return length
    }
}
