// What a picture shows of one sequence of touches: fingers with their trails, lanes of recognizers.

internal import Gestures
internal import Touch

/// One sequence of touches, in bounded memory.
struct PlottedSequence {
    var fingers: [PlottedFinger] = []
    /// One for each recognizer that is shown.
    var lanes: [PlottedLane]
    private(set) var start: Timestamp?
    private(set) var end = Timestamp.zero

    init(recognizers: Int) {
        lanes = Array(repeating: PlottedLane(), count: recognizers)
    }

    /// Widens the time axis.
    mutating func note(_ time: Timestamp) {
        start = min(start ?? time, time)
        end = max(end, time)
    }
}

/// A finger's way over the panel.
struct PlottedFinger {
    let id: Int
    let start: Timestamp
    let region: String
    /// Nil while it is down.
    var end: Timestamp?
    /// Whether it is over for another reason than that the finger lifted.
    var isLost = false
    var trail: PlottedTrail
}

/// A line in bounded memory: of a longer one, every second point is dropped again and again.
struct PlottedTrail {
    private var kept: [Point]
    private var last: Point
    private var spacing: Double
    private(set) var isThinned = false

    static let maximumPoints = 240

    /// - Parameter spacing: The distance that the picture can show.
    init(from point: Point, spacing: Double) {
        (kept, last, self.spacing) = ([point], point, spacing)
    }

    /// The points from the landing to the lift.
    var points: [Point] { kept.last == last ? kept : kept + [last] }

    mutating func add(_ point: Point) {
        last = point
        guard let previous = kept.last, (point - previous).length >= spacing else { return }
        kept.append(point)
        guard kept.count >= Self.maximumPoints else { return }
        kept = kept.indices.filter { $0.isMultiple(of: 2) }.map { kept[$0] }
        spacing *= 2
        isThinned = true
    }
}

/// What a recognizer was when.
struct PlottedLane {
    enum State {
        case possible, waiting, active
    }

    struct Segment {
        let state: State
        let start: Timestamp
        var end: Timestamp?
    }

    struct Mark {
        let step: StepName
        let time: Timestamp
        let words: String
    }

    private(set) var segments: [Segment] = []
    /// Its ends: recognized, failed, ended, cancelled.
    private(set) var marks: [Mark] = []
    /// The times at which the gesture changed, or some of them.
    private(set) var changes: [Timestamp] = []
    /// The number of changes of which one is kept, and of those since.
    private var stride = 1
    private var skipped = 0
    /// The segments and marks that there is no room for.
    private(set) var omitted = 0

    /// Whether the recognizer saw nothing.
    var isEmpty: Bool { segments.isEmpty && marks.isEmpty }

    static let maximumSteps = 60
    static let maximumChanges = 400

    mutating func take(_ step: StepName, words: String, at time: Timestamp) {
        switch step {
        case .received: if segments.last.map({ $0.end != nil }) ?? true { enter(.possible, at: time) }
        case .restarted: enter(.possible, at: time)
        case .waiting: enter(.waiting, at: time)
        case .began: enter(.active, at: time)
        case .recognized, .failed, .ended, .cancelled:
            leave(at: time)
            guard marks.count < Self.maximumSteps else { return omitted += 1 }
            marks.append(Mark(step: step, time: time, words: words))
        case .undecided: leave(at: time)
        case .refused, .ignored, .contends: break
        }
    }

    mutating func change(at time: Timestamp) {
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        changes.append(time)
        guard changes.count >= Self.maximumChanges else { return }
        changes = changes.indices.filter { $0.isMultiple(of: 2) }.map { changes[$0] }
        stride *= 2
    }

    private mutating func enter(_ state: State, at time: Timestamp) {
        leave(at: time)
        guard segments.count < Self.maximumSteps else { return omitted += 1 }
        segments.append(Segment(state: state, start: time))
    }

    private mutating func leave(at time: Timestamp) {
        guard let last = segments.indices.last, segments[last].end == nil else { return }
        segments[last].end = time
    }
}
