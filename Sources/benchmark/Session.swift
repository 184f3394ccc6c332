// A run of the benchmark: all measurements in order, and the budgets that were exceeded.

import Glibc

/// One run of the benchmark: measures, prints, judges.
struct Session {
    private let plan: Plan
    private let workshop: Workshop
    private let toolchain: String
    private let isTracing: Bool
    private let parts: Set<Part>

    init(_ arguments: [String]) throws {
        var (helpers, toolchain, plan): (String?, String, Plan) = (nil, "Swift (version not given)", .full)
        var isTracing = false
        var parts = Set(Part.allCases)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--short": plan = .short
            case "--trace-allocations": isTracing = true
            case "--only":
                let name = rest.popFirst() ?? ""
                guard let part = Part(rawValue: name) else {
                    let all = Part.allCases.map(\.rawValue).joined(separator: ", ")
                    throw BenchmarkError("unknown part `\(name)`; there are \(all)")
                }
                parts = [part]
            case "--helpers": helpers = rest.popFirst()
            case "--toolchain": toolchain = rest.popFirst() ?? toolchain
            default: throw BenchmarkError("unknown argument \(argument); run scripts/measure benchmark")
            }
        }
        guard let helpers else { throw BenchmarkError("--helpers is missing; run scripts/measure benchmark") }
        self.plan = plan
        self.isTracing = isTracing
        self.parts = parts
        self.toolchain = toolchain
        workshop = try Workshop(helpers: helpers)
    }

    /// - Returns: Whether every budget was kept.
    func run() throws -> Bool {
        defer { workshop.close() }
        if isTracing { return try traceAllocations() }
        Machine.describe(toolchain: toolchain)
        let descriptors = Machine.raiseDescriptorLimit()
        var figures = Figures()
        if parts.contains(.decisions) {
            let delays = try DecisionDelays(fixtures: "Tests/Fixtures")
            Report.print(delays)
            figures.decisions = delays
        }
        if parts.contains(.path) { try measurePath(&figures) }
        if parts.contains(.crowd) { try measureCrowds(&figures, descriptors: descriptors) }
        if parts.contains(.situations) {
            let table = try SituationTable(plan: plan, workshop: workshop)
            Report.print(table)
            figures.situations = table
        }
        if parts.contains(.updates) {
            let comparison = try MovingComparison(plan: plan, workshop: workshop)
            Report.print(comparison)
            figures.moving = comparison
        }
        if parts.contains(.engine) {
            let (engine, counts) = (EngineTable(plan: plan), EngineCounts(workshop: workshop))
            Report.print(engine, counts)
            (figures.engine, figures.counts) = (engine, counts)
        }
        return Verdict.print(Verdict.all(figures))
    }

    /// One subscriber beside the relay, by fingers and rates.
    private func measurePath(_ figures: inout Figures) throws {
        for fingers in plan.fingers {
            let contest = try Contest(fingers: fingers, workshop: workshop)
            defer { contest.close() }
            for rate in plan.rates {
                figures.comparisons.append(try contest.compare(rate: rate, plan: plan))
            }
            figures.costs.append(try contest.costs(plan: plan, includesIdling: fingers == plan.fingers.last))
        }
        Report.print(figures.comparisons)
        Report.print(figures.costs)
    }

    /// A growing number of subscribers, and one of them that does not read.
    private func measureCrowds(_ figures: inout Figures, descriptors: Int) throws {
        let contest = try CrowdContest(workshop: workshop)
        defer { contest.close() }
        for subscribers in plan.subscribers {
            // The descriptors for the subscribers of two processes, and some more.
            guard subscribers * 2 + 100 < descriptors else {
                print("\n\(subscribers) subscribers: left out, as a process may have only \(descriptors) descriptors")
                continue
            }
            figures.crowds.append(try contest.compare(subscribers: subscribers, plan: plan))
            if subscribers == Plan.crowdWithStopped { figures.stopped = try contest.compareStopped(plan: plan) }
        }
        Report.print(figures.crowds)
        Report.print(figures.stopped)
        Report.print(
            try plan.countedSubscribers.map {
                let counts = try CrowdContest.instructions(subscribers: $0, in: workshop)
                return ($0, counts.fanout, counts.daemon)
            })
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
