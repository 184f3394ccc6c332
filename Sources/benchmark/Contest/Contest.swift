// Comparison of the daemon with the minimal relay, in turn, with the same frames.

/// A relay and a daemon, each with a device and a subscriber of its own.
final class Contest {
    private let fingers: Int
    private let workshop: Workshop
    private let relay: Contestant
    private let daemon: Contestant

    /// Starts both.
    init(fingers: Int, workshop: Workshop) throws {
        self.fingers = fingers
        self.workshop = workshop
        daemon = try Contestant(daemonIn: workshop, fingers: fingers)
        // The relay's lines are as long as the daemon's.
        _ = try daemon.round(rate: 1000, frames: 100)
        let length = try daemon.changedLineLength()
        relay = try Contestant(relayIn: workshop, fingers: fingers, lineLength: length)
        _ = try relay.round(rate: 1000, frames: 100)
    }

    /// Ends both.
    func close() {
        relay.child.terminate()
        daemon.child.terminate()
    }

    /// Measures rounds in turn.
    func compare(rate: Int, plan: Plan) throws -> Comparison {
        var (relayRounds, daemonRounds) = ([Round](), [Round]())
        for _ in 0..<plan.rounds {
            relayRounds.append(try relay.round(rate: rate, frames: plan.frames(rate: rate)))
            daemonRounds.append(try daemon.round(rate: rate, frames: plan.frames(rate: rate)))
        }
        return Comparison(
            fingers: fingers, rate: rate, relay: Summary(relayRounds), daemon: Summary(daemonRounds))
    }

    /// Measures the costs that are not measured with the latency.
    func costs(plan: Plan, includesIdling: Bool) throws -> Costs {
        let memory = ProcessFigures.memory(of: daemon.child.process)
        return Costs(
            fingers: fingers,
            relayCalls: try SystemCalls.perFrame(of: relay, workshop: workshop),
            daemonCalls: try SystemCalls.perFrame(of: daemon, workshop: workshop),
            resident: memory.resident, privateDirty: memory.privateDirty,
            idleWakeups: includesIdling ? wakeups(seconds: plan.idleSeconds) : nil, idleSeconds: plan.idleSeconds)
    }

    /// How often the daemon wakes up while nothing touches the panel and its subscriber is silent.
    private func wakeups(seconds: Int) -> Int {
        Clock.sleep(seconds: 1)
        let before = daemon.figures
        Clock.sleep(seconds: Double(seconds))
        let after = daemon.figures
        return after.voluntarySwitches - before.voluntarySwitches
    }

    /// Plays a few frames while the daemon prints on standard error where it allocates.
    func traceAllocations() throws -> Double {
        try daemon.round(rate: 1000, frames: 3, isTracing: true).allocations
    }
}

/// A summary of the rounds of one process: medians, but the most allocations.
struct Summary {
    let (firstP50, firstP99, p50, p99): (Double, Double, Double, Double)
    let processorTime: Double
    let (voluntarySwitches, involuntarySwitches, allocations): (Double, Double, Double)

    init(_ rounds: [Round]) {
        firstP50 = rounds.map(\.firstP50).median
        firstP99 = rounds.map(\.firstP99).median
        p50 = rounds.map(\.p50).median
        p99 = rounds.map(\.p99).median
        processorTime = rounds.map(\.processorTime).median
        voluntarySwitches = rounds.map(\.voluntarySwitches).median
        involuntarySwitches = rounds.map(\.involuntarySwitches).median
        allocations = rounds.map(\.allocations).max() ?? .nan
    }
}

/// Relay and daemon under the same frames.
struct Comparison {
    let fingers: Int
    let rate: Int
    let relay: Summary
    let daemon: Summary

    var p50Ratio: Double { daemon.p50 / relay.p50 }
    var p99Ratio: Double { daemon.p99 / relay.p99 }
}

/// The costs of the processes besides time.
struct Costs {
    let fingers: Int
    /// System calls per frame by name; nil when they could not be counted.
    let relayCalls: [String: Double]?
    let daemonCalls: [String: Double]?
    /// The daemon's memory in kB.
    let resident: Int
    let privateDirty: Int
    /// How often the daemon woke up while idle; nil when not measured.
    let idleWakeups: Int?
    let idleSeconds: Int
}
