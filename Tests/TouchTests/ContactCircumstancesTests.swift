// Tests of contact rules about circumstances: pens, borders, dead zones, silence and age.

import Testing
import Touch
import TouchTesting

@Suite struct ContactCircumstancesTests {
    @Test(
        "49. A contact on the border is noise until it moves, and then a finger from the border",
        arguments: [(0, 500), (1999, 500), (1000, 1), (1000, 998)])
    func edge(x: Int32, y: Int32) {
        let panel = Panel { $0.ignoresEdgeNoise = true }.send(.id(1), .x(x), .y(y), .report(1), .id(-1), .report(2))
        panel.send(.id(2), .report(3), .x(x + 1), .report(4), .x(700), .report(5), .id(-1), .report(6))
        #expect(panel.words == ["5: 1 began \(x),\(y)", "5: 1 moved 700,\(y)", "6: 1 ended 700,\(y)"])
        #expect(panel.counts == "edge 1")
        #expect(Panel().send(.id(1), .x(x), .y(y), .report(1)).words == ["1: 1 began \(x),\(y)"])
    }

    @Test("19. A finger that rests beside a moving one is not silent, nor one with empty frames")
    func restBesideMovement() {
        let panel = Panel { $0.silence = 0.1 }.send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(500))
        for step in 0..<200 {
            let time = Int64(step) * 10_000
            panel.send((step < 100 ? [.x(500 + Int32(step))] : []) + [.report(time)]).advance(to: time + 9_999)
        }
        #expect(panel.assembler.table.all.count == 2)
        #expect(panel.advance(to: 3_000_000).words.last == "2090000: 1 ended 10,20; 2 ended 599,500")
    }

    @Test("Invalid rules are harmless", arguments: [0, -1, .nan, .infinity, -.infinity, 1e300])
    func senseless(number: Double) {
        let panel = Panel {
            ($0.minimumAge, $0.silence, $0.maximumAge, $0.leftoverAfter) = (number, number, number, number)
            $0.palmSize = .millimetres(number)
            $0.joinsFlicks = true
            $0.deadZones = [.init(origin: Point(x: number, y: number), size: Size(width: number, height: number))]
        }
        panel.send(.id(1), .x(10), .y(20), .report(0), .x(11), .report(5_000)).advance(to: .max)
        panel.send(.id(-1), .report(.max), .id(2), .report(.max)).advance(to: .max).cancelAll(at: .max)
        #expect(panel.assembler.table.all.isEmpty && panel.assembler.nextDeadline == nil)
    }
}
