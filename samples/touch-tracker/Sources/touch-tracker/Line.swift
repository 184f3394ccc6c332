// 1. A line: where a finger went, and how fast.

/// A place in the window, or the way from one to another.
typealias Place = SIMD2<Double>
extension Place { var length: Double { (self * self).sum().squareRoot() } }

struct Line {
    /// A point of a line; its pace is 0 of a finger at rest, which makes wide, and 1 of a fast one, which makes thin.
    struct Dot {
        var place: Place, pace: Double
        var radius: Double { 13 - 10 * pace }
    }

    private(set) var dots: [Dot]
    private var time: Double

    init(at place: Place, time: Double) { (dots, self.time) = ([Dot(place: place, pace: 0)], time) }

    mutating func extend(to place: Place, time: Double) {
        guard let last = dots.last, case let step = (place - last.place).length, step >= 6 else { return }
        // What was withheld comes at one time. The first measured pace is also that of the beginning.
        let pace = time > self.time ? min(step / (time - self.time) / 2500, 1) : last.pace
        if dots.count < 3 { for index in dots.indices { dots[index].pace = pace } }
        dots.append(Dot(place: place, pace: dots.count < 3 ? pace : last.pace + 0.25 * (pace - last.pace)))
        self.time = time
    }

    mutating func move(by way: Place) { for index in dots.indices { dots[index].place += way } }

    /// Hit testing: how far a place is from the painted line, 0 on it.
    func distance(to place: Place) -> Double {
        zip(dots, dots.dropFirst() + dots.suffix(1)).map { from, to in
            let way = to.place - from.place, offset = place - from.place
            let share = min(max((way * offset).sum() / max((way * way).sum(), 1), 0), 1)
            return max((offset - way * share).length - from.radius, 0)
        }.min() ?? .infinity
    }
}
