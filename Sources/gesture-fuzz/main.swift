// The command line of gesture-fuzz: COUNT random event lists of the seeds SEED, SEED + 1, …

import Glibc

/// `gesture-fuzz [COUNT [SEED]]`: a million lists and a random seed by default.
///
/// Status 1: there was a finding; 64: an argument is not a number.
func fuzz(_ words: [String]) async -> Int32 {
    let numbers = words.compactMap { UInt64($0) }
    guard words.count == numbers.count, words.count <= 2 else {
        print("usage: gesture-fuzz [COUNT [SEED]]")
        return 64
    }
    var fuzzing = Fuzzing(
        count: numbers.first ?? 1_000_000, seed: numbers.count > 1 ? numbers[1] : .random(in: 0..<1 << 48))
    return await fuzzing.run() ? 0 : 1
}

exit(await fuzz(Array(CommandLine.arguments.dropFirst())))
