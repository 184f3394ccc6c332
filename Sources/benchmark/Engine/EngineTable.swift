// The engine's time by number of touches and recognizers.

/// Nanoseconds per frame for several numbers of touches and recognizers.
struct EngineTable {
    static let touches = [1, 2, 5, 10]
    static let recognizers = [1, 4, 12, 48]

    /// One row: a number of touches, and the times by number of recognizers, in the order of `recognizers`.
    struct Row {
        let touches: Int
        let undecided: [Double]
        let panning: [Double]
    }

    let rows: [Row]

    /// The time of ten touches and twelve undecided recognizers, which has the budget.
    var budgeted: Double {
        Self.recognizers.firstIndex(of: 12).flatMap { rows.last?.undecided[$0] } ?? .nan
    }

    init(plan: Plan) {
        rows = Self.touches.map { touches in
            Row(
                touches: touches,
                undecided: Self.recognizers.map { Self.measure(touches, $0, .undecided, plan) },
                panning: Self.recognizers.map { Self.measure(touches, $0, .panning, plan) })
        }
    }

    private static func measure(
        _ touches: Int, _ recognizers: Int, _ situation: EngineStage.Situation, _ plan: Plan
    ) -> Double {
        let stage = EngineStage(touches: touches, recognizers: recognizers, situation: situation)
        var batches: [Double] = []
        for _ in 0..<7 {
            let start = Clock.nanoseconds
            var (frames, passed) = (0, 0)
            while Double(passed) < plan.engineSeconds * 1e9 {
                stage.run(frames: 200)
                frames += 200
                passed = Clock.nanoseconds - start
            }
            batches.append(Double(passed) / Double(frames))
        }
        return batches.median
    }
}

/// Instructions and allocations per frame, counted by Callgrind and the preload library in processes that do nothing
/// else; the same in every run.
struct EngineCounts {
    /// By touches, then by recognizers, as in `EngineTable`; nil if nothing could be counted.
    let instructions: [[Double?]]
    let allocations: [[Double?]]
    /// Instructions of ten touches and twelve recognizers: all idle, and all but one idle.
    let resting: Double?
    let oneAwake: Double?
    /// The same, undecided: while regions move, and while they are looked up.
    let moving: Double?
    let hitting: Double?
    /// Allocations of both.
    let regionAllocations: [Double?]

    init(workshop: Workshop) {
        let valgrind = workshop.find("valgrind")
        func table(_ count: (Int, Int) -> Double?) -> [[Double?]] {
            EngineTable.touches.map { touches in EngineTable.recognizers.map { count(touches, $0) } }
        }
        instructions = table { touches, recognizers in
            Self.perFrame(1000, 3000) { frames in
                valgrind.flatMap { Self.instructions(touches, recognizers, .undecided, frames, $0, workshop) }
            }
        }
        func budgeted(_ situation: EngineStage.Situation) -> Double? {
            Self.perFrame(1000, 3000) { frames in
                valgrind.flatMap { Self.instructions(10, 12, situation, frames, $0, workshop) }
            }
        }
        (resting, oneAwake) = (budgeted(.resting), budgeted(.oneAwake))
        (moving, hitting) = (budgeted(.moving), budgeted(.hitting))
        regionAllocations = [EngineStage.Situation.moving, .hitting].map { situation in
            Self.perFrame(100, 300) { Self.allocations(10, 12, $0, situation, workshop) }
        }
        // Few enough that no touch begins among them: only moves are counted.
        allocations = table { touches, recognizers in
            Self.perFrame(100, 300) { Self.allocations(touches, recognizers, $0, .undecided, workshop) }
        }
    }

    /// The largest count; not a number if one is missing.
    var mostAllocations: Double {
        (allocations.joined() + regionAllocations).map { $0 ?? .nan }.reduce(0, Double.maximum)
    }

    /// The difference of two runs, which excludes the start.
    private static func perFrame(_ few: Int, _ many: Int, _ count: (Int) -> Double?) -> Double? {
        guard let less = count(few), let more = count(many) else { return nil }
        return (more - less) / Double(many - few)
    }

    private static func instructions(
        _ touches: Int, _ recognizers: Int, _ situation: EngineStage.Situation, _ frames: Int, _ valgrind: String,
        _ workshop: Workshop
    ) -> Double? {
        let log = workshop.folder + "/callgrind"
        let child = try? Child(
            path: valgrind,
            [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=" + log, workshop.program, "engine",
                "\(touches)", "\(recognizers)", "\(frames)", situation.rawValue,
            ],
            variables: ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"])
        guard child?.wait() == 0 else { return nil }
        return Instructions.collected(in: log)
    }

    private static func allocations(
        _ touches: Int, _ recognizers: Int, _ frames: Int, _ situation: EngineStage.Situation, _ workshop: Workshop
    ) -> Double? {
        guard
            let counters = try? AllocationCounters(
                path: workshop.folder + "/engine-\(touches)-\(recognizers)-\(frames)-\(situation)")
        else { return nil }
        let child = try? Child(
            path: workshop.program, ["engine", "\(touches)", "\(recognizers)", "\(frames)", situation.rawValue],
            variables: ["LD_PRELOAD": workshop.preload, "BENCHMARK_COUNTERS": counters.path])
        return child?.wait() == 0 ? Double(counters.allocations) : nil
    }
}
