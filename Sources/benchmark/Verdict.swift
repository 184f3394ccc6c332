// Comparison of the figures with the budgets.

/// A budget and what was measured.
struct Verdict {
    let budget: String
    let measured: String
    let isKept: Bool

    private init(_ budget: String, limit: Double, _ values: [Double], decimals: Int, unit: String = "") {
        let worst = values.contains(where: \.isNaN) ? .nan : values.max() ?? .nan
        self.budget = budget + " at most " + limit.fixed(decimals) + unit
        measured = worst.isNaN ? "not measured" : worst.fixed(decimals) + unit
        // A missing figure is not a number, and not a success.
        isKept = worst <= limit
    }

    /// The budgets of the project for the measured parts; of several measurements the worst decides.
    static func all(_ figures: Figures) -> [Verdict] {
        let parts: [[Verdict]] = [
            figures.decisions.map(decisions) ?? [], path(figures.comparisons, figures.costs),
            crowds(figures.crowds, figures.stopped), figures.situations.map(situations) ?? [],
            figures.moving.map(updates) ?? [], figures.engine.map { engine($0, figures.counts) } ?? [],
        ]
        return parts.flatMap(\.self)
    }

    private static func decisions(_ delays: DecisionDelays) -> [Verdict] {
        [
            Verdict(
                "delay of a gesture beside its recognizer alone", limit: 0, [delays.largest], decimals: 1,
                unit: " ms")
        ]
    }

    private static func path(_ comparisons: [Comparison], _ costs: [Costs]) -> [Verdict] {
        if comparisons.isEmpty { return [] }
        let calls = costs.map { $0.daemonCalls?.values.reduce(0, +) ?? .nan }
        let latencies = Dictionary(grouping: comparisons, by: \.rate).sorted { $0.key > $1.key }.flatMap { rate, all in
            [
                Verdict(
                    "p50 at \(rate) Hz beside the relay's", limit: 1.3, all.map(\.p50Ratio), decimals: 2, unit: "×"),
                Verdict(
                    "p99 at \(rate) Hz beside the relay's", limit: 1.25, all.map(\.p99Ratio), decimals: 2, unit: "×"),
            ]
        }
        return latencies + [
            Verdict("allocations per frame", limit: 0, comparisons.map(\.daemon.allocations), decimals: 3),
            Verdict(
                "context switches per frame", limit: 1.01, comparisons.map(\.daemon.voluntarySwitches), decimals: 2),
            Verdict("system calls per frame", limit: 3.01, calls, decimals: 2),
            Verdict("wake-ups while idle", limit: 0, costs.compactMap { $0.idleWakeups.map(Double.init) }, decimals: 0),
            Verdict(
                "resident memory", limit: 20, costs.map { Double($0.resident) / 1024 }, decimals: 1, unit: " MB"),
        ]
    }

    private static func crowds(_ comparisons: [CrowdComparison], _ stopped: [StoppedComparison]) -> [Verdict] {
        if comparisons.isEmpty { return [] }
        let many = comparisons.filter { $0.subscribers > 1 }
        return [
            Verdict(
                "p50 at the last of many subscribers beside the fan-out's", limit: 1.3,
                many.map { $0.daemon.p50 / $0.fanout.p50 }, decimals: 2, unit: "×"),
            Verdict(
                "processor time with many subscribers beside the fan-out's", limit: 1.3,
                many.map { $0.daemon.processorTime / $0.fanout.processorTime }, decimals: 2, unit: "×"),
            Verdict(
                "allocations per frame, by subscribers", limit: 0, comparisons.map(\.daemon.allocations), decimals: 3),
            Verdict(
                "resident memory for each subscriber", limit: 4,
                comparisons.filter { $0.subscribers > 10 }.map { $0.daemonMemory ?? .nan }, decimals: 1, unit: " kB"),
            Verdict(
                "p99 of the others beside a subscriber that does not read", limit: 1.1,
                stopped.filter { $0.name == "gestured" }.map(\.p99Ratio), decimals: 2, unit: "×"),
        ]
    }

    private static func situations(_ table: SituationTable) -> [Verdict] {
        // Counts, and not times: other processes do not change them.
        [
            Verdict("allocations per frame, in any situation", limit: 0, [table.mostAllocations], decimals: 3),
            Verdict(
                "instructions per frame of 1 finger with a subscriber", limit: 11_500, [table.ofOneFinger ?? .nan],
                decimals: 0),
            Verdict(
                "instructions per frame of 10 fingers without a subscriber", limit: 9500,
                [table.instructions(.nobody)], decimals: 0),
            Verdict(
                "instructions per frame of 10 fingers with one", limit: 26_000, [table.instructions(.one)], decimals: 0),
            Verdict(
                "instructions per frame of 10 fingers whose touches are sent", limit: 64_000,
                [table.instructions(.touches)], decimals: 0),
        ]
    }

    private static func updates(_ comparison: MovingComparison) -> [Verdict] {
        [
            Verdict(
                "p99 beside a region that moves 1000 times a second", limit: 1.1, [comparison.p99Ratio], decimals: 2,
                unit: "×")
        ]
    }

    private static func engine(_ engine: EngineTable, _ counts: EngineCounts?) -> [Verdict] {
        [
            Verdict(
                "engine, 10 touches by 12 recognizers", limit: 2000, [engine.budgeted], decimals: 0, unit: " ns"),
            Verdict(
                "engine, allocations per frame of moves", limit: 0, [counts?.mostAllocations ?? .nan], decimals: 2),
        ]
    }

    /// Prints the verdicts; returns whether all budgets were kept.
    static func print(_ verdicts: [Verdict]) -> Bool {
        Swift.print("\nBudgets:\n")
        for verdict in verdicts {
            Swift.print("  \(verdict.isKept ? "ok        " : "** MISSED ") \(verdict.budget): \(verdict.measured)")
        }
        let missed = verdicts.count { !$0.isKept }
        Swift.print(missed == 0 ? "\nAll budgets kept" : "\n\(missed) of \(verdicts.count) budgets MISSED")
        return missed == 0
    }
}
