// Check of a random list: it is played, and played again with changes that must have no effect.

import Gestures
import Touch

/// Tries random lists.
public struct RandomProof: Sendable {
    /// The outcomes in all lists.
    public private(set) var coverage = Coverage()
    /// The number of orders of addition that were played and compared with the list's own.
    public private(set) var compared = 0
    /// The number of those that were compared to their end, because the order never decided.
    public private(set) var comparedInFull = 0
    /// The number of idle recognizers in all lists in which some may be idle.
    public internal(set) var rested = 0
    /// How often recognizers in a layer of their own were released after a wait.
    public internal(set) var layered = 0
    /// A hash of all notifications in all lists, in any order: it is the same on all machines.
    public private(set) var digest: UInt64 = 0

    /// A proof without lists.
    public init() {}

    /// Makes the list of a seed and tries it; returns the first finding of the first trial that has one.
    public mutating func run(seed: UInt64) -> Discovery? {
        for trial in Trial.of(seed: seed) {
            let list = RandomList(seed: seed, trial)
            if let finding = run(list, trial) {
                return Discovery(seed: seed, trial: trial, list: list, finding: finding)
            }
        }
        return nil
    }

    /// Tries the lists of `count` seeds from `seed` on; calls `willTry` before each.
    public mutating func run(
        from seed: UInt64, count: Int, willTry: (UInt64) -> Void = { _ in }
    ) -> [Discovery] {
        (0..<count).compactMap { index in
            willTry(seed &+ UInt64(index))
            return run(seed: seed &+ UInt64(index))
        }
    }

    /// Adds the results of another proof.
    public mutating func add(_ other: RandomProof) {
        coverage.add(other.coverage)
        compared += other.compared
        comparedInFull += other.comparedInFull
        rested += other.rested
        layered += other.layered
        digest &+= other.digest
    }

    /// Tries one list in one way.
    public mutating func run(_ list: RandomList, _ trial: Trial) -> Finding? {
        switch trial {
        case .audit: return play(list).finding
        case .twice, .moving, .asking, .deciding: return compare(list, list, "not the same twice")
        case .order, .nested: return tryOrders(list.withoutMeddling.timed(isPunctual: true))
        case .rest: return tryRest(list)
        case .wanted: return tryWanted(list)
        case .layers, .layeredDeciding: return tryLayers(list)
        case .late:
            let list = list.withoutMeddling
            return compare(list.timed(isPunctual: true), list.timed(isPunctual: false), "not the same when late")
        }
    }

    private mutating func play(_ list: RandomList, log: RandomLog? = nil) -> (run: RandomRun, finding: Finding?) {
        let run = RandomRun(list, log: log)
        return (run, play(run))
    }

    /// The findings of the audits of a run and of the layer over it.
    mutating func play(_ run: RandomRun) -> Finding? {
        run.play()
        let runs = [run, run.layer].compactMap(\.self)
        for run in runs { note(run) }
        return runs.lazy.compactMap { $0.audit.faults.first }.first.map { Finding(rule: $0.rule, words: $0.words) }
    }

    private mutating func note(_ run: RandomRun) {
        coverage.add(run.coverage)
        digest &+= run.audit.digest
    }

    private mutating func compare(_ first: RandomList, _ second: RandomList, _ rule: String) -> Finding? {
        let (one, two) = (play(first, log: RandomLog()), play(second, log: RandomLog()))
        if let finding = one.finding ?? two.finding { return finding }
        return RandomLog.difference(one.run.log, two.run.log)
            .map { Finding(rule: rule, words: $0) }
    }

    /// The list in words, one line for each step.
    public static func story(of list: RandomList) -> [String] {
        let run = RandomRun(list, log: RandomLog(isStory: true))
        run.play()
        return (run.log?.story ?? []) + (list.isLayered ? storyInLayers(of: list) : [])
    }

    // MARK: - Order

    /// Plays a list in several orders of addition.
    ///
    /// Regions keep their recognizers separate, so orders that differ only between regions make the same engine. The
    /// result of such twins is known from the first of them; the last twin is played nevertheless, to find engines in
    /// which they differ.
    private mutating func tryOrders(_ list: RandomList) -> Finding? {
        let first = play(list, log: RandomLog())
        if let finding = first.finding { return finding }
        let orders = Self.orders(of: list.order, seed: list.seed)
        var played = [list.arrangement(of: list.order): first.run]
        let lastTwin = Self.lastTwin(list, orders)
        for (index, order) in orders.enumerated() {
            let arrangement = list.arrangement(of: order)
            let twin = index == lastTwin ? nil : played[arrangement]
            var other = list
            other.order = order
            let second = twin.map { (run: $0, finding: nil) } ?? play(other, log: RandomLog())
            if let twin { note(twin) }
            if let finding = second.finding { return finding }
            played[arrangement] = second.run
            let end = min(first.run.audit.tie ?? .max, second.run.audit.tie ?? .max)
            guard twin == nil else { continue }
            compared += 1
            if end == .max { comparedInFull += 1 }
            let difference = RandomLog.difference(first.run.log, second.run.log, before: end, isSorted: true)
            if let difference {
                return Finding(rule: "order of addition", words: "\(order): \(difference)", other: other)
            }
        }
        return nil
    }

    /// The last order that makes the same engine as one before it.
    private static func lastTwin(_ list: RandomList, _ orders: [[Int]]) -> Int? {
        var seen: Set = [list.arrangement(of: list.order)]
        return orders.indices.reduce(nil) { last, index in
            seen.insert(list.arrangement(of: orders[index])).inserted ? last : index
        }
    }

    /// All orders of up to four recognizers, some orders of more.
    private static func orders(of all: [Int], seed: UInt64) -> [[Int]] {
        if all.count <= 4 { return permutations(of: all) }
        var random = SeededNumbers(seed: seed)
        return [all.reversed()] + (0..<4).map { _ in all.shuffled(using: &random) }
    }

    private static func permutations(of all: [Int]) -> [[Int]] {
        guard all.count > 1 else { return [all] }
        return all.flatMap { first in permutations(of: all.filter { $0 != first }).map { [first] + $0 } }
    }

    // MARK: - Rest

    private mutating func tryRest(_ list: RandomList) -> Finding? {
        let (one, two) = (play(list, log: RandomLog()), play(list.withRestingFinger, log: RandomLog()))
        if let finding = one.finding ?? two.finding { return finding }
        func received(_ run: RandomRun) -> RandomLog? { run.log?.only { list.isRight($0.region) } }
        return RandomLog.difference(received(one.run), received(two.run))
            .map { Finding(rule: "a resting finger elsewhere", words: $0) }
    }
}

extension RandomList {
    /// The recognizers of each region in an order of addition: an engine knows nothing else of the order.
    fileprivate func arrangement(of order: [Int]) -> [[Int]] {
        regions.indices.map { region in
            order.filter { recognizers[$0].region == region && recognizers[$0].isPresent }
        }
    }
}
