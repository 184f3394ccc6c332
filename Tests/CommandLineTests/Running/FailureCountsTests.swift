// Tests of which failures are reported at once and which are counted.

import Testing

@testable import ControlCommands

@Suite struct FailureCountsTests {
    private let first = RepeatedFailure("sh, started for tap,", "exit status 1")

    @Test("The first failure of a kind is reported at once, later ones as a number after the pause")
    func sums() {
        var counts = FailureCounts()
        #expect(counts.add(first) == "sh, started for tap, failed: exit status 1")
        for _ in 1...3 { #expect(counts.add(first) == nil) }
        #expect(counts.sum(of: first) == "sh, started for tap, failed 3 more times: exit status 1")
        #expect(counts.add(first) == nil, "another pause has begun")
        #expect(counts.sum(of: first) == "sh, started for tap, failed 1 more time: exit status 1")
    }

    @Test("Another status or another recognizer is another kind of failure")
    func kinds() {
        var counts = FailureCounts()
        let others = [
            RepeatedFailure("sh, started for tap,", "exit status 2"),
            RepeatedFailure("sh, started for pan,", "exit status 1"),
        ]
        for failure in [first] + others { #expect(counts.add(failure) != nil) }
        #expect(counts.add(first) == nil)
        for failure in others { #expect(counts.sum(of: failure) == nil) }
        #expect(counts.add(others[0]) == "sh, started for tap, failed: exit status 2", "its pause is over")
    }
}
