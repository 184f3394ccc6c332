// Delays of a client beside another one whose regions move.

/// The delays of another client: while regions rest, and while they move.
struct MovingComparison {
    let resting: Summary
    /// One region, a thousand times a second.
    let moving: Summary
    /// 64 regions in one update, sixty times a second.
    let many: Summary

    var p99Ratio: Double { moving.p99 / resting.p99 }

    /// Measures rounds in turn.
    init(plan: Plan, workshop: Workshop) throws {
        let daemon = try Contestant(daemonIn: workshop, fingers: SituationTable.fingers, .one)
        defer { daemon.child.terminate() }
        // Not quite those of the frames, so that updates come at any time between two of them.
        let one = try RegionMover(of: daemon, regions: 1, interval: 997_000)
        func round(_ mover: RegionMover, isReal: Bool, frames: Int) throws -> Round {
            try mover.work(isReal: isReal) { try daemon.round(rate: 1000, frames: frames) }
        }
        // Buffers grow in the first round.
        _ = try round(one, isReal: true, frames: 100)
        var (resting, moving, many) = ([Round](), [Round](), [Round]())
        for _ in 0..<plan.rounds {
            resting.append(try round(one, isReal: false, frames: plan.frames(rate: 1000)))
            moving.append(try round(one, isReal: true, frames: plan.frames(rate: 1000)))
        }
        let several = try RegionMover(of: daemon, regions: 64, interval: 16_667_000)
        for _ in 0..<plan.rounds {
            many.append(try round(several, isReal: true, frames: plan.frames(rate: 1000)))
        }
        (self.resting, self.moving, self.many) = (Summary(resting), Summary(moving), Summary(many))
    }
}
