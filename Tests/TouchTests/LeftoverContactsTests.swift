// Tests of contacts that the panel forgot to lift, and of fingers that rest.

import Testing
import Touch
import TouchTesting

private let leftover: [Signal] = [
    .id(1), .x(10), .y(20), .report(0), .slot(1), .id(2), .x(500), .y(500), .report(10_000_000), .id(-1),
    .report(10_100_000),
]

private let frames = [
    "0: 1 began 10,20", "10000000: 1 cancelled 10,20", "10000000: 2 began 500,500", "10100000: 2 ended 500,500",
]

private func rules(_ rules: inout ContactRules) { rules.leftoverAfter = 10 }

private let scenarios: [PanelScenario] = [
    .init(
        "56. A leftover contact is cancelled in a frame before the next finger's, which is then alone", rules: rules,
        leftover, then: { #expect($0.notes.map(\.all.count) == [1, 1, 1, 1]) }, frames,
        counts: "contactLeftOver 1", without: [1, 2]),
    .init(
        "56. It is ignored until it lifts, and then there is a new finger", rules: rules,
        leftover + [.slot(0), .id(-1), .report(11_000_000), .id(3), .report(12_000_000)],
        frames + ["12000000: 3 began 10,20"], counts: "contactLeftOver 1"),
    .init(
        "56. It is ignored until it moves, and then is a new finger", rules: rules,
        leftover + [
            .slot(0), .pressure(30), .report(11_000_000), .y(21), .report(12_000_000), .id(-1), .report(13_000_000),
        ],
        frames + ["12000000: 3 began 10,21", "13000000: 3 ended 10,21"], counts: nil),
    .init(
        "56. It stays left over when events are lost, and the machine's sleep ends it like all others", rules: rules,
        leftover,
        then: {
            $0.resynchronize(
                at: 11_000_000, [0: SlotState(trackingID: 1, x: 10, y: 20), 1: SlotState(x: 500, y: 500)])
            $0.passOver(at: 12_000_000).send(.slot(0), .x(11), .report(13_000_000))
            #expect($0.assembler.nextDeadline == nil)
        }, frames, counts: nil),
    .init(
        "56. All leftover contacts end at once, and a lift without another landing cancels none", rules: rules,
        [
            .id(1), .x(10), .y(20), .slot(1), .id(2), .x(100), .y(20), .slot(2), .id(3), .x(200), .y(20), .report(0),
            .id(-1), .report(20_000_000), .id(4), .report(20_000_001),
        ],
        end: [
            "20000000: 3 ended 200,20", "20000001: 1 cancelled 10,20; 2 cancelled 100,20", "20000001: 4 began 200,20",
        ]),
]

@Suite struct LeftoverContactsTests {
    @Test("Contacts that the panel forgot to lift end with the next finger", arguments: scenarios)
    func scenario(_ scenario: PanelScenario) { scenario.check() }

    @Test(
        "56. Any new value from the panel shows that the contact is alive",
        arguments: [.x(11), .major(9), .pressure(50), .tool(1)] as [Signal])
    func alive(signal: Signal) {
        let panel = Panel { $0.leftoverAfter = 10 }.send(.id(1), .x(10), .y(20), .report(0), signal, .report(1))
        panel.send(.slot(1), .id(2), .x(500), .y(500), .report(10_000_000))
        #expect(panel.counts == "" && panel.notes.last?.all.count == 2)
    }
}
