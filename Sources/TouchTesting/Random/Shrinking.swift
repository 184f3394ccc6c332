// Shrinking of a random list to the smallest one that still shows a finding.

extension RandomProof {
    /// Returns a smaller list with a finding of the same rule: no step, recognizer, relation or region can be removed
    /// from it.
    public static func shrunk(_ list: RandomList, _ trial: Trial, _ finding: Finding) -> RandomList {
        var proof = RandomProof()
        var (list, tries) = (list, 0)
        func holds(_ smaller: RandomList) -> Bool {
            tries += 1
            return tries < 20_000 && proof.run(smaller, trial)?.rule == finding.rule
        }
        var size = Int.max
        while size > list.weight {
            size = list.weight
            list.leaveOut(\.reactions, holds)
            list.leaveOut(\.steps, holds)
            for index in list.recognizers.indices where list.recognizers[index].isPresent {
                var smaller = list
                smaller.recognizers[index].isPresent = false
                if holds(smaller) { list = smaller }
            }
            list.leaveOut(\.requirements, holds)
            list.leaveOut(\.permissions, holds)
            for change in RandomList.simplifications {
                for index in list.recognizers.indices where list.recognizers[index].isPresent {
                    var smaller = list
                    change(&smaller.recognizers[index])
                    if smaller.weight < list.weight, holds(smaller) { list = smaller }
                }
            }
            // The side of a region is essential for this finding.
            if trial != .rest { list.flatten(holds) }
        }
        return list
    }
}

extension RandomList {
    fileprivate var weight: Int {
        steps.count + reactions.count + requirements.count + permissions.count
            + regions.reduce(0) { $0 + ($1.isPresent ? 1 : 0) + ($1.isStrict ? 1 : 0) }
            + recognizers.reduce(0) { $0 + ($1.isPresent ? 1 + $1.weight : 0) }
    }

    fileprivate static let simplifications: [@Sendable (inout RecognizerPlan) -> Void] = [
        { $0.delegate = nil }, { $0.isDynamic = false }, { $0.cancelsTouches = true }, { $0.delaysBegan = false },
        { $0.delaysEnded = true }, { $0.isEnabled = true }, { $0.asks = 0 }, { $0.asks &= 1 }, { $0.asks &= 2 },
    ]

    /// Removes halves, quarters, single elements.
    fileprivate mutating func leaveOut<Part>(
        _ path: WritableKeyPath<RandomList, [Part]>, _ holds: (RandomList) -> Bool
    ) {
        var size = max(self[keyPath: path].count / 2, 1)
        while true {
            var start = 0
            while start < self[keyPath: path].count {
                var smaller = self
                smaller[keyPath: path].removeSubrange(start..<min(start + size, smaller[keyPath: path].count))
                if holds(smaller) { self = smaller } else { start += size }
            }
            guard size > 1 else { return }
            size /= 2
        }
    }

    /// Removes regions, and their special properties.
    fileprivate mutating func flatten(_ holds: (RandomList) -> Bool) {
        for index in regions.indices.dropFirst() where regions[index].isPresent {
            var smaller = self
            smaller.regions[index].isPresent = false
            if holds(smaller) { self = smaller }
        }
        for index in recognizers.indices where recognizers[index].region != 0 {
            var smaller = self
            smaller.recognizers[index].region = 0
            if holds(smaller) { self = smaller }
        }
        for index in regions.indices where regions[index].isStrict {
            var smaller = self
            smaller.regions[index].isStrict = false
            if holds(smaller) { self = smaller }
        }
    }
}

extension RandomList.RecognizerPlan {
    fileprivate var weight: Int {
        [delegate != nil, isDynamic, !cancelsTouches, delaysBegan, !delaysEnded, !isEnabled, region != 0]
            .count(where: { $0 }) + asks.nonzeroBitCount
    }
}
