// Comparison of the daemon's costs for 1 to 1000 subscribers with the fan-out in C.

/// Relay, fan-out and daemon under the frames of one finger; the relay has one subscriber, the others have a growing
/// number.
final class CrowdContest {
    private static let fingers = 1
    private let workshop: Workshop
    private let relay: Contestant
    private let fanout: Contestant
    private let daemon: Contestant
    /// Resident memory with one subscriber, in kB.
    private var lone: (fanout: Int, daemon: Int)?

    /// Starts all three.
    init(workshop: Workshop) throws {
        self.workshop = workshop
        daemon = try Contestant(daemonIn: workshop, fingers: Self.fingers)
        _ = try daemon.round(rate: 1000, frames: 100)
        let length = try daemon.changedLineLength()
        fanout = try Contestant(fanoutIn: workshop, fingers: Self.fingers)
        _ = try fanout.round(rate: 1000, frames: 100)
        let other = try fanout.changedLineLength()
        guard abs(length - other) <= 24 else {
            throw BenchmarkError("the fan-out's lines have \(other) bytes, the daemon's \(length)")
        }
        relay = try Contestant(relayIn: workshop, fingers: Self.fingers, lineLength: length)
        _ = try relay.round(rate: 1000, frames: 100)
    }

    /// Ends all three.
    func close() {
        for contestant in [relay, fanout, daemon] { contestant.child.terminate() }
    }

    /// Measures rounds in turn with this many subscribers; their number can only grow.
    func compare(subscribers: Int, plan: Plan) throws -> CrowdComparison {
        try fanout.crowd.grow(to: subscribers)
        try daemon.crowd.grow(to: subscribers)
        // Above a few hundred subscribers a thousand frames in a second are too many.
        let rate = subscribers > 100 ? 125 : 1000
        var (relayRounds, fanoutRounds, daemonRounds) = ([Round](), [Round](), [Round]())
        for _ in 0..<plan.rounds {
            relayRounds.append(try relay.round(rate: rate, frames: plan.frames(rate: rate)))
            fanoutRounds.append(try fanout.round(rate: rate, frames: plan.frames(rate: rate)))
            daemonRounds.append(try daemon.round(rate: rate, frames: plan.frames(rate: rate)))
        }
        let resident = (fanout: memory(fanout), daemon: memory(daemon))
        let base = lone ?? resident
        if lone == nil { lone = resident }
        func each(_ now: Int, _ before: Int) -> Double? {
            subscribers > 1 ? Double(now - before) / Double(subscribers - 1) : nil
        }
        return CrowdComparison(
            subscribers: subscribers, rate: rate, relay: Summary(relayRounds), fanout: Summary(fanoutRounds),
            daemon: Summary(daemonRounds), fanoutMemory: each(resident.fanout, base.fanout),
            daemonMemory: each(resident.daemon, base.daemon))
    }

    private func memory(_ contestant: Contestant) -> Int {
        ProcessFigures.memory(of: contestant.child.process).resident
    }

    /// Measures rounds in turn in which the first subscriber reads, and rounds in which it does not.
    func compareStopped(plan: Plan) throws -> [StoppedComparison] {
        var rounds: [(reading: [Round], stopped: [Round])] = [([], []), ([], [])]
        for _ in 0..<plan.rounds {
            for (index, contestant) in [fanout, daemon].enumerated() {
                let frames = plan.frames(rate: 1000)
                rounds[index].reading.append(try contestant.round(rate: 1000, frames: frames))
                rounds[index].stopped.append(try contestant.round(rate: 1000, frames: frames, hasStopped: true))
            }
        }
        return zip(["fan-out", "gestured"], rounds).map { name, rounds in
            StoppedComparison(
                name: name, subscribers: daemon.crowd.count, reading: Summary(rounds.reading),
                stopped: Summary(rounds.stopped))
        }
    }

    /// Instructions per frame of both with this many subscribers.
    static func instructions(subscribers: Int, in workshop: Workshop) throws -> (fanout: Double?, daemon: Double?) {
        (
            try Instructions.perFrame(subscribers: subscribers, in: workshop) {
                try Contestant(fanoutIn: workshop, fingers: fingers, tool: $0)
            },
            try Instructions.perFrame(subscribers: subscribers, in: workshop) {
                try Contestant(daemonIn: workshop, fingers: fingers, tool: $0)
            }
        )
    }
}

/// All three under the same frames.
struct CrowdComparison {
    let subscribers: Int
    let rate: Int
    let relay: Summary
    let fanout: Summary
    let daemon: Summary
    /// Resident memory for each subscriber after the first, in kB; nil with one.
    let fanoutMemory: Double?
    let daemonMemory: Double?
}

/// The same number of subscribers: all read, or all but the first.
struct StoppedComparison {
    let name: String
    let subscribers: Int
    let reading: Summary
    let stopped: Summary

    var p99Ratio: Double { stopped.p99 / reading.p99 }
}
