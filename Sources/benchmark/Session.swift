// Which measurements are made, in which order, and which of them is a budget missed?

import Glibc

/// One run of the benchmark: measures, prints, judges.
struct Session {
    private let plan: Plan
    private let workshop: Workshop
    private let toolchain: String
    private let isTracing: Bool

    init(_ arguments: [String]) throws {
        var (helpers, toolchain, plan): (String?, String, Plan) = (nil, "Swift (version not given)", .full)
        var isTracing = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--short": plan = .short
            case "--trace-allocations": isTracing = true
            case "--helpers": helpers = rest.popFirst()
            case "--toolchain": toolchain = rest.popFirst() ?? toolchain
            default: throw BenchmarkError("unknown argument \(argument); run scripts/benchmark")
            }
        }
        guard let helpers else { throw BenchmarkError("--helpers is missing; run scripts/benchmark") }
        self.plan = plan
        self.isTracing = isTracing
        self.toolchain = toolchain
        workshop = try Workshop(helpers: helpers)
    }

    /// - Returns: Whether every budget was kept.
    func run() throws -> Bool {
        defer { workshop.close() }
        if isTracing { return try traceAllocations() }
        Machine.describe(toolchain: toolchain)
        var comparisons: [Comparison] = []
        var costs: [Costs] = []
        for fingers in plan.fingers {
            let contest = try Contest(fingers: fingers, workshop: workshop)
            defer { contest.close() }
            for rate in plan.rates {
                comparisons.append(try contest.compare(rate: rate, plan: plan))
            }
            costs.append(try contest.costs(plan: plan, includesIdling: fingers == plan.fingers.last))
        }
        Report.print(comparisons)
        Report.print(costs)
        let engine = EngineTable(plan: plan)
        let counts = EngineCounts(workshop: workshop)
        Report.print(engine, counts)
        return Verdict.print(Verdict.all(comparisons, costs, engine, counts))
    }

    /// Prints on standard error where the daemon allocates in three frames.
    private func traceAllocations() throws -> Bool {
        let contest = try Contest(fingers: 10, workshop: workshop)
        defer { contest.close() }
        let allocations = try contest.traceAllocations()
        print("\(allocations.fixed(2)) allocations per frame")
        return allocations == 0
    }
}

/// How much is measured.
struct Plan {
    let fingers = [1, 10]
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
