// Random finger movements: gestures of every kind, overlapping, distorted or aborted.

import Touch

/// Makes the steps of fingers within a rectangle.
struct RandomFingers {
    private(set) var steps: [RandomList.Step] = []
    private var random: SeededNumbers
    private let origin: Point
    private let size: Size
    private var finger = 0
    /// The unit of times, so that some fingers act at the same time.
    private let grain: Int64
    /// The most frequent kind of movement.
    private let theme: RandomList.Kind?
    private var place = Point.zero

    init(random: SeededNumbers, origin: Point = .zero, size: Size, theme: RandomList.Kind? = nil) {
        (self.random, self.theme) = (random, theme)
        (self.origin, self.size) = (origin, size)
        grain = [1000, 4000, 8000, 10000].randomElement(using: &self.random) ?? 1000
    }

    /// Makes several gestures one after another or at once, and leaves the generator where they end.
    mutating func play() -> SeededNumbers {
        var time = number(0...0.2)
        place = anywhere()
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            if random.isOne(in: 3) { place = anywhere() }
            gesture(at: time)
            time += [0, 0.02, 0.1, 0.2, 0.3, 0.5, 1.2].randomElement(using: &random) ?? 0
            // The next gesture begins after the last, or during it.
            if random.isOne(in: 2), let last = steps.last { time = max(time, Double(last.time) / 1e6) }
        }
        spoil()
        steps = steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        return random
    }

    private mutating func gesture(at time: Double) {
        let kind =
            theme.flatMap { random.isOne(in: 3) ? nil : $0 } ?? RandomList.Kind.usual.randomElement(using: &random)
        switch kind {
        case .tap: tap(at: time)
        case .longPress: press(at: time)
        case .swipe: swipe(at: time)
        case .pan: drag(at: time)
        case .screenEdgePan: edge(at: time)
        case .pinch, .rotation: pinch(at: time)
        case .transform: random.isOne(in: 2) ? drag(at: time) : pinch(at: time)
        case .stroke: figure(at: time)
        case .hostile, .client, nil: nonsense(at: time)
        }
    }

    // MARK: - Kinds

    private mutating func tap(at start: Double) {
        let (count, taps) = (fingers(), few())
        var time = start
        for _ in 0..<taps {
            let (landing, hold) = (number(0...0.04), number(0.02...0.15))
            for index in 0..<count { stay(beside(index), from: time + landing * Double(index), for: hold, trembles: 4) }
            time += hold + landing + number(0.03...0.4)
        }
    }

    private mutating func press(at start: Double) {
        let (count, landing) = (fingers(), number(0...0.1))
        let hold = number(0.1...1)
        for index in 0..<count { stay(beside(index), from: start + landing * Double(index), for: hold, trembles: 12) }
    }

    private mutating func swipe(at start: Double) {
        let direction =
            [Vector(x: 1, y: 0), Vector(x: -1, y: 0), Vector(x: 0, y: 1), Vector(x: 0, y: -1)]
            .randomElement(using: &random) ?? .zero
        let way = direction * number(40...250) + Vector(x: number(-8...8), y: number(-8...8))
        let (duration, moves) = (number(0.03...0.4), Int.random(in: 2...6, using: &random))
        together(at: start, moves: moves, duration: duration) { _, part in way * part }
    }

    private mutating func drag(at start: Double) {
        let (across, bend) = (Vector(x: number(-120...120), y: number(-120...120)), number(-60...60))
        together(at: start, moves: .random(in: 2...12, using: &random), duration: number(0.05...0.6)) { _, part in
            across * part + Vector(x: bend * part * (1 - part), y: -bend * part * part)
        }
    }

    private mutating func pinch(at start: Double) {
        let (radius, growth) = (number(20...120), random.isOne(in: 3) ? 1 : number(0.3...3))
        let (turn, drift) = (random.isOne(in: 2) ? 0 : number(-1.5...1.5), Vector(x: number(-30...30), y: 0))
        let phase = number(0...6)
        together(
            at: start, moves: .random(in: 2...10, using: &random), duration: number(0.05...0.6),
            fingers: random.isOne(in: 5) ? 3 : 2
        ) { finger, part in
            // A turn without trigonometry: the corners of a square and the paths between them.
            let angle = phase + Double(finger) * 3 + turn * part
            let (x, y) = (Self.wave(angle + 1.5), Self.wave(angle))
            return Vector(x: x, y: y) * (radius * (1 + (growth - 1) * part)) + drift * part
        }
    }

    /// Like a sine of period 6.
    private static func wave(_ angle: Double) -> Double {
        let phase = angle - (angle / 6).rounded(.down) * 6
        return phase < 1.5 ? phase / 1.5 : phase < 4.5 ? 2 - phase / 1.5 : phase / 1.5 - 4
    }

    private mutating func edge(at start: Double) {
        let isLeft = random.isOne(in: 2)
        place.x = isLeft ? origin.x + number(0...15) : origin.x + size.width - number(1...15)
        let way = Vector(x: (isLeft ? 1 : -1) * number(20...200), y: number(-20...20))
        together(at: start, moves: 6, duration: number(0.05...0.5), fingers: 1) { _, part in way * part }
    }

    /// A check mark, small or large.
    private mutating func figure(at start: Double) {
        let size = random.isOne(in: 2) ? number(0.1...0.4) : number(0.4...3)
        together(at: start, moves: 9, duration: number(0.1...0.8), fingers: 1) { _, part in
            part < 0.3
                ? Vector(x: 100 * part, y: 100 * part) * size
                : Vector(x: 30 + (part - 0.3) * 86, y: 30 - (part - 0.3) * 129) * size
        }
    }

    private mutating func nonsense(at start: Double) {
        var time = start
        var down: [Int] = []
        for _ in 0..<Int.random(in: 2...14, using: &random) {
            if random.isOne(in: 2) { time += number(0...0.06) }
            if random.isOne(in: 12) { add(.wait, at: time) }
            if let one = down.randomElement(using: &random), !random.isOne(in: 4) {
                if random.isOne(in: 4) {
                    add(random.isOne(in: 6) ? .cancel(one) : .up(one), at: time)
                    down.removeAll { $0 == one }
                } else {
                    add(.move(one, random.isOne(in: 3) ? anywhere() : beside(0)), at: time)
                }
            } else if down.count < 10 {
                finger += 1
                down.append(finger)
                add(.down(finger, beside(0)), at: time)
            }
            if random.isOne(in: 10) { add(.frame, at: time) }
        }
        for one in down { add(.up(one), at: time + number(0...0.1)) }
    }

    // MARK: - Fingers

    /// One finger at a place.
    private mutating func stay(_ place: Point, from start: Double, for hold: Double, trembles: Double) {
        finger += 1
        let one = finger
        add(.down(one, place), at: start)
        for _ in 0..<(random.isOne(in: 2) ? Int.random(in: 1...3, using: &random) : 0) {
            let tremor = Vector(x: number(-trembles...trembles), y: number(-trembles...trembles))
            add(.move(one, place + tremor), at: start + number(0...hold))
        }
        add(.up(one), at: start + hold + (random.isOne(in: 2) ? 0 : number(0...0.03)))
    }

    /// Some fingers that move together; `way` gives the offset of each from its start at a fraction of the time.
    private mutating func together(
        at start: Double, moves: Int, duration: Double, fingers count: Int? = nil, _ way: (Int, Double) -> Vector
    ) {
        let landing = random.isOne(in: 3) ? 0 : number(0...0.12)
        for index in 0..<(count ?? fingers()) {
            finger += 1
            let (one, from) = (finger, count == nil ? beside(index) : place)
            let time = start + landing * Double(index)
            add(.down(one, from + way(index, 0)), at: time)
            for move in 1...moves {
                let part = Double(move) / Double(moves)
                let tremor = random.isOne(in: 3) ? Vector(x: number(-1...1), y: number(-1...1)) : .zero
                add(.move(one, from + way(index, part) + tremor), at: start + landing * Double(index) + duration * part)
            }
            add(.up(one), at: time + duration + (random.isOne(in: 2) ? 0 : number(0...0.2)))
        }
    }

    /// Removes and changes some of the steps.
    private mutating func spoil() {
        for index in steps.indices where random.isOne(in: 30) {
            if case .up(let finger) = steps[index].action { steps[index].action = .cancel(finger) }
        }
        if random.isOne(in: 4), let index = steps.indices.randomElement(using: &random) { steps.remove(at: index) }
        if random.isOne(in: 8), let step = steps.randomElement(using: &random) {
            steps.append(RandomList.Step(time: step.time, action: .frame))
        }
    }

    // MARK: - Numbers

    private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    private mutating func few() -> Int { random.isOne(in: 3) ? .random(in: 2...3, using: &random) : 1 }

    private mutating func fingers() -> Int { random.isOne(in: 12) ? .random(in: 4...10, using: &random) : few() }

    private mutating func anywhere() -> Point {
        Point(
            x: (origin.x + number(0...size.width * 0.999)).rounded(.down),
            y: (origin.y + number(0...size.height * 0.999)).rounded(.down))
    }

    private mutating func beside(_ index: Int) -> Point {
        Point(x: place.x + Double(index) * 30 + number(-5...5), y: place.y + number(-5...5))
    }

    private mutating func add(_ action: RandomList.Action, at time: Double) {
        let microseconds = Int64((time * 1e6).rounded())
        steps.append(RandomList.Step(time: microseconds / grain * grain, action: bounded(action)))
    }

    /// Keeps fingers in the rectangle.
    private func bounded(_ action: RandomList.Action) -> RandomList.Action {
        func inside(_ point: Point) -> Point {
            Point(
                x: min(max(point.x, origin.x), origin.x + size.width - 1),
                y: min(max(point.y, origin.y), origin.y + size.height - 1))
        }
        return switch action {
        case .down(let finger, let place): .down(finger, inside(place))
        case .move(let finger, let place): .move(finger, inside(place))
        default: action
        }
    }
}
