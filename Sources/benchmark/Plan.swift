// The parts of the benchmark, their lengths and their figures.

/// What can be measured alone.
enum Part: String, CaseIterable {
    /// How soon gestures are told.
    case decisions
    /// One subscriber beside the relay.
    case path
    /// Many subscribers beside the fan-out.
    case crowd
    /// What is asked of the daemon.
    case situations
    /// The engine alone.
    case engine
}

/// What was measured, for the verdicts.
struct Figures {
    var decisions: DecisionDelays?
    var comparisons: [Comparison] = []
    var costs: [Costs] = []
    var crowds: [CrowdComparison] = []
    var stopped: [StoppedComparison] = []
    var situations: SituationTable?
    var engine: EngineTable?
    var counts: EngineCounts?
}

/// How much is measured.
struct Plan {
    let fingers = [1, 10]
    let subscribers = [1, 10, 64]
    /// With how many subscribers one stops reading.
    static let crowdWithStopped = 64
    /// With how many subscribers instructions are counted.
    let countedSubscribers = [1, 10, 64]
    /// Frames in a second; the first is the one that costs are taken at.
    let rates = [1000, 125]
    /// How many rounds of each process, in turn.
    let rounds: Int
    /// How long the frames of a round last.
    let seconds: Double
    let idleSeconds: Int
    /// How long each batch of the engine's frames lasts at least.
    let engineSeconds: Double

    static let full = Plan(rounds: 9, seconds: 1.5, idleSeconds: 10, engineSeconds: 0.02)
    static let short = Plan(rounds: 3, seconds: 0.5, idleSeconds: 2, engineSeconds: 0.005)

    func frames(rate: Int) -> Int { max(Int(seconds * Double(rate)), 1) }
}
