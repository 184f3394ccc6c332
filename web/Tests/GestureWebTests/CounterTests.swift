// Tests of the counts of what there is at a time.

import NIOConcurrencyHelpers
import Testing

@testable import GestureWeb

struct CounterTests {
    @Test("A counter lets in as many as its limit, and another for each that leaves")
    func limit() {
        let counter = Counter(limit: 2)
        #expect(counter.enter())
        #expect(!counter.isFull)
        #expect(counter.enter())
        #expect(counter.isFull)
        #expect(!counter.enter())
        #expect(!counter.enter())
        counter.leave()
        #expect(!counter.isFull)
        #expect(counter.enter())
        #expect(!counter.enter())
    }

    @Test("Many threads never exceed the limit")
    func threads() async {
        let counter = Counter(limit: 10)
        let entered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1000 { group.addTask { counter.enter() } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(entered == 10)
    }
}

struct StrangersTests {
    private final class Member: Sendable {}

    private let strangers = Strangers(limit: 3)
    private let ended = NIOLockedValueBox<[Int]>([])
    private let members = (0..<6).map { _ in Member() }

    private func enter(_ number: Int) {
        strangers.enter(members[number]) { [ended] in ended.withLockedValue { $0.append(number) } }
    }

    @Test("One too many ends the oldest")
    func oldest() {
        for number in 0..<5 { enter(number) }
        #expect(ended.withLockedValue { $0 } == [0, 1])
    }

    @Test("Those that have left make room, in whatever order, and are not ended")
    func leave() {
        for number in 0..<3 { enter(number) }
        strangers.leave(members[1])
        strangers.leave(members[1])
        strangers.leave(members[5])
        enter(3)
        #expect(ended.withLockedValue { $0 }.isEmpty)
        enter(4)
        #expect(ended.withLockedValue { $0 } == [0])
    }
}
