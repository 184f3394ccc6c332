// Detection of wrong samples: places of a contact that are far from those before and after.

/// Where a contact is believed to be, how it moves, and how many samples in a row contradict that.
///
/// ```
///   near the way of the finger ─► believed
///   farther than the speed allows ─► doubted ┬─ the next is near the way again ─► the doubted ones were wrong
///                                            ├─ the next is doubted, too, up to the count
///                                            ├─ the next after that ─► believed: the finger has jumped; or,
///                                            │    if nothing but its landing was known before, that was wrong
///                                            └─ the lift ─► the doubted ones were wrong
/// ```
/// The way leads from the last believed place to where the finger is if it keeps its velocity, so that fast fingers are
/// not doubted for being fast, nor for stopping. It holds two points and no list: following allocates nothing.
struct SampleTrail {
    /// How far samples may be from the way of the finger.
    struct Limits {
        /// Points per second.
        var speed: Double
        /// The number of samples in a row that are doubted at most.
        var count: Int
    }

    enum Verdict: Hashable {
        /// The finger is there; so many samples before were wrong.
        case believed(wrong: Int)
        /// The finger stays where it is.
        case doubted
        /// The finger is there, and has been there when it seemed to land elsewhere.
        case landedElsewhere
    }

    /// The last believed place.
    private(set) var place: Point
    private var time: Timestamp
    /// In points per second; nil while only the landing is known.
    private var velocity: Vector?
    /// The last doubted place and its time.
    private var last: (place: Point, time: Timestamp)
    /// When the finger was first reported where it is believed to be.
    private(set) var seen: Timestamp
    /// The number of samples that are doubted now.
    private(set) var doubts = 0

    init(at place: Point, time: Timestamp) {
        (self.place, self.time, seen, last) = (place, time, time, (place, time))
    }

    /// Adds the contact's place in the next report.
    mutating func add(_ next: Point, at time: Timestamp, _ limits: Limits) -> Verdict {
        let isNear = distanceFromWay(to: next, at: time) <= limit(at: time, limits)
        if doubts == 0 {
            guard isNear else { return doubt(next, at: time) }
            return believe(next, at: time, since: (place, self.time), wrong: 0)
        }
        if isNear, (next - place).length <= (next - last.place).length {
            return believe(next, at: time, since: (place, self.time), wrong: doubts)
        }
        guard doubts >= limits.count else { return doubt(next, at: time) }
        if velocity == nil, (next - last.place).length * 4 <= (last.place - place).length {
            self = SampleTrail(at: next, time: time)
            return .landedElsewhere
        }
        let firstDoubt = seen
        defer { seen = firstDoubt }
        return believe(next, at: time, since: last, wrong: 0)
    }

    /// The contact has lifted; returns the number of samples that were wrong.
    mutating func end() -> Int {
        defer { doubts = 0 }
        return doubts
    }

    private mutating func doubt(_ next: Point, at time: Timestamp) -> Verdict {
        last = (next, time)
        if doubts == 0 { seen = time }
        doubts += 1
        return .doubted
    }

    private mutating func believe(
        _ next: Point, at time: Timestamp, since before: (place: Point, time: Timestamp), wrong: Int
    ) -> Verdict {
        velocity = (next - before.place) * (1 / Self.interval(from: before.time, to: time))
        (place, self.time, seen, doubts) = (next, time, time, 0)
        return .believed(wrong: wrong)
    }

    private func distanceFromWay(to next: Point, at time: Timestamp) -> Double {
        let way = (velocity ?? .zero) * Self.interval(from: self.time, to: time)
        let step = next - place
        let square = way.x * way.x + way.y * way.y
        guard square > 0 else { return step.length }
        let part = min(max((step.x * way.x + step.y * way.y) / square, 0), 1)
        return (step - way * part).length
    }

    private func limit(at time: Timestamp, _ limits: Limits) -> Double {
        max(limits.speed * Self.interval(from: self.time, to: time), Self.allowance)
    }

    /// Seconds between samples that count: reports that were queued together are too close to each other, and after a
    /// silence a finger is nearly where it was.
    private static func interval(from start: Timestamp, to end: Timestamp) -> Double {
        min(max(end.seconds(since: start), 0.005), 0.07)
    }

    /// What noise and a landing finger add, in points: 5 mm.
    private static let allowance = 5 / PointUnit.millimetres
}
