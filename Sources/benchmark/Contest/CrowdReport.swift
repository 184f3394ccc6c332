// Printed tables for many subscribers and for the daemon's situations.

extension Report {
    /// Latencies at the first subscriber and at the last, then what a frame and a subscriber cost.
    static func print(_ comparisons: [CrowdComparison]) {
        Swift.print(
            """

            From frame to the first subscriber that has the line, and to the last, µs; one finger. The fan-out is the plain
            way in C (epoll, read, a line as gestured's, one send for each). One thread reads for all subscribers.

            """)
        var rows = [
            [
                "subscribers", "rate", "relay p50", "p99", "fan-out first p50", "p99", "last p50", "p99",
                "gestured first p50", "p99", "last p50", "p99", "ratio last p50", "p99",
            ]
        ]
        for comparison in comparisons {
            let (relay, fanout, daemon) = (comparison.relay, comparison.fanout, comparison.daemon)
            rows.append(
                ["\(comparison.subscribers)", "\(comparison.rate) Hz", relay.p50.fixed(1), relay.p99.fixed(1)]
                    + [fanout, daemon].flatMap { [$0.firstP50, $0.firstP99, $0.p50, $0.p99].map { $0.fixed(1) } }
                    + [(daemon.p50 / fanout.p50).fixed(2), (daemon.p99 / fanout.p99).fixed(2)])
        }
        print(rows)
        Swift.print("\nThe same per frame, and memory per subscriber after the first:\n")
        rows = [
            [
                "subscribers", "fan-out processor µs", "gestured", "ratio", "gestured allocations",
                "fan-out resident kB", "gestured",
            ]
        ]
        for comparison in comparisons {
            let (fanout, daemon) = (comparison.fanout, comparison.daemon)
            rows.append([
                "\(comparison.subscribers)", fanout.processorTime.fixed(1), daemon.processorTime.fixed(1),
                (daemon.processorTime / fanout.processorTime).fixed(2), daemon.allocations.fixed(3),
                comparison.fanoutMemory?.fixed(1) ?? "-", comparison.daemonMemory?.fixed(1) ?? "-",
            ])
        }
        print(rows)
    }

    /// The effect of a subscriber that does not read on the others.
    static func print(_ comparisons: [StoppedComparison]) {
        guard let first = comparisons.first else { return }
        Swift.print(
            """

            \(first.subscribers) subscribers at 1000 Hz, µs to the last that reads: all read, and the first of them does not.

            """)
        var rows = [["", "all read p50", "p99", "one stopped p50", "p99", "ratio p99", "allocations"]]
        for comparison in comparisons {
            let (reading, stopped) = (comparison.reading, comparison.stopped)
            rows.append([
                comparison.name, reading.p50.fixed(1), reading.p99.fixed(1), stopped.p50.fixed(1),
                stopped.p99.fixed(1), comparison.p99Ratio.fixed(2), stopped.allocations.fixed(2),
            ])
        }
        print(rows)
    }

    /// The effect of regions that move on other clients.
    static func print(_ comparison: MovingComparison) {
        Swift.print(
            """

            \(SituationTable.fingers) fingers at 1000 Hz beside a client with regions, µs to another client: its region rests, \
            one moves 1000 times a second, 64 move 60 times a second.

            """)
        var rows = [["", "p50", "p99", "processor µs"]]
        for (name, summary) in [
            ("rests", comparison.resting), ("one moves", comparison.moving), ("64 move", comparison.many),
        ] {
            rows.append([name, summary.p50.fixed(1), summary.p99.fixed(1), summary.processorTime.fixed(1)])
        }
        print(rows)
        Swift.print("\nRatio of p99: \(comparison.p99Ratio.fixed(2))")
    }

    /// Instructions by the number of subscribers.
    static func print(_ counts: [(subscribers: Int, fanout: Double?, daemon: Double?)]) {
        Swift.print("\nInstructions per frame of one finger outside the kernel (callgrind):\n")
        var rows = [["subscribers", "fan-out", "gestured"]]
        for count in counts {
            rows.append(["\(count.subscribers)"] + [count.fanout, count.daemon].map { $0?.fixed(0) ?? "no valgrind" })
        }
        print(rows)
    }

    /// The costs of the daemon's situations.
    static func print(_ table: SituationTable) {
        Swift.print(
            """

            gestured with 12 recognizers, \(SituationTable.fingers) fingers that pan at 1000 Hz, by subscriptions:

            """)
        var rows = [["", "p50 µs", "p99", "processor µs", "instructions", "allocations", "switches"]]
        for row in table.rows {
            let summary = row.summary
            rows.append([
                row.situation.words, summary.p50.fixed(1), summary.p99.fixed(1), summary.processorTime.fixed(1),
                row.instructions?.fixed(0) ?? "no valgrind", summary.allocations.fixed(3),
                summary.voluntarySwitches.fixed(2),
            ])
        }
        print(rows)
    }
}
