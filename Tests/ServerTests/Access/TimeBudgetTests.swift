// Tests of time budgets of users.

import GestureWire
import Testing

@testable import Server

extension TimeBudget {
    /// Whether a user has used up its time; the budget is not changed.
    fileprivate func exceeds(_ user: UInt32, _ now: Int64) -> Bool {
        var copy = self
        return copy.isExceeded(by: user, at: now)
    }
}

struct TimeBudgetTests {
    @Test("requests that take no longer than the free part are never charged")
    func free() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for number in 1...100_000 { budget.charge(100, to: 1, at: Int64(number)) }
        #expect(!budget.exceeds(1, 100_000) && budget.userCount == 0 && budget.nextDeadline == nil)
    }

    @Test("a user waits after 50 ms, 500 times as long as it took, and no other user does")
    func waiting() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for _ in 0..<10 { budget.charge(5100, to: 1, at: 1000) }
        #expect(!budget.exceeds(1, 1000))
        budget.charge(5100, to: 1, at: 1000)
        #expect(budget.exceeds(1, 1000) && !budget.exceeds(2, 1000))
        #expect(budget.nextDeadline == Int64(1000 + 5000 * 500))
        #expect(budget.exceeds(1, 1000 + 5000 * 500 - 1))
        budget.leak(to: 1000 + 5000 * 500)
        #expect(!budget.exceeds(1, 1000 + 5000 * 500) && budget.nextDeadline == nil)
    }

    @Test("all users together get one part in 500 of the time", arguments: [1, 2, 4])
    func share(users: UInt32) {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for user in 1...users { for _ in 0..<20 { budget.charge(5100, to: user, at: 0) } }
        var (now, spent) = (Int64(0), Int64(0))
        while now < 1_000_000_000 {
            guard let next = budget.nextDeadline else {
                Issue.record("somebody waits")
                return
            }
            now = next
            for user in 1...users where !budget.isExceeded(by: user, at: now) {
                budget.charge(5100, to: user, at: now)
                spent += 5000
            }
        }
        #expect((900_000_000...1_010_000_000).contains(spent * 500), "\(spent) µs of \(now)")
    }

    @Test("for any duration and number of requests, the wait ends")
    func longest() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for _ in 0..<1000 { budget.charge(.max / 1000, to: 1, at: 0) }
        #expect(budget.nextDeadline == Int64(5 * 50_000 * 500))
    }

    @Test("a machine suspended during a request costs its user little")
    func away() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for _ in 0..<2 { budget.charge(10_000_000, to: 1, at: 0) }
        #expect(!budget.exceeds(1, 0))
        budget.charge(10_000_000, to: 1, at: 0)
        #expect(budget.nextDeadline == Int64(25_000 * 500))
    }

    @Test("own recognizers may take a quarter of the time, and 20 ms at once")
    func own() {
        var budget = TimeBudget.ofOwnRecognizers(freePart: 100)
        for frame in 0..<1000 { budget.charge(1000, to: 1, at: Int64(frame) * 4000) }
        #expect(!budget.exceeds(1, 4_000_000))
        for _ in 0..<19 { budget.charge(1000, to: 1, at: 4_000_000) }
        #expect(!budget.exceeds(1, 4_000_000))
        for _ in 0..<3 { budget.charge(1000, to: 1, at: 4_000_000) }
        #expect(budget.exceeds(1, 4_000_000) && !budget.exceeds(2, 4_000_000))
    }

    @Test("a virtual machine that has no processor during two frames costs the user of own recognizers little")
    func starved() {
        var budget = TimeBudget.ofOwnRecognizers(freePart: 100)
        for frame in Int64(0)..<2 { budget.charge(10_000_000, to: 1, at: frame * 8000) }
        for frame in Int64(2)..<50 { budget.charge(350, to: 1, at: frame * 8000) }
        #expect(!budget.exceeds(1, 400_000))
        for frame in Int64(50)..<53 { budget.charge(10_000_000, to: 1, at: frame * 8000) }
        #expect(budget.exceeds(1, 416_000), "it is no exception")
    }

    @Test(
        "own recognizers that take half of each frame are too expensive at any panel's rate",
        arguments: [30, 60, 1000])
    func slowFrames(rate: Int64) {
        var budget = TimeBudget.ofOwnRecognizers(freePart: 100)
        let interval = 1_000_000 / rate
        var frames = Int64(0)
        while !budget.exceeds(1, frames * interval), frames < 10 * rate {
            budget.charge(interval / 2, to: 1, at: frames * interval)
            frames += 1
        }
        #expect(frames < rate)
    }

    @Test("time that some users do not need is available to others")
    func unneeded() {
        var budget = TimeBudget.ofOwnRecognizers(freePart: 100)
        for frame in Int64(0)..<10_000 {
            for user in UInt32(2)...9 { budget.charge(2, to: user, at: frame * 4000) }
            budget.charge(900, to: 1, at: frame * 4000)
        }
        #expect(!budget.exceeds(1, 40_000_000))
    }

    @Test("an exhausted user waits 500 times its burst")
    func exhausted() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        budget.exhaust(1, at: 1000)
        #expect(budget.nextDeadline == Int64(1000 + 50_000 * 500))
        budget.exhaust(1, at: 1000)
        #expect(budget.nextDeadline == Int64(1000 + 50_000 * 500), "twice is no longer than once")
    }

    @Test("time that stands still or runs back, and more users than are distinguished, are harmless")
    func oddities() {
        var budget = TimeBudget.ofRequests(freePart: 100)
        for user in 1...1000 { budget.charge(1000, to: UInt32(user), at: 1000 - Int64(user)) }
        #expect(budget.userCount == TimeBudget.mostUsers)
        budget.leak(to: .max)
        #expect(budget.userCount == 0)
    }
}
