// Random lists whose competing recognizers are in nested regions and wait for others.

import Touch

extension RandomList {
    /// A list of nested regions, almost as large as the surface, with recognizers in all of them that often want to
    /// begin in one event, require each other to fail, or may be recognized together.
    init(nested seed: UInt64) {
        self.init(seed: seed)
        var random = SeededNumbers(seed: seed ^ 4)
        let surface = regions[0].size
        regions = (0..<Int.random(in: 2...4, using: &random)).map { depth in
            let inset = Double(min(depth, 1)) * 20
            let margin = Double(depth) * inset
            return RegionPlan(
                parent: max(depth - 1, 0), origin: Point(x: inset, y: inset),
                size: Size(width: surface.width - 2 * margin, height: surface.height - 2 * margin), isStrict: false)
        }
        let kinds: [Kind] = [.pan, .pinch, .rotation, .transform, .longPress, .hostile, .hostile, .tap]
        let isRefusing = random.isOne(in: 3)
        recognizers = (0..<Int.random(in: 3...6, using: &random)).map { _ in
            var plan = RecognizerPlan(region: .random(in: regions.indices, using: &random), &random)
            plan.kind = kinds.randomElement(using: &random) ?? .hostile
            if !isRefusing { plan.delegate = nil }
            return plan
        }
        requirements = []
        relate(&random)
        permissions = pairs(in: 3, &random)
        requirements += pairs(in: 5, &random)
        var fingers = RandomFingers(
            random: random, size: surface, theme: [.pinch, .transform, .pan].randomElement(using: &random))
        _ = fingers.play()
        (steps, reactions, isPunctual) = (fingers.steps, [], true)
    }

    private func pairs(in count: Int, _ random: inout SeededNumbers) -> [Pair] {
        recognizers.indices.flatMap { first in
            recognizers.indices.filter { $0 != first && random.isOne(in: count) }.map { Pair(first: first, second: $0) }
        }
    }
}
