// Log of a run in comparable lines.

import Gestures
import Touch

/// One notification of a gesture, or one touch passed on to a region.
struct RandomLog {
    struct Line {
        let time: Int64
        /// The recognizer, or nil for a region's touches.
        let recognizer: Int?
        /// The region.
        let region: Int
        fileprivate let content: Content
        /// The content of the line in numbers: a range of those of the log.
        fileprivate var numbers: Range<Int>
    }

    /// The parts of the words, made only when they are needed.
    fileprivate enum Content {
        case gesture(Point, GestureMeasurement)
        case touch(RegionTouch, finger: Int)
    }

    private(set) var lines: [Line] = []
    private var numbers: [UInt64] = []
    /// All lines and every decision in words.
    private(set) var story: [String] = []
    /// Whether decisions are recorded.
    let isStory: Bool

    init(isStory: Bool = false) { self.isStory = isStory }

    mutating func note(_ decision: Decision, _ run: RandomRun) {
        story.append("\(decision.time.seconds): \(decision.recognizer.name) \(Self.words(decision.verdict, run))")
    }

    private static func words(_ verdict: Decision.Verdict, _ run: RandomRun) -> String {
        switch verdict {
        case .received(let touch): "receives \(run.finger(touch.id))"
        case .refused(let touch, let why): "does not receive \(run.finger(touch.id)): \(why)"
        case .ignored(let touch): "ignores \(run.finger(touch.id))"
        case .startedAnew(let touch): "starts over with \(run.finger(touch.id))"
        case .attempted(let reason): "attempts: \(reason?.description ?? "")"
        case .waits(let others): "waits for \(others.map(\.name))"
        case .asks(.begin): "asks whether it may begin"
        case .asks(.receive(let touch)): "asks whether it receives \(run.finger(touch.id))"
        case .awaitsAnswer: "waits for an answer"
        case .answered(let isYes, let time): "is answered \(isYes ? "yes" : "no") after \(time)"
        case .unanswered(let time): "is not answered in \(time)"
        case .contends(let other): "contends with \(other.name)"
        case .activated(let state): "is activated: \(state)"
        case .failed(.rule(let reason)): "fails: \(reason?.description ?? "")"
        case .failed(.prevented(let other)): "fails: prevented by \(other.name)"
        case .failed(.required(let other)): "fails: required \(other.name)"
        case .failed(let cause): "fails: \(cause)"
        case .cancelled(.revoked(let other)): "is cancelled: revoked by \(other.name)"
        case .cancelled(let cause): "is cancelled: \(cause)"
        case .ended: "ends"
        case .undecided: "is left undecided"
        }
    }

    mutating func note(_ event: GestureEvent, _ run: RandomRun) {
        let recognizer = event.recognizer
        let (time, index, region) = (
            event.time.microseconds, run.watch(of: recognizer).index, run.region(of: recognizer)
        )
        let (place, measurement) = (event.location, event.measurement)
        let start = begin(time, index, region)
        numbers.append(UInt64(event.state.rawValue << 1 | (event.isDiscrete ? 1 : 0)))
        // A layer that learns late of a failure has meanwhile lost the fingers that have lifted.
        let areFingersKnown = event.state != .failed || !run.list.isLayered
        numbers.append(areFingersKnown ? UInt64(recognizer.numberOfTouches) : 0)
        if areFingersKnown {
            for id in recognizer.touchIDs { numbers.append(UInt64(run.finger(id))) }
            numbers.append(place)
        }
        // The measurement of a failed attempt depends on when it is read; no client receives it.
        if event.state != .failed {
            numbers.append(UInt64(bitPattern: Int64(measurement.hashValue)))
            // To the last bit: a hash does not distinguish 0 from -0.
            numbers += measurement.numbers.map(\.bitPattern)
        }
        end(
            Line(
                time: time, recognizer: index, region: region, content: .gesture(place, measurement),
                numbers: start..<start))
    }

    mutating func note(_ touches: [RegionTouch], _ time: Timestamp, _ run: RandomRun) {
        let time = time.microseconds
        for touch in touches {
            let (region, finger) = (Int(touch.region) ?? 0, run.finger(touch.id))
            let start = begin(time, -1, region)
            numbers.append(UInt64(finger))
            numbers.append(UInt64(touch.phase.rawValue))
            numbers.append(touch.location)
            numbers.append(touch.previousLocation)
            end(
                Line(
                    time: time, recognizer: nil, region: region, content: .touch(touch, finger: finger),
                    numbers: start..<start))
        }
    }

