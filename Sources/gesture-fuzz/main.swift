// The command line of gesture-fuzz: COUNT random event lists of the seeds SEED, SEED + 1, …

import Glibc

/// `gesture-fuzz [--intercepted] [COUNT [SEED]]`: a million lists and a random seed by default.
///
/// Status 1: there was a finding; 64: an argument is not a number.
func fuzz(_ words: [String]) async -> Int32 {
    let isIntercepted = words.first == "--intercepted"
    let words = words.dropFirst(isIntercepted ? 1 : 0)
    let numbers = words.compactMap { UInt64($0) }
    guard words.count == numbers.count, words.count <= 2 else {
        print("usage: gesture-fuzz [--intercepted] [COUNT [SEED]]")
        return 64
    }
    let (count, seed) = (numbers.first ?? 1_000_000, numbers.count > 1 ? numbers[1] : .random(in: 0..<1 << 48))
    if isIntercepted { return await fuzzInterception(count: count, seed: seed) ? 0 : 1 }
    var fuzzing = Fuzzing(count: count, seed: seed)
    return await fuzzing.run() ? 0 : 1
}

exit(await fuzz(Array(CommandLine.arguments.dropFirst())))
