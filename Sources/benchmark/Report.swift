// Printed tables of the figures.

/// Tables for people.
enum Report {
    /// The delays of gestures.
    static func print(_ delays: DecisionDelays) {
        Swift.print(
            """

            Time to decision: how much later `began` or `recognized` is told than by the same recognizer alone, ms.
            The standard configuration; for swipes and edge pans, with these in place of the pan.

            """)
        var rows = [["fingers", "recognizer", "gestures", "median", "largest", "taken back"]]
        for row in delays.rows {
            rows.append([
                row.fingers, row.recognizer, "\(row.gestures)", row.delays.median.fixed(1),
                (row.delays.max() ?? .nan).fixed(1), "\(row.takenBack)",
            ])
        }
        print(rows)
    }

    /// Latencies, then the costs of a frame.
    static func print(_ comparisons: [Comparison]) {
        Swift.print(
            """

            From frame to subscriber, µs: a frame is stamped and written; its line has been read. The relay is the least
            that a process can do in between (C: epoll, read, send). Medians of rounds in turn.

            """)
        var rows = [["fingers", "rate", "relay p50", "p99", "gestured p50", "p99", "ratio p50", "p99"]]
        for comparison in comparisons {
            let (relay, daemon) = (comparison.relay, comparison.daemon)
            rows.append([
                "\(comparison.fingers)", "\(comparison.rate) Hz", relay.p50.fixed(1), relay.p99.fixed(1),
                daemon.p50.fixed(1), daemon.p99.fixed(1), comparison.p50Ratio.fixed(2), comparison.p99Ratio.fixed(2),
            ])
        }
        print(rows)
        Swift.print("\nPer frame, while a gesture changes:\n")
        rows = [["fingers", "rate", "", "processor µs", "switches to wait", "by others", "allocations"]]
        for comparison in comparisons {
            for (name, summary) in [("relay", comparison.relay), ("gestured", comparison.daemon)] {
                rows.append([
                    "\(comparison.fingers)", "\(comparison.rate) Hz", name, summary.processorTime.fixed(1),
                    summary.voluntarySwitches.fixed(2), summary.involuntarySwitches.fixed(2),
                    summary.allocations.fixed(3),
                ])
            }
        }
        print(rows)
    }

    /// System calls, memory, wake-ups.
    static func print(_ costs: [Costs]) {
        Swift.print("\nSystem calls per frame (strace):\n")
        for cost in costs {
            for (name, calls) in [("relay", cost.relayCalls), ("gestured", cost.daemonCalls)] {
                Swift.print("  \(cost.fingers) fingers, \(name): \(calls.map(words) ?? "not counted: no strace")")
            }
        }
        guard let last = costs.last else { return }
        let (resident, dirty) = (Double(last.resident) / 1024, Double(last.privateDirty) / 1024)
        Swift.print("\nMemory of gestured: \(resident.fixed(1)) MB resident, \(dirty.fixed(1)) MB private and dirty")
        if let wakeups = last.idleWakeups {
            Swift.print("Idle, one subscriber: woke \(wakeups) times in \(last.idleSeconds) s")
        }
    }

    private static func words(_ calls: [String: Double]) -> String {
        let total = calls.values.reduce(0, +)
        let parts = calls.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.fixed(2))" }
        return total.fixed(2) + " (" + parts.joined(separator: ", ") + ")"
    }

    /// The engine's table.
    static func print(_ engine: EngineTable, _ counts: EngineCounts) {
        Swift.print("\nThe engine alone, ns per frame of moving touches, by the number of recognizers:\n")
        let numbers = EngineTable.recognizers
        var rows = [["touches"] + numbers.map { "\($0) undecided" } + numbers.map { "pan of \($0)" }]
        for row in engine.rows {
            rows.append(["\(row.touches)"] + (row.undecided + row.panning).map { $0.fixed(0) })
        }
        print(rows)
        Swift.print("\nThe same, undecided: instructions per frame (callgrind), and allocations per frame:\n")
        rows = [["touches"] + numbers.map { "instr. by \($0)" } + numbers.map { "alloc. by \($0)" }]
        for (touches, (instructions, allocations)) in zip(
            EngineTable.touches, zip(counts.instructions, counts.allocations))
        {
            rows.append(
                ["\(touches)"] + instructions.map { $0?.fixed(0) ?? "no valgrind" }
                    + allocations.map { $0?.fixed(2) ?? "?" })
        }
        print(rows)
        Swift.print("\n10 touches by 12 recognizers, instructions per frame of the engine:\n")
        rows = [
            ["no subscriber: all idle", counts.resting?.fixed(0) ?? "no valgrind"],
            ["one with a subscriber, the others beside it idle", counts.oneAwake?.fixed(0) ?? "no valgrind"],
            ["undecided, and 128 turned regions move", counts.moving?.fixed(0) ?? "no valgrind"],
            ["undecided, and 10 places are looked up in 256", counts.hitting?.fixed(0) ?? "no valgrind"],
        ]
        print(rows)
    }

    /// A table with columns aligned to the right.
    static func print(_ rows: [[String]]) {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
            Swift.print("  " + cells.joined(separator: "  "))
        }
    }
}
