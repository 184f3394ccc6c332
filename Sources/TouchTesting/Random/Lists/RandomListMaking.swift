// Construction of random lists from a seed, the same on every machine.

import Touch

extension RandomList {
    private static let surface = Size(width: 2000, height: 1000)

    /// The list of a seed.
    public init(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let theme = random.isOne(in: 2) ? Kind.usual.randomElement(using: &random) : nil
        self.init(seed: seed, theme, &random)
        var fingers = RandomFingers(random: random, size: Self.surface, theme: theme)
        random = fingers.play()
        steps = fingers.steps
        if random.isOne(in: 2) { meddle(&random) }
    }

    private init(seed: UInt64, _ theme: Kind?, _ random: inout SeededNumbers) {
        self.seed = seed
        regions = Self.regions(&random)
        let count = Int.random(in: theme == nil ? 1...7 : 0...2, using: &random)
        if let theme { addWaiting(theme, &random) }
        for _ in 0..<count {
            recognizers.append(RecognizerPlan(region: .random(in: 0..<regions.count, using: &random), &random))
        }
        relate(&random)
        isPunctual = !random.isOne(in: 6)
    }

    /// A recognizer of a kind that waits for another one, and can well be recognized.
    private mutating func addWaiting(_ theme: Kind, _ random: inout SeededNumbers) {
        let region = random.isOne(in: 2) ? 0 : Int.random(in: 0..<regions.count, using: &random)
        for kind in [theme, [.tap, .tap, .longPress, .hostile].randomElement(using: &random) ?? .tap] {
            var plan = RecognizerPlan(region: region, &random)
            (plan.kind, plan.delegate, plan.isEnabled) = (kind, nil, true)
            recognizers.append(plan)
        }
        // No recognizer waits for one that is recognized at once.
        while recognizers[1].isSingleTap { recognizers[1].numbers = random.next() }
        requirements.append(Pair(first: 0, second: 1))
    }

    private static func regions(_ random: inout SeededNumbers) -> [RegionPlan] {
        var regions = [RegionPlan(parent: 0, origin: .zero, size: surface, isStrict: random.isOne(in: 8))]
        var depths = [0]
        for index in 0..<Int.random(in: 0...4, using: &random) {
            let parent = Int.random(in: 0...index, using: &random)
            guard depths[parent] < 3 else { continue }
            let outer = regions[parent].size
            let (x, y) = (Double.random(in: -0.1...0.3, using: &random), Double.random(in: -0.1...0.3, using: &random))
            let size = Double.random(in: 0.4...1, using: &random)
            regions.append(
                RegionPlan(
                    parent: parent, origin: Point(x: outer.width * x, y: outer.height * y),
                    size: Size(width: outer.width * size, height: outer.height * size), isStrict: random.isOne(in: 8)))
            depths.append(depths[parent] + 1)
            if regions.count <= index + 1 { break }
        }
        return regions
    }

    mutating func relate(_ random: inout SeededNumbers) {
        order = Array(recognizers.indices).shuffled(using: &random)
        for first in recognizers.indices {
            for second in recognizers.indices where first != second {
                if random.isOne(in: 8) { requirements.append(Pair(first: first, second: second)) }
                if random.isOne(in: 8) { permissions.append(Pair(first: first, second: second)) }
            }
        }
        if random.isOne(in: 3) { permissions = [] }
        requirements.shuffle(using: &random)
    }

    // MARK: - Meddling

    private mutating func meddle(_ random: inout SeededNumbers) {
        let end = steps.last?.time ?? 0
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let time = Int64.random(in: 0...max(end, 1), using: &random)
            let place = steps.firstIndex { $0.time > time } ?? steps.count
            steps.insert(Step(time: time, action: .meddle(meddling(&random))), at: place)
        }
        let triggers: [Reaction.Trigger] = [.acts, .acts, .isAsked, .receives, .resets]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            reactions.append(
                Reaction(
                    trigger: triggers.randomElement(using: &random) ?? .acts,
                    recognizer: .random(in: recognizers.indices, using: &random),
                    count: .random(in: 1...4, using: &random),
                    meddling: meddling(&random)))
        }
    }

    private func meddling(_ random: inout SeededNumbers) -> Meddling {
        let (one, other) = (
            Int.random(in: recognizers.indices, using: &random), Int.random(in: recognizers.indices, using: &random)
        )
        let region = Int.random(in: regions.indices, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .enable(one, false)
        case 1: return .enable(one, true)
        case 2, 3: return .flicker(one)
        case 4: return .remove(one)
        case 5, 6: return .add(one, region: region)
        case 7: return region == 0 ? .flicker(one) : .removeRegion(region)
        case 8: return region == 0 ? .remove(one) : .addRegion(region)
        case 9: return .rebase(one, random.isOne(in: 2) ? 1 : .random(in: 0...3, using: &random))
        case 10: return .cancelAll
        case 11: return .delegate(one, random.isOne(in: 2) ? nil : random.next())
        case 12: return random.isOne(in: 2) ? .callReset(one) : .require(one, other)
        default: return .setState(one)
        }
    }
}

extension RandomList.RecognizerPlan {
    init(region: Int, _ random: inout SeededNumbers) {
        let kinds = RandomList.Kind.usual
        kind = kinds.randomElement(using: &random) ?? .tap
        self.region = region
        numbers = random.next()
        delegate = random.isOne(in: 3) ? random.next() : nil
        isDynamic = random.isOne(in: 4)
        cancelsTouches = !random.isOne(in: 4)
        delaysBegan = random.isOne(in: 4)
        delaysEnded = !random.isOne(in: 4)
        isEnabled = !random.isOne(in: 16)
    }
}