    private mutating func begin(_ time: Int64, _ recognizer: Int, _ region: Int) -> Int {
        let start = numbers.count
        numbers.append(UInt64(bitPattern: time))
        numbers.append(UInt64(truncatingIfNeeded: recognizer))
        numbers.append(UInt64(region))
        return start
    }

    private mutating func end(_ line: Line) {
        lines.append(line)
        lines[lines.count - 1].numbers = line.numbers.lowerBound..<numbers.count
        if isStory { story.append("\(Double(line.time) / 1e6):   \(words(of: lines[lines.count - 1]))") }
    }

    private func words(of line: Line) -> String {
        switch line.content {
        case .gesture(let place, let measurement):
            let rest = numbers[line.numbers].dropFirst(3)
            let (state, count) = (rest[rest.startIndex], rest[rest.startIndex + 1])
            let fingers = rest.dropFirst(2).prefix(Int(count)).map { "\($0)" }.joined(separator: " ")
            let word = GestureRecognizer.State(rawValue: Int(state >> 1))?.description ?? "?"
            return "\(line.recognizer ?? 0) \(word)\(state & 1 == 1 ? "!" : "") [\(fingers)] "
                + "\(place.x),\(place.y) \(measurement)"
        case .touch(let touch, let finger):
            return "region \(touch.region): \(finger) \(touch.phase) \(touch.location.x),\(touch.location.y) "
                + "from \(touch.previousLocation.x),\(touch.previousLocation.y)"
        }
    }

    // MARK: - Comparison

    /// The lines that meet a condition.
    func only(_ isWanted: (Line) -> Bool) -> RandomLog {
        var log = self
        log.lines = lines.filter(isWanted)
        return log
    }

    /// The first line before `end` in which two logs differ, as a sentence; nil when there is none.
    ///
    /// - Parameter isSorted: Whether the order of lines of one time is irrelevant.
    static func difference(
        _ first: RandomLog?, _ second: RandomLog?, before end: Int64 = .max, isSorted: Bool = false
    ) -> String? {
        guard let first, let second else { return nil }
        var (one, two) = (first.places(before: end), second.places(before: end))
        var place = Self.difference(first, one, second, two)
        if place != nil, isSorted {
            one.sort { first.lines[$0].comesBefore(first.lines[$1], in: first.numbers) }
            two.sort { second.lines[$0].comesBefore(second.lines[$1], in: second.numbers) }
            place = Self.difference(first, one, second, two)
        }
        guard let place else { return nil }
        func words(_ log: RandomLog, _ places: [Int]) -> String {
            guard place < places.count else { return "nothing" }
            let line = log.lines[places[place]]
            return "\(Double(line.time) / 1e6): \(log.words(of: line))"
        }
        return "\(words(first, one)) | \(words(second, two))"
    }

    private func places(before end: Int64) -> [Int] { lines.indices.filter { lines[$0].time < end } }

    /// The first place at which lines of two logs differ.
    private static func difference(
        _ first: RandomLog, _ one: [Int], _ second: RandomLog, _ two: [Int]
    ) -> Int? {
        let common = min(one.count, two.count)
        for index in 0..<common {
            let (left, right) = (first.lines[one[index]].numbers, second.lines[two[index]].numbers)
            guard first.numbers[left].elementsEqual(second.numbers[right]) else { return index }
        }
        return one.count == two.count ? nil : common
    }
}

extension RandomLog.Line {
    /// The earlier line; of one time, that with the smaller numbers.
    fileprivate func comesBefore(_ other: RandomLog.Line, in all: [UInt64]) -> Bool {
        time == other.time
            ? all[numbers].lexicographicallyPrecedes(all[other.numbers]) : time < other.time
    }
}

extension [UInt64] {
    fileprivate mutating func append(_ point: Point) {
        append(point.x.bitPattern)
        append(point.y.bitPattern)
    }
}

extension GestureMeasurement {
    /// All numbers but those of custom recognizers.
    var numbers: [Double] {
        switch self {
        case .none, .tap, .custom: []
        case .longPress(let duration): [duration]
        case .swipe(_, let velocity): [velocity.x, velocity.y]
        case .pan(let way, let velocity, let end), .screenEdgePan(_, let way, let velocity, let end):
            [way.x, way.y, velocity.x, velocity.y, end.x, end.y]
        case .pinch(let number, let velocity), .rotation(let number, let velocity): [number, velocity]
        case .transform(let way, let velocity, let end, let scale, let rotation):
            [way.x, way.y, velocity.x, velocity.y, end.x, end.y, scale, rotation]
        case .stroke(_, let score): [score]
        }
    }
}
