// Were two runs the same? What everybody said, in lines that can be compared.

internal import Gestures
internal import Touch

/// What was told of gestures and passed on to regions.
struct RandomLog {
    struct Line: Hashable {
        let time: Int64
        /// The recognizer, or nil for a region's touches.
        let recognizer: Int?
        /// The region.
        let region: Int
        let text: String
    }

    private(set) var lines: [Line] = []
    /// All lines, and every decision beside them, for people.
    private(set) var story: [String] = []

    mutating func note(_ decision: Decision, _ run: RandomRun) {
        story.append("\(decision.time.seconds): \(decision.recognizer.name) \(Self.words(decision.verdict, run))")
    }

    private static func words(_ verdict: Decision.Verdict, _ run: RandomRun) -> String {
        switch verdict {
        case .received(let touch): "receives \(run.finger(touch.id))"
        case .refused(let touch, let why): "does not receive \(run.finger(touch.id)): \(why)"
        case .ignored(let touch): "ignores \(run.finger(touch.id))"
        case .startedAnew(let touch): "starts anew with \(run.finger(touch.id))"
        case .attempted(let reason): "attempts: \(reason?.description ?? "")"
        case .waits(let others): "waits for \(others.map(\.name))"
        case .awaitsFingers(let other): "awaits fingers because of \(other.name)"
        case .activated(let state): "is activated: \(state)"
        case .failed(.rule(let reason)): "fails: \(reason?.description ?? "")"
        case .failed(.prevented(let other)): "fails: prevented by \(other.name)"
        case .failed(.required(let other)): "fails: required \(other.name)"
        case .failed(let cause): "fails: \(cause)"
        case .cancelled(let cause): "is cancelled: \(cause)"
        case .ended: "ends"
        case .undecided: "is left undecided"
        }
    }

    mutating func note(_ event: GestureEvent, _ run: RandomRun) {
        let recognizer = event.recognizer
        let fingers = recognizer.touchIDs.map { "\(run.finger($0))" }.joined(separator: " ")
        let place = event.location
        append(
            Line(
                time: event.time.microseconds, recognizer: recognizer.watch.index,
                region: Int(recognizer.region?.name ?? "") ?? 0,
                text: "\(recognizer.name) \(event.state)\(event.isDiscrete ? "!" : "") [\(fingers)] "
                    + "\(place.x),\(place.y) \(event.measurement)"))
    }

    mutating func note(_ touches: [RegionTouch], _ time: Timestamp, _ run: RandomRun) {
        for touch in touches {
            append(
                Line(
                    time: time.microseconds, recognizer: nil, region: Int(touch.region) ?? 0,
                    text: "region \(touch.region): \(run.finger(touch.id)) \(touch.phase) "
                        + "\(touch.location.x),\(touch.location.y) from \(touch.previousLocation.x),"
                        + "\(touch.previousLocation.y)"))
        }
    }

    private mutating func append(_ line: Line) {
        lines.append(line)
        story.append("\(Double(line.time) / 1e6):   \(line.text)")
    }

    /// The first line in which two logs differ before `end`, as one sentence; nil when there is none.
    ///
    /// - Parameter isSorted: Whether the order of lines of one time does not matter.
    static func difference(
        _ first: [Line], _ second: [Line], before end: Int64 = .max, isSorted: Bool = false
    ) -> String? {
        func prepared(_ lines: [Line]) -> [Line] {
            let lines = lines.filter { $0.time < end }
            return isSorted ? lines.sorted { ($0.time, $0.text) < ($1.time, $1.text) } : lines
        }
        let (first, second) = (prepared(first), prepared(second))
        for index in 0..<max(first.count, second.count) {
            let (left, right) = (
                index < first.count ? first[index] : nil, index < second.count ? second[index] : nil
            )
            guard left != right else { continue }
            func words(_ line: Line?) -> String { line.map { "\(Double($0.time) / 1e6): \($0.text)" } ?? "nothing" }
            return "\(words(left)) | \(words(right))"
        }
        return nil
    }
}
