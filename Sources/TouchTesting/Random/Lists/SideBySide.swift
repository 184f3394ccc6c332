// Random lists of two regions side by side, whose hands must not affect each other.

import Touch

extension RandomList {
    private static let left = 1
    private static let right = 2
    static let restingFinger = 1000

    /// A list of two regions side by side, with recognizers in both and in regions within them, whose fingers are all
    /// in the right one.
    ///
    /// Recognizers of the left region may be required by those of the right one, and vice versa.
    public init(sideBySide seed: UInt64) {
        self.init(seed: seed)
        let wide = Size(width: 900, height: 1000)
        regions.insert(
            contentsOf: [
                RegionPlan(parent: 0, origin: .zero, size: wide, isStrict: false),
                RegionPlan(parent: 0, origin: Point(x: 1000, y: 0), size: wide, isStrict: false),
            ], at: 1)
        var random = SeededNumbers(seed: seed)
        for index in 3..<max(regions.count, 3) {
            let parent = regions[index].parent
            // Regions of the root move into either of the two.
            regions[index].parent = parent == 0 ? .random(in: Self.left...Self.right, using: &random) : parent + 2
        }
        for index in recognizers.indices {
            let region = recognizers[index].region
            recognizers[index].region = region == 0 ? .random(in: Self.left...Self.right, using: &random) : region + 2
        }
        // Interference with one side occurs in both runs, and must not depend on the other side.
        reactions = []
        var fingers = RandomFingers(random: random, origin: Point(x: 1000, y: 0), size: wide)
        random = fingers.play()
        steps = fingers.steps
        // A region that extends beyond its parent receives nothing there; a region on the left side is never hit.
        isPunctual = true
    }

    /// A list whose left region extends under the right one, where its recognizers are: here the comparison must find
    /// differences.
    public init(overlapping seed: UInt64) {
        self.init(sideBySide: seed)
        regions[Self.right].parent = Self.left
        regions[Self.left].size.width = 2000
        for index in recognizers.indices { recognizers[index].region = Self.left }
    }

    /// Whether a region is the right one or in it.
    func isRight(_ region: Int) -> Bool {
        region == Self.right || region > Self.right && isRight(regions[region].parent)
    }

    /// The list with a finger on the left side that lands first, trembles, and never lifts.
    var withRestingFinger: RandomList {
        var list = self
        var random = SeededNumbers(seed: seed ^ 1)
        let place = Point(x: .random(in: 0..<900, using: &random), y: .random(in: 0..<1000, using: &random))
        var rest = [Step(time: -1_000_000, action: .down(Self.restingFinger, place))]
        if random.isOne(in: 2) {
            let last = steps.last?.time ?? 0
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let time =
                    random.isOne(in: 2)
                    ? .random(in: 0...max(last, 0), using: &random)
                    : steps.randomElement(using: &random)?.time ?? 0
                let tremor = Vector(x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random))
                rest.append(Step(time: time, action: .move(Self.restingFinger, place + tremor)))
            }
        }
        list.steps = (rest + steps).enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        return list
    }

    /// The list without interference.
    var withoutMeddling: RandomList {
        var list = self
        list.reactions = []
        list.steps = list.steps.filter { if case .meddle = $0.action { false } else { true } }
        return list
    }

    /// The list with deadlines that fire at their time, or late.
    func timed(isPunctual: Bool) -> RandomList {
        var list = self
        list.isPunctual = isPunctual
        return list
    }
}
