// 1. A line: where a finger went, and how fast.

/// A place in the window, or the way from one to another.
typealias Place = SIMD2<Double>
extension Place { var length: Double { (self * self).sum().squareRoot() } }

struct Line {
    /// A point of a line; its pace is 0 of a finger at rest, which makes wide, and 1 of a fast one, which makes thin.
    struct Dot {
        var place: Place, pace: Double
        var radius: Double { 13 - 10 * pace }

        func mixed(with other: Dot, _ share: Double) -> Dot {
            Dot(place: place + (other.place - place) * share, pace: pace + (other.pace - pace) * share)
        }
    }

    private var dots: [Dot]
    private var time: Double
    /// What is painted of a line that is finished.
    private var finished: [Dot]?

    init(at place: Place, time: Double) { (dots, self.time) = ([Dot(place: place, pace: 0)], time) }

    mutating func extend(to place: Place, time: Double) {
        guard let last = dots.last, case let step = (place - last.place).length, step >= 6 else { return }
        // What was withheld comes at one time. The first measured pace is also that of the beginning.
        let pace = time > self.time ? min(step / (time - self.time) / 2500, 1) : last.pace
        if dots.count < 3 { for index in dots.indices { dots[index].pace = pace } }
        dots.append(Dot(place: place, pace: dots.count < 3 ? pace : last.pace + 0.25 * (pace - last.pace)))
        self.time = time
    }

    /// The line as it is painted.
    var curve: [Dot] { finished ?? smoothed }

    mutating func finish() { finished = smoothed }

    /// A curve, without the noise of a slow finger.
    private var smoothed: [Dot] {
        guard dots.count > 2 else { return dots }
        var calm = dots
        for _ in 0..<4 {
            let last = calm
            for index in 1..<last.count - 1 {
                let (before, dot, after) = (last[index - 1], last[index], last[index + 1])
                // Within its own width a line cannot turn. Where the finger was fast, each place counts.
                let near = max((dot.place - before.place).length, (after.place - dot.place).length) < 2 * dot.radius
                let mean = (before.place + after.place) / 2
                if near { calm[index].place = dot.place + (mean - dot.place) / 2 }
                calm[index].pace = dot.pace / 2 + (before.pace + after.pace) / 4
            }
        }
        // Parabolas from the middle of each step to that of the next one, with the dot as their corner.
        let middles = zip(calm, calm.dropFirst()).map { $0.mixed(with: $1, 0.5) }
        let arcs = zip(zip(middles, middles.dropFirst()), calm.dropFirst()).flatMap { ends, dot in
            (1...8).map { step in
                let share = Double(step) / 8
                return ends.0.mixed(with: dot, share).mixed(with: dot.mixed(with: ends.1, share), share)
            }
        }
        return [calm[0], middles[0]] + arcs + calm.suffix(1)
    }

    mutating func move(by way: Place) { for index in curve.indices { finished?[index].place += way } }

    /// Hit testing: how far a place is from the painted line, 0 on it.
    func distance(to place: Place) -> Double {
        zip(curve, curve.dropFirst() + curve.suffix(1)).map { from, to in
            let way = to.place - from.place, offset = place - from.place
            let share = min(max((way * offset).sum() / max((way * way).sum(), 1), 0), 1)
            return max((offset - way * share).length - from.radius, 0)
        }.min() ?? .infinity
    }
}
