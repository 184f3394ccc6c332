// Tests of frames made from a device's events, valid and invalid.

import Testing
import Touch
import TouchTesting

@Suite struct FrameAssemblerTests {
    @Test("More contacts than there is room for are ignored until they land again, and counted")
    func capacity() {
        let panel = Panel(.touchscreen(slots: 70))
        panel.send((0..<70).flatMap { [.slot($0), .id($0), .x($0 * $0), .y(0)] } + [.report(1)])
        #expect(panel.notes.map(\.began.count) == [64] && panel.assembler.defects[.tooManyContacts] == 6)
        panel.send(.slot(69), .x(500), .report(2), .slot(0), .id(-1), .report(3), .slot(69), .x(501), .report(4))
        #expect(panel.words.dropFirst() == ["3: 1 ended 0,0"])
        panel.send(.id(-1), .report(5), .id(99), .report(6), .x(502), .report(7))
        #expect(panel.words.suffix(2) == ["6: 65 began 501,0", "7: 65 moved 502,0"])
    }

    @Test("Pressure is relative to its axis, and half the long axis is the radius")
    func contact() {
        let wide = Surface(
            name: "wide", size: Size(width: 4000, height: 1000), deviceToSurface: .scale(x: 2, y: 1))
        let panel = Panel(surface: wide)
        let cases: [(Int32, Double)] = [(60, 0.5), (110, 1), (10, 0), (0, 0), (.max, 1), (.min, 0)]
        for (pressure, force) in cases {
            let signals: [Signal] = [
                .id(1), .x(0), .y(0), .other(type: 3, code: 0x3a, value: pressure),
                .other(type: 3, code: 0x30, value: 9),
                .report(0),
            ]
            panel.send(signals)
            #expect(panel.assembler.table.all.first?.force == force)
            #expect(panel.assembler.table.all.first?.majorRadius == 9)
        }
    }

    @Test(
        "A device without valid slots gets as many as it can use", arguments: [(0, 1), (1, 1), (10, 10), (5000, 256)])
    func slotCount(declared: Int32, used: Int) {
        #expect(Panel(.touchscreen(slots: declared)).assembler.slotCount == used)
    }

    @Test("A defect is reported each time, the first as such")
    func received() {
        let panel = Panel()
        var received: [Bool] = []
        panel.assembler.didCount = { defect, isFirst in
            #expect(defect == .slotOutOfRange)
            received.append(isFirst)
        }
        panel.send(.slot(10), .slot(11), .slot(12))
        #expect(received == [true, false, false])
    }
}
