// Fuzzing of the engine with random event lists on all processors, with shrinking of findings.

import Glibc
import TouchTesting

/// One run of the command.
struct Fuzzing {
    /// The number of lists that a task tries before it reports.
    private static let portion: UInt64 = 256

    private struct Portion: Sendable {
        let lane: Int
        let count: Int
        let proof: RandomProof
        let discoveries: [Discovery]
    }

    private let count: UInt64
    private let seed: UInt64
    private var proof = RandomProof()
    /// The number of findings of each rule.
    private var findings: [String: Int] = [:]
    private var tried = 0
    private let start = ContinuousClock.now
    private var lastReport = ContinuousClock.now

    init(count: UInt64, seed: UInt64) {
        (self.count, self.seed) = (count, seed)
    }

    /// Tries all lists; returns false if there was a finding.
    mutating func run() async -> Bool {
        let lanes = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        SeedsUnderWay.watch()
        say("\(count) lists from seed \(seed)")
        let (count, seed) = (count, seed)
        await withTaskGroup(of: Portion.self) { group in
            var next: UInt64 = 0
            func add(lane: Int) {
                guard next < count else { return }
                let (first, size) = (seed &+ next, Int(min(Self.portion, count - next)))
                next += UInt64(size)
                group.addTask {
                    var proof = RandomProof()
                    let discoveries = proof.run(from: first, count: size) { SeedsUnderWay.set(lane, to: $0) }
                    return Portion(lane: lane, count: size, proof: proof, discoveries: discoveries)
                }
            }
            for lane in 0..<lanes { add(lane: lane) }
            while let portion = await group.next() {
                add(lane: portion.lane)
                take(portion)
            }
        }
        conclude()
        return findings.isEmpty
    }

    private mutating func take(_ portion: Portion) {
        tried += portion.count
        proof.add(portion.proof)
        for discovery in portion.discoveries {
            let rule = discovery.finding.rule
            findings[rule, default: 0] += 1
            if findings[rule] == 1 { explain(discovery) } else { say("*** \(discovery)") }
        }
        guard ContinuousClock.now - lastReport > .seconds(10) else { return }
        lastReport = .now
        say("\(tried) lists, \(rate) per second, \(findings.values.reduce(0, +)) findings")
    }

    /// Prints the first finding of its rule: the smallest list that shows it, and the log of that.
    private func explain(_ discovery: Discovery) {
        say("\n*** \(discovery)")
        let least = RandomProof.shrunk(discovery.list, discovery.trial, discovery.finding)
        var again = RandomProof()
        let finding = again.run(least, discovery.trial)
        if let finding { say("Shrunk, \(finding)\n\(least)\n") }
        say(RandomProof.story(of: least).joined(separator: "\n") + "\n")
        guard let other = finding?.other else { return }
        say("In the other order:\n" + RandomProof.story(of: other).joined(separator: "\n") + "\n")
    }

    private var rate: Int {
        let elapsed = ContinuousClock.now - start
        return Int(Double(tried) / max(elapsed / .seconds(1), 0.001))
    }

    private func conclude() {
        say(proof.coverage.table)
        if !proof.coverage.missing.isEmpty { say("never: \(proof.coverage.missing.joined(separator: ", "))") }
        say("orders of addition compared: \(proof.compared), \(proof.comparedInFull) of them to the end")
        let elapsed = Int((ContinuousClock.now - start) / .seconds(1))
        let digest = String(proof.digest, radix: 16)
        say("\(tried) lists from seed \(seed) in \(elapsed) s, \(rate) per second, digest \(digest)")
        for (rule, number) in findings.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            say("\(number) x \(rule)")
        }
        say("\(findings.values.reduce(0, +)) findings")
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }
}
