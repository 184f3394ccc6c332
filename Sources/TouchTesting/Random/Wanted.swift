// Comparison of a list with all recognizers active and with unneeded ones idle.

import Gestures

extension RandomList {
    /// The list of a seed for a trial.
    init(seed: UInt64, _ trial: Trial) {
        switch trial {
        case .audit, .twice, .order, .late: self.init(seed: seed)
        case .rest: self.init(sideBySide: seed)
        case .wanted: self.init(resting: seed)
        case .layers: self.init(layered: seed)
        case .moving: self.init(moving: seed)
        case .asking: self.init(asking: seed)
        case .deciding: self.init(deciding: seed)
        case .layeredDeciding: self.init(layeredDeciding: seed)
        case .nested: self.init(nested: seed)
        }
    }

    /// A list in which some recognizers have no relation to others, so that they may be idle.
    init(resting seed: UInt64) {
        self.init(seed: seed)
        var random = SeededNumbers(seed: seed ^ 2)
        let (hasDelegates, isDynamic) = (random.isOne(in: 4), random.isOne(in: 2))
        let hasPermissions = !random.isOne(in: 3)
        for index in recognizers.indices {
            if !hasDelegates { recognizers[index].delegate = nil }
            if !isDynamic { recognizers[index].isDynamic = false }
            guard hasPermissions else { continue }
            for other in 0..<index where !random.isOne(in: 3) {
                permissions.append(Pair(first: index, second: other))
            }
        }
        self = withoutMeddling
    }

    /// The needed recognizers.
    fileprivate var wanted: Set<Int> {
        let answers = Answers(seed: seed)
        return Set(recognizers.indices.filter { answers.isOne(in: 3, .wanted, $0, 0) })
    }
}

extension RandomProof {
    mutating func tryWanted(_ list: RandomList) -> Finding? {
        let wanted = list.wanted
        let (all, some) = (RandomRun(list, log: RandomLog()), RandomRun(list, log: RandomLog(), wanted: wanted))
        if let finding = play(all) ?? play(some) { return finding }
        rested += some.watched.count { $0.recognizer.isIdle }
        func received(_ run: RandomRun) -> RandomLog? {
            run.log?.only { $0.recognizer.map(wanted.contains) ?? false }
        }
        return RandomLog.difference(received(all), received(some))
            .map { Finding(rule: "who rests matters", words: $0) }
    }
}
