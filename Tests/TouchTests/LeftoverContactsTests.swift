// Tests of contacts that the panel forgot to lift, and of fingers that rest.

import Testing
import Touch
import TouchTesting

private let leftover: [Signal] = [
    .id(1), .x(10), .y(20), .report(0), .slot(1), .id(2), .x(500), .y(500), .report(10_000_000), .id(-1),
    .report(10_100_000),
]

@Suite struct LeftoverContactsTests {
    @Test("56. A leftover contact is over before the next finger's frame, which has that finger alone")
    func alone() {
        #expect(Panel { $0.leftoverAfter = 10 }.send(leftover).notes.map(\.all.count) == [1, 1, 1, 1])
        #expect(Panel().send(leftover).notes.map(\.all.count) == [1, 2, 2])
    }

    @Test(
        "56. Any new value from the panel shows that the contact is alive",
        arguments: [.x(11), .major(9), .pressure(50), .tool(1)] as [Signal])
    func alive(signal: Signal) {
        let panel = Panel { $0.leftoverAfter = 10 }.send(.id(1), .x(10), .y(20), .report(0), signal, .report(1))
        panel.send(.slot(1), .id(2), .x(500), .y(500), .report(10_000_000))
        #expect(panel.counts == "" && panel.notes.last?.all.count == 2)
    }
}
