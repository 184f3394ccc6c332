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

    @Test("41. A flick that the panel lost for a moment is one finger, which ends where the second part does")
    func joined() {
        let panel = panel().send(.slot(1), .id(2), .x(260), .y(505), .report(60_000), .x(310), .report(70_000))
        panel.send(.id(-1), .report(80_000)).advance(to: 130_000)
        #expect(
            panel.words.suffix(3) == ["60000: 1 moved 260,505", "70000: 1 moved 310,505", "80000: 1 ended 310,505"])
        #expect(panel.notes.flatMap(\.began) == [1])
        #expect(panel.counts == "flickSplit 1")
    }

    @Test("The touch continues in the slot of the second part")
    func slot() {
        let panel = panel()
        #expect(panel.assembler.table.all.first?.slot == 0)
        panel.send(.slot(1), .id(2), .x(260), .y(505), .report(60_000))
        #expect(panel.assembler.table.all.first?.slot == 1)
    }

    @Test("41. A flick whose tracking id changes from one frame to the next is one finger")
    func replaced() {
        let panel = Panel { $0.joinsFlicks = true }.send(Array(half.dropLast(2)))
        panel.send(.id(2), .x(200), .report(40_000), .x(250), .report(50_000))
        #expect(panel.words.suffix(2) == ["40000: 1 moved 200,500", "50000: 1 moved 250,500"])
        #expect(panel.counts == "trackingIDReplaced 1, flickSplit 1")
    }

    @Test("41. Without joining, it is two fingers, and the lift is reported at once")
    func separate() {
        let panel = Panel().send(half)
        #expect(panel.words.last == "40000: 1 ended 150,500" && panel.assembler.nextDeadline == nil)
        #expect(panel.send(.id(2), .x(260), .report(60_000)).words.last == "60000: 2 began 260,500")
    }

    @Test("41. A flick in one part ends 50 ms late, with the time of its lift")
    func late() {
        let panel = panel().send(.report(60_000))
        #expect(panel.notes.flatMap(\.ended) == [] && !panel.assembler.isEmpty)
        #expect(panel.assembler.nextDeadline == Timestamp(microseconds: 90_000))
        #expect(panel.assembler.heldBackSince == Timestamp(microseconds: 40_000))
        panel.advance(to: 89_999)
        #expect(panel.notes.flatMap(\.ended) == [])
        panel.advance(to: 100_000)
        #expect(panel.words.last == "40000: 1 ended 150,500")
        #expect(panel.notes.last?.all.first?.timestamp == Timestamp(microseconds: 40_000))
        #expect(panel.assembler.nextDeadline == nil && panel.assembler.isEmpty && panel.assembler.heldBackSince == nil)
        #expect(panel.send(.id(2), .x(260), .report(100_001)).words.last == "100001: 2 began 260,500")
    }

    @Test(
        "41. A finger elsewhere is another, and the lift of the first comes before it",
        arguments: [(100, 500), (150, 500), (220, 600), (260, 430), (900, 500), (150, 40)])
    func elsewhere(x: Int32, y: Int32) {
        let panel = panel().send(.slot(1), .id(2), .x(x), .y(y), .report(60_000))
        #expect(panel.words.suffix(2) == ["40000: 1 ended 150,500", "60000: 2 began \(x),\(y)"])
        #expect(panel.counts == "")
    }

    @Test("41. Two that land are not the rest of one, and neither is one that lands and lifts")
    func severalNewcomers() {
        let two = panel().send(.id(2), .x(260), .slot(1), .id(3), .x(300), .y(500), .report(60_000))
        #expect(two.words.suffix(2) == ["40000: 1 ended 150,500", "60000: 2 began 260,500; 3 began 300,500"])
        let brief = panel().send(.id(2), .x(260), .id(-1), .report(60_000))
        #expect(
            brief.words.suffix(3) == ["40000: 1 ended 150,500", "60000: 2 began 260,500", "60000: 2 ended 260,500"])
    }

    @Test("41. Taps, slow fingers, fingers that rested, and one of several are not held back")
    func notHeld() {
        let tap = Panel { $0.joinsFlicks = true }.send(.id(1), .x(10), .y(20), .report(0), .id(-1), .report(50_000))
        #expect(tap.words.last == "50000: 1 ended 10,20")
        let slow = Panel { $0.joinsFlicks = true }
        slow.send(.id(1), .x(10), .y(20), .report(0), .x(20), .report(10_000), .id(-1), .report(20_000))
        #expect(slow.words.last == "20000: 1 ended 20,20")
        let rested = Panel { $0.joinsFlicks = true }.send(Array(half.dropLast(2))).send(.id(-1), .report(80_000))
        #expect(rested.words.last == "80000: 1 ended 150,500")
        let pair = Panel { $0.joinsFlicks = true }.send(.slot(1), .id(9), .x(0), .y(900), .slot(0)).send(half)
        #expect(pair.notes.last?.ended.count == 1 && pair.notes.last?.time == Timestamp(microseconds: 40_000))
    }

    @Test("41. An interruption of the stream ends a held-back flick with its lift")
    func broken() {
        let broken = [
            panel().cancelAll(at: 50_000), panel().passOver(at: 50_000), panel().setPen(isNear: true, at: 50_000),
        ]
        for panel in broken { #expect(panel.words.last == "50000: 1 ended 150,500") }
        #expect(panel().resynchronize(at: 50_000, [:]).notes.flatMap(\.ended) == [1])
        let reopened = panel().adopt(.initial)
        #expect(reopened.send(.report(60_000)).notes.flatMap(\.ended) == [1])
        for panel in [reopened, panel().cancelAll(at: 1)] {
            #expect(panel.assembler.isEmpty && panel.assembler.nextDeadline == nil)
        }
    }

    @Test("41. A flick in three parts is joined, too, and the rules apply to each part")
    func thrice() {
        let panel = panel().send(.id(2), .x(260), .report(60_000), .x(310), .report(70_000), .id(-1), .report(80_000))
        panel.send(.slot(1), .id(3), .x(420), .y(500), .report(100_000), .id(-1), .report(110_000)).advance(to: 200_000)
        #expect(panel.words.last == "110000: 1 ended 420,500" && panel.counts == "flickSplit 2")
        let palm = self.panel().send(.id(2), .tool(2), .x(260), .report(60_000)).advance(to: 100_000)
        #expect(palm.words.last == "40000: 1 ended 150,500" && palm.counts == "palm 1")
    }
}
