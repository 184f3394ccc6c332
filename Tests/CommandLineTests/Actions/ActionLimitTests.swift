// Tests of an action's limits: commands at a time, starts, waiting steps, lines in the log.

import Testing

@testable import ControlCommands

@Suite struct ActionLimitTests {
    @Test("As many commands run at a time as `jobs` allows")
    func jobs() {
        var admission = ActionAdmission(jobs: 2)
        #expect(
            (0..<4).map { admission.request(at: Double($0)) } == [
                .start, .start, .skip(.jobs), .skip(.jobs),
            ])
        admission.ended()
        #expect(admission.request(at: 5) == .start)
    }

    @Test("Twenty commands start in a second, however short they are")
    func rate() {
        var admission = ActionAdmission(jobs: 1)
        var started = 0
        for index in 0..<1000 {
            switch admission.request(at: Double(index) / 100) {
            case .start:
                started += 1
                admission.ended()
            case .skip(let reason): #expect(reason == .rate)
            }
        }
        #expect(started == 200)
    }

    @Test("Steps run one after the other; those that wait up and down cancel each other, and at most twenty wait")
    func steps() {
        var queue = StepQueue()
        #expect(add(3, to: &queue) == "up 0, 2 wait")
        #expect(add(-3, to: &queue) == "nothing 0, -1 wait")
        #expect(queue.ended() == .down && queue.ended() == nil)
        #expect(add(-1, to: &queue) == "down 0, 0 wait")
        #expect(add(-25, to: &queue) == "nothing 5, -20 wait")
        #expect(add(50, to: &queue) == "nothing 10, 20 wait")
    }

    @Test("Where one direction has no command, its steps cancel those that wait, and none of them waits")
    func oneDirection() {
        var queue = StepQueue(hasDown: false)
        #expect(add(3, to: &queue) == "up 0, 2 wait")
        #expect(add(-1, to: &queue) == "nothing 0, 1 wait")
        #expect(add(-30, to: &queue) == "nothing 0, 0 wait")
        #expect(queue.ended() == nil)
        #expect(add(-1, to: &queue) == "nothing 0, 0 wait")
        #expect(add(1, to: &queue) == "up 0, 0 wait")
    }

    /// What starts, how many steps are dropped, and how many wait.
    private func add(_ steps: Int, to queue: inout StepQueue) -> String {
        let (start, dropped) = queue.add(steps)
        return "\(start.map { "\($0)" } ?? "nothing") \(dropped), \(queue.waiting) wait"
    }

    @Test("Output becomes lines, whatever pieces it comes in")
    func lines() {
        var limit = OutputLimit()
        #expect(limit.process(Array("a\nb".utf8), at: 0) == ["a"])
        #expect(limit.process(Array("c\n\nd\n".utf8), at: 0.1) == ["bc", "d"])
    }

    @Test("Of a flood, ten lines a second are logged, and how many more there were")
    func flood() {
        var limit = OutputLimit()
        let found = limit.process(Array(String(repeating: "y\n", count: 1000).utf8), at: 0)
        #expect(found == Array(repeating: "y", count: 10) && limit.nextTime == 1)
        #expect(limit.begin(at: 0.9) == [])
        #expect(limit.begin(at: 1) == ["… 990 lines more"])
        #expect(limit.begin(at: 2) == [])
    }

    @Test("A line is cut after 512 bytes; of one that never ends, as many are logged each second")
    func longLine() {
        var limit = OutputLimit()
        let cut = String(repeating: "x", count: 512) + "…"
        func write(at time: Double) -> [String] {
            limit.process(Array(repeating: UInt8(ascii: "x"), count: 1000), at: time)
        }
        for _ in 0..<50 { #expect(write(at: 0) == []) }
        #expect(limit.process(Array("\n".utf8), at: 0) == [cut])
        #expect(write(at: 0.5) == [] && limit.nextTime == 1.5)
        #expect(limit.begin(at: 1.5) == [cut])
        for tenth in 16...35 { #expect(write(at: Double(tenth) / 10) == (tenth == 26 ? [cut] : [])) }
    }

    @Test("A line that a command does not end is logged a second later, or when nobody writes any more")
    func unendedLine() {
        var limit = OutputLimit()
        #expect(limit.nextTime == .infinity)
        #expect(limit.process(Array("a\nb".utf8), at: 5) == ["a"] && limit.nextTime == 6)
        #expect(limit.begin(at: 5.9) == [])
        #expect(limit.begin(at: 6) == ["b"] && limit.nextTime == .infinity)
        #expect(limit.process(Array("c".utf8), at: 7) == [] && limit.finish() == ["c"])
    }

    @Test("A command that writes more than 64 KiB in a second waits for the next")
    func bytes() {
        var limit = OutputLimit()
        #expect(limit.mayRead)
        _ = limit.process(Array(repeating: UInt8(ascii: "x"), count: 65_536), at: 0)
        #expect(!limit.mayRead)
        _ = limit.begin(at: 1)
        #expect(limit.mayRead)
    }
}
