// Tests of the limits of log lines per client and device.

import GestureWire
import Logging
import Testing
import Touch

@testable import GestureDaemon

/// The limits, asked without being a value of the test's own: `#expect` cannot change one.
private final class Limits {
    private var limits = LineLimits()

    var nextDeadline: Timestamp? { limits.nextDeadline }
    var kindCount: Int { limits.kindCount }

    func admit(_ kind: LineLimits.Kind, at time: Timestamp) -> Bool { limits.admit(kind, at: time) }
    func takeDue(at time: Timestamp) -> (kind: LineLimits.Kind, count: Int)? { limits.takeDue(at: time) }
}

struct LineLimitsTests {
    private typealias Kind = LineLimits.Kind

    /// A line at a time, and whether it is written; or what is told to be left out by then.
    private enum Step {
        case line(Double, String, Logger.Level, Bool)
        case due(Double, [String])
    }

    private func play(_ steps: [Step]) {
        let limits = Limits()
        for (number, step) in steps.enumerated() {
            switch step {
            case .line(let time, let user, let level, let isWritten):
                let kind = Kind(subject: .user(UTF8Key(user)), level: level)
                let admitted = limits.admit(kind, at: Timestamp.zero.adding(seconds: time))
                #expect(admitted == isWritten, "step \(number)")
            case .due(let time, let expected):
                var told: [String] = []
                while let due = limits.takeDue(at: Timestamp.zero.adding(seconds: time)) {
                    told.append("\(due.kind.subject) \(due.kind.level) \(due.count)")
                }
                #expect(told.sorted() == expected, "step \(number)")
            }
        }
    }

    private func ten(_ time: Double, _ user: String, _ level: Logger.Level) -> [Step] {
        (0..<10).map { .line(time + Double($0), user, level, true) }
    }

    @Test("Ten lines are written, those after them counted, and their number told when thirty seconds are over")
    func burst() {
        play(
            ten(0, "1", .info) + [
                .line(12, "1", .info, false), .line(29.9, "1", .info, false), .due(29.9, []),
                .due(30, ["user(1) info 2"]), .due(30, []), .line(31, "1", .info, true),
            ])
    }

    @Test("One configuration may have a hundred problems, and those of more are counted")
    func configuration() {
        let (limits, kind) = (Limits(), Kind(subject: .configuration, level: .warning))
        #expect((0..<101).map { _ in limits.admit(kind, at: .zero) } == Array(repeating: true, count: 100) + [false])
    }

    @Test("Who writes less than that is never limited")
    func slow() {
        play((0..<100).map { .line(Double($0) * 3.1, "1", .warning, true) } + [.due(1000, [])])
    }

    @Test("Users and levels do not use up each other's lines")
    func apart() {
        play(
            ten(0, "1", .info) + [
                .line(10, "1", .info, false), .line(10, "1", .warning, true), .line(10, "2", .info, true),
            ])
    }

    @Test("Who has asked for details gets more of them")
    func details() {
        play((0..<100).map { .line(Double($0) / 10, "1", .debug, true) } + [.line(11, "1", .debug, false)])
    }

    @Test("Nothing is due while nothing was left out, so that nobody is woken for it")
    func deadline() {
        let limits = Limits()
        let kind = Kind(subject: .device("/dev/input/event4"), level: .info)
        for second in 0..<10 { #expect(limits.admit(kind, at: Timestamp.zero.adding(seconds: Double(second)))) }
        #expect(limits.nextDeadline == nil)
        #expect(!limits.admit(kind, at: Timestamp.zero.adding(seconds: 10)))
        #expect(limits.nextDeadline == Timestamp.zero.adding(seconds: 30))
        #expect(limits.takeDue(at: Timestamp.zero.adding(seconds: 30))?.count == 1)
        #expect(limits.takeDue(at: Timestamp.zero.adding(seconds: 30)) == nil)
        #expect(limits.nextDeadline == nil)
    }

    @Test("65,536 users cost no more memory than 64 and get no more lines than those and the rest together")
    func strangers() {
        let limits = Limits()
        var written = 0
        for _ in 0..<20 {
            for user in 0..<65_536 where limits.admit(Kind(subject: .user(UTF8Key("\(user)")), level: .info), at: .zero)
            {
                written += 1
            }
        }
        #expect(written == 65 * 10)
        #expect(limits.kindCount == 65)
        var left = 0
        while let due = limits.takeDue(at: Timestamp.zero.adding(seconds: 30)) { left += due.count }
        #expect(written + left == 20 * 65_536, "every line is accounted for")
        #expect(limits.kindCount == 0 && limits.nextDeadline == nil)
    }

    @Test("Those who have long been quiet make room for others")
    func room() {
        let limits = Limits()
        for user in 0..<64 { #expect(limits.admit(Kind(subject: .user(UTF8Key("\(user)")), level: .info), at: .zero)) }
        let later = Timestamp.zero.adding(seconds: 31)
        for _ in 0..<10 { #expect(limits.admit(Kind(subject: .user("new"), level: .info), at: later)) }
        #expect(limits.kindCount == 1)
    }
}
