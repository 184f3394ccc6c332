// The parts of the benchmark, their lengths and their figures.

/// The parts that can be measured alone.
enum Part: String, CaseIterable {
    /// The delays of gestures.
    case decisions
    /// One subscriber, compared with the relay.
    case path
    /// Many subscribers, compared with the fan-out.
    case crowd
    /// The daemon's situations.
    case situations
    /// One subscriber beside a client whose region moves.
    case updates
    /// The engine alone.
    case engine
}

/// The figures for the verdicts.
struct Figures {
    var decisions: DecisionDelays?
    var comparisons: [Comparison] = []
    var costs: [Costs] = []
    var crowds: [CrowdComparison] = []
    var stopped: [StoppedComparison] = []
    var situations: SituationTable?
    var moving: MovingComparison?
    var engine: EngineTable?
    var counts: EngineCounts?
}

/// The size of each measurement.
struct Plan {
    let fingers = [1, 10]
    let subscribers = [1, 10, 64, 1000]
    /// The numbers of subscribers with which one stops reading.
    static let crowdWithStopped = 64
    /// The numbers of subscribers with which instructions are counted.
    let countedSubscribers = [1, 10, 64]
    /// Frames per second; costs are measured at the first rate.
    let rates = [1000, 125]
    /// The number of rounds of each process, in turn.
    let rounds: Int
    /// The duration of the frames of a round.
    let seconds: Double
    let idleSeconds: Int
    /// The minimum duration of each batch of the engine's frames.
    let engineSeconds: Double

    static let full = Plan(rounds: 9, seconds: 1.5, idleSeconds: 10, engineSeconds: 0.02)
    static let short = Plan(rounds: 3, seconds: 0.5, idleSeconds: 2, engineSeconds: 0.005)

    func frames(rate: Int) -> Int { max(Int(seconds * Double(rate)), 1) }
}
