// Tests of flicks that the panel splits into two contacts.

import Testing
import Touch
import TouchTesting

@Suite struct SplitFlicksTests {
    /// A finger that moves right by 50 units each 10 ms, which is 0.78 m/s, and is lost at 150,500.
    private let half: [Signal] = [
        .id(1), .x(0), .y(500), .report(0), .x(50), .report(10_000), .x(100), .report(20_000), .x(150), .report(30_000),
        .id(-1), .report(40_000),
    ]

    private func panel() -> Panel { Panel { $0.joinsFlicks = true }.send(half) }

    @Test(
        "41. A finger elsewhere is another, and the lift of the first comes before it",
        arguments: [(100, 500), (150, 500), (220, 600), (260, 430), (900, 500), (150, 40)])
    func elsewhere(x: Int32, y: Int32) {
        let panel = panel().send(.slot(1), .id(2), .x(x), .y(y), .report(60_000))
        #expect(panel.words.suffix(2) == ["40000: 1 ended 150,500", "60000: 2 began \(x),\(y)"])
        #expect(panel.counts == "")
    }

    @Test("41. An interruption of the stream ends a held-back flick with its lift")
    func broken() {
        let broken = [
            panel().cancelAll(at: 50_000), panel().passOver(at: 50_000), panel().setPen(isNear: true, at: 50_000),
        ]
        for panel in broken { #expect(panel.words.last == "50000: 1 ended 150,500") }
        #expect(panel().assembler.heldBackSince == Timestamp(microseconds: 40_000) && !panel().assembler.isEmpty)
        #expect(panel().resynchronize(at: 50_000, [:]).notes.flatMap(\.ended) == [1])
        let reopened = panel().adopt(.initial)
        #expect(reopened.send(.report(60_000)).notes.flatMap(\.ended) == [1])
        for panel in [reopened, panel().cancelAll(at: 1)] {
            #expect(panel.assembler.isEmpty && panel.assembler.nextDeadline == nil)
        }
    }
}
