// How does the engine's time grow with touches and recognizers?

/// Nanoseconds per frame for several numbers of touches and recognizers.
struct EngineTable {
    static let touches = [1, 2, 5, 10]
    static let recognizers = [1, 4, 12]

    /// One row: how many touches, and the times by the number of recognizers, in the order of `recognizers`.
    struct Row {
        let touches: Int
        let undecided: [Double]
        let panning: [Double]
    }

    let rows: [Row]

    /// Ten touches by twelve recognizers of which none has decided: what the budget is about.
    var most: Double { rows.last?.undecided.last ?? .nan }

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

/// How many instructions does the engine's heaviest frame take? Callgrind counts them, the same in every run.
enum Instructions {
    private static let frames = (few: 1000, many: 3000)

    /// Instructions per frame; nil when valgrind is not there.
    static func perFrame(workshop: Workshop) -> Double? {
        guard let valgrind = workshop.find("valgrind"),
            let few = count(frames.few, valgrind, workshop), let many = count(frames.many, valgrind, workshop)
        else { return nil }
        return (many - few) / Double(frames.many - frames.few)
    }

    private static func count(_ frames: Int, _ valgrind: String, _ workshop: Workshop) -> Double? {
        let log = workshop.folder + "/callgrind"
        let child = try? Child(
            path: valgrind,
            [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=" + log, workshop.program, "engine",
                "10", "12", "\(frames)",
            ],
            variables: ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"])
        guard child?.wait() == 0 else { return nil }
        return ProcessFigures.text(log).split(separator: "\n").first { $0.contains("Collected :") }
            .flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
    }
}
