// Tests of the engine with random event lists.

import Testing
import TouchTesting

@Suite struct RandomListTests {
    @Test("Lists of a fixed seed break no rule, and reach every kind of recognizer in every way")
    func fixedSeed() {
        var proof = RandomProof()
        let seed: UInt64 = 27182
        var count = tryLists(&proof, from: seed, count: 200)
        // Lists that recognize nothing, or in which no recognizer has to wait, would test nothing. The engine's
        // behaviour determines how soon everything has occurred, so when a change leaves a gap, more lists follow.
        while !proof.coverage.missing.isEmpty, count < 5000 {
            count += tryLists(&proof, from: seed + UInt64(count), count: 50)
        }
        #expect(proof.coverage.missing == [])
        #expect(Double(proof.comparedInFull) > 0.75 * Double(count))
        #expect(proof.rested > 15 && proof.layered > 2)
    }

    @Test(
        "Seeds whose lists once depended on the order of addition no longer do",
        arguments: [
            78_000_332_842, 974, 90_000_131_419, 90_000_385_452, 90_000_714_044, 90_000_873_955, 90_000_921_070,
            90_000_964_691, 90_000_995_395, 92_000_106_044, 93_000_029_049, 90_002_885_611,
            90_003_833_628, 90_004_003_128, 90_004_241_764, 90_005_073_137, 90_005_268_051, 90_006_800_604,
            95_003_157_569, 95_005_243_903, 95_005_442_262,
        ])
    func order(seed: UInt64) {
        var proof = RandomProof()
        let discovery = proof.run(seed: seed)
        #expect(discovery == nil && proof.compared > 0, "\(discovery.map(\.description) ?? "nothing was compared")")
    }

    @Test(
        "Seeds that once found other faults no longer do: late layers, cycles of waiting, recognizers added late",
        arguments: [
            90_000_317_937, 91_000_065_330, 90_000_064_245, 90_000_108_945, 90_000_370_887, 90_001_829_752, 700_172_032,
            90_002_884_475, 90_004_374_085, 90_004_816_360, 90_005_349_636, 90_005_716_321, 90_006_226_866,
            90_006_286_486, 90_006_634_821, 90_009_227_714, 70_000_192_623, 95_000_915_011, 95_003_286_734,
            95_005_358_105, 96_000_293_977, 96_004_933_310, 97_000_548_227, 76_756,
        ])
    func other(seed: UInt64) {
        var proof = RandomProof()
        let discovery = proof.run(seed: seed)
        #expect(discovery == nil, "\(discovery.map(\.description) ?? "")")
    }

    /// Tries lists and reports findings; returns their number.
    private func tryLists(_ proof: inout RandomProof, from seed: UInt64, count: Int) -> Int {
        print("\(count) random lists from seed \(seed)")
        for discovery in proof.run(from: seed, count: count) {
            Issue.record("\(discovery); `scripts/fuzz gestures seed=\(discovery.seed)` shrinks and explains it")
        }
        return count
    }

    @Test("Comparisons find differences: a finger on the same region does change gestures")
    func comparisonFails() throws {
        var proof = RandomProof()
        let rule = "a resting finger elsewhere"
        let lists = (0..<200).lazy.map { RandomList(overlapping: $0) }
        let first = lists.first { proof.run($0, .rest)?.rule == rule }
        let list = try #require(first)
        let finding = proof.run(list, .rest)
        let least = RandomProof.shrunk(list, .rest, try #require(finding))
        let again = proof.run(least, .rest)
        #expect(again?.rule == rule && least.description.count < list.description.count)
    }
}
