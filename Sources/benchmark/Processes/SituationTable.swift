// The daemon's costs in each situation.

/// The daemon in all situations, with ten fingers at a thousand frames per second.
struct SituationTable {
    static let fingers = 10

    /// The figures of one situation.
    struct Row {
        let situation: Situation
        let summary: Summary
        /// Per frame; nil if nothing could be counted.
        let instructions: Double?
    }

    let rows: [Row]
    /// Those of one finger that pans, with a subscriber; nil if nothing could be counted.
    let ofOneFinger: Double?

    /// The largest number of allocations per frame in situations with lines.
    var mostAllocations: Double { rows.map(\.summary.allocations).reduce(0, Double.maximum) }

    /// The instructions per frame of ten fingers in one situation; not a number if none were counted.
    func instructions(_ situation: Situation) -> Double {
        rows.first { $0.situation == situation }?.instructions ?? .nan
    }

    init(plan: Plan, workshop: Workshop) throws {
        let daemons = try Situation.allCases.map {
            try Contestant(daemonIn: workshop, fingers: Self.fingers, $0)
        }
        defer { for daemon in daemons { daemon.child.terminate() } }
        var rounds = daemons.map { _ in [Round]() }
        // In the first round of each, its buffers grow.
        for daemon in daemons { _ = try daemon.round(rate: 1000, frames: 100) }
        for _ in 0..<plan.rounds {
            for (index, daemon) in daemons.enumerated() {
                rounds[index].append(try daemon.round(rate: 1000, frames: plan.frames(rate: 1000)))
            }
        }
        rows = try zip(Situation.allCases, rounds).map { situation, rounds in
            let instructions = try Instructions.perFrame(
                subscribers: situation.requests.isEmpty ? 0 : 1, in: workshop
            ) { try Contestant(daemonIn: workshop, fingers: Self.fingers, situation, tool: $0) }
            return Row(situation: situation, summary: Summary(rounds), instructions: instructions)
        }
        ofOneFinger = try Instructions.perFrame(subscribers: 1, in: workshop) {
            try Contestant(daemonIn: workshop, fingers: 1, .one, tool: $0)
        }
    }
}
