// Tests of contacts that the panel forgot to lift, and of fingers that rest.

import Testing
import Touch
import TouchTesting

@Suite struct LeftoverContactsTests {
    private let leftover: [Signal] = [
        .id(1), .x(10), .y(20), .report(0), .slot(1), .id(2), .x(500), .y(500), .report(10_000_000), .id(-1),
        .report(10_100_000),
    ]

    @Test("56. A leftover contact is cancelled in a frame before the next finger's, which is then alone")
    func leftOver() {
        let panel = Panel { $0.leftoverAfter = 10 }.send(leftover)
        #expect(
            panel.words == [
                "0: 1 began 10,20", "10000000: 1 cancelled 10,20", "10000000: 2 began 500,500",
                "10100000: 2 ended 500,500",
            ])
        #expect(panel.counts == "contactLeftOver 1")
        #expect(panel.notes.map(\.all.count) == [1, 1, 1, 1])
    }

    @Test("56. A resting finger is a finger, without the rule")
    func rests() {
        let panel = Panel().send(leftover)
        #expect(panel.notes.flatMap(\.cancelled) == [] && panel.notes.map(\.all.count) == [1, 2, 2])
    }

    @Test(
        "56. Any new value from the panel shows that the contact is alive",
        arguments: [.x(11), .major(9), .pressure(50), .tool(1)] as [Signal])
    func alive(signal: Signal) {
        let panel = Panel { $0.leftoverAfter = 10 }.send(.id(1), .x(10), .y(20), .report(0), signal, .report(1))
        panel.send(.slot(1), .id(2), .x(500), .y(500), .report(10_000_000))
        #expect(panel.counts == "" && panel.notes.last?.all.count == 2)
    }

    @Test("56. It is ignored until it lifts or moves, and then is a new finger")
    func afterwards() {
        let lifted = Panel { $0.leftoverAfter = 10 }.send(leftover).send(.slot(0), .id(-1), .report(11_000_000))
        #expect(lifted.send(.id(3), .report(12_000_000)).words.last == "12000000: 3 began 10,20")
        #expect(lifted.counts == "contactLeftOver 1")
        let moved = Panel { $0.leftoverAfter = 10 }.send(leftover).send(.slot(0), .pressure(30), .report(11_000_000))
        #expect(moved.words.count == 4)
        moved.send(.y(21), .report(12_000_000), .id(-1), .report(13_000_000))
        #expect(moved.words.suffix(2) == ["12000000: 3 began 10,21", "13000000: 3 ended 10,21"])
    }

    @Test("56. It stays left over when events are lost, and the machine's sleep ends it like all others")
    func disturbed() {
        let panel = Panel { $0.leftoverAfter = 10 }.send(leftover)
        panel.resynchronize(at: 11_000_000, [0: SlotState(trackingID: 1, x: 10, y: 20), 1: SlotState(x: 500, y: 500)])
        #expect(panel.words.count == 4)
        panel.passOver(at: 12_000_000).send(.slot(0), .x(11), .report(13_000_000))
        #expect(panel.words.count == 4 && panel.assembler.nextDeadline == nil)
    }

    @Test("56. All leftover contacts end at once, and a lift without another landing cancels none")
    func several() {
        let panel = Panel { $0.leftoverAfter = 10 }
        panel.send(
            .id(1), .x(10), .y(20), .slot(1), .id(2), .x(100), .y(20), .slot(2), .id(3), .x(200), .y(20), .report(0))
        panel.send(.id(-1), .report(20_000_000))
        #expect(panel.words.last == "20000000: 3 ended 200,20")
        panel.send(.id(4), .report(20_000_001))
        #expect(
            panel.words.suffix(2) == ["20000001: 1 cancelled 10,20; 2 cancelled 100,20", "20000001: 4 began 200,20"])
    }
}
