// Detection of spots that a panel reports as touched again and again.

/// The places where contacts have come and gone, and for how long.
///
/// A spot is noisy when it was touched at least four times, for more than half of the time, for two seconds or more; of
/// what is older than four seconds half is forgotten.
struct NoisySpots {
    private struct Spot {
        let place: Point
        /// The time when its time limit begins.
        var start: Timestamp
        var end: Timestamp
        /// The number of contacts at the spot, and their total time in seconds.
        var visits = 0
        var total = 0.0
    }

    private var spots: [Spot] = []

    func isNoisy(at place: Point, time: Timestamp) -> Bool {
        guard let spot = spots.first(where: { Self.isSame($0.place, place) }) else { return false }
        let age = time.seconds(since: spot.start)
        return spot.visits >= Self.leastVisits && age >= Self.leastAge && spot.total > age / 2
    }

    mutating func record(_ place: Point, from start: Timestamp, to end: Timestamp) {
        let index = spots.firstIndex { Self.isSame($0.place, place) } ?? add(place, start)
        spots[index].visits += 1
        spots[index].total += max(end.seconds(since: start), 0)
        spots[index].end = end
        guard end.seconds(since: spots[index].start) > Self.memory else { return }
        spots[index].start = end.adding(seconds: -Self.memory / 2)
        spots[index].total = min(spots[index].total / 2, Self.memory / 2)
    }

    /// In the place of the one that was quiet for longest when there are too many.
    private mutating func add(_ place: Point, _ start: Timestamp) -> Int {
        let spot = Spot(place: place, start: start, end: start)
        guard spots.count >= Self.capacity, let oldest = spots.indices.min(by: { spots[$0].end < spots[$1].end }) else {
            spots.append(spot)
            return spots.count - 1
        }
        spots[oldest] = spot
        return oldest
    }

    /// Whether a finger would hardly hit both.
    static func isSame(_ one: Point, _ other: Point) -> Bool { (one - other).length <= size }

    private static let capacity = 16
    private static let leastVisits = 4
    /// In seconds.
    private static let leastAge = 2.0
    /// In seconds.
    private static let memory = 4.0
    /// In points: 0.4 mm.
    private static let size = 0.4 / PointUnit.millimetres
}
