// Fuzzing of interception with random fingers and recognizers on all processors.

import Glibc
import TouchTesting

/// Tries lists of the seeds `seed`, `seed + 1`, … and prints the story of the first finding.
///
/// - Returns: False if there was a finding.
func fuzzInterception(count: UInt64, seed: UInt64) async -> Bool {
    let lanes = UInt64(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1))
    let start = ContinuousClock.now
    let findings = await withTaskGroup(of: [UInt64].self) { group in
        for lane in 0..<lanes {
            group.addTask {
                stride(from: lane, to: count, by: Int(lanes)).map { seed &+ $0 }.filter {
                    !InterceptionRun(seed: $0).faults.isEmpty
                }
            }
        }
        return await group.reduce(into: []) { $0 += $1 }.sorted()
    }
    if let first = findings.first {
        let run = InterceptionRun(seed: first, tellsStory: true)
        print((["seed \(first)"] + run.story + run.faults).joined(separator: "\n"))
    }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    print("\(count) lists from seed \(seed) in \(seconds) s, \(findings.count) findings \(findings.prefix(20))")
    return findings.isEmpty
}
