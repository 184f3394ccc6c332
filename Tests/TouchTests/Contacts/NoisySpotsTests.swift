// Tests of noisy spots, and of fingers at the same place.

import Testing
import Touch
import TouchTesting

@Suite struct NoisySpotsTests {
    /// This many contacts, one each 100 ms, all within a unit or so.
    private func blink(_ count: Int, lasting duration: Int64, spread: Int32 = 1, from start: Int64 = 0) -> [Signal] {
        (0..<count).flatMap { index -> [Signal] in
            let time = start + Int64(index) * 100_000
            return [
                .id(Int32(index)), .x(500 + Int32(index % 2) * spread), .y(300), .report(time), .id(-1),
                .report(time + duration),
            ]
        }
    }

    @Test("38. A spot that is lit for most of two seconds, repeatedly, is noise from then on")
    func noise() {
        let panel = Panel { $0.ignoresSamePlace = true }.send(blink(200, lasting: 60_000))
        #expect(panel.notes.flatMap(\.began).count == 20)
        #expect(panel.counts == "samePlace 180")
        #expect(Panel().send(blink(200, lasting: 60_000)).notes.flatMap(\.began).count == 200)
    }

    @Test("38. Fingers elsewhere are always seen, and that spot is usable again after a quiet time")
    func elsewhere() {
        let panel = Panel { $0.ignoresSamePlace = true }.send(blink(50, lasting: 60_000))
        panel.send(.slot(1), .id(900), .x(510), .y(300), .report(5_000_000))
        #expect(panel.words.last == "5000000: 21 began 510,300")
        panel.send(.slot(0)).send(blink(1, lasting: 60_000, from: 5_010_000))
        #expect(panel.counts == "samePlace 31")
        panel.send(blink(1, lasting: 60_000, from: 9_000_000))
        #expect(panel.counts == "samePlace 31")
    }

    @Test("38. Fast taps, imprecise taps, and one long press are not noise")
    func fingers() {
        for signals in [
            blink(200, lasting: 40_000), blink(200, lasting: 60_000, spread: 4),
            blink(1, lasting: 3_000_000) + blink(3, lasting: 60_000, from: 3_100_000),
        ] {
            let panel = Panel { $0.ignoresSamePlace = true }.send(signals)
            #expect(panel.counts == "")
        }
    }

    @Test("38. A finger that leaves the spot was not noise in it, and the number of remembered spots is limited")
    func moved() {
        let panel = Panel { $0.ignoresSamePlace = true }
        for round in 0..<100 as Range<Int64> {
            panel.send(.id(1), .x(500), .y(300), .report(round * 100_000), .x(520), .report(round * 100_000 + 60_000))
            panel.send(.id(-1), .report(round * 100_000 + 70_000))
        }
        for round in 0..<10_000 as Range<Int64> {
            panel.send(
                .id(1), .x(Int32(round % 1999)), .report(20_000_000 + round), .id(-1), .report(20_000_000 + round))
        }
        #expect(panel.counts == "")
    }
}
