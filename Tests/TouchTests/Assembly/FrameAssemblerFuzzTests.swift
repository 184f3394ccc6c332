// Fuzz tests of frames with random events.

import Testing
import Touch
import TouchTesting

@Suite struct FrameAssemblerFuzzTests {
    /// Usually the events of touchscreens, in random order; sometimes any event.
    private func event(_ random: inout SeededNumbers, _ time: inout Int64) -> InputEvent {
        time &+=
            random.isOne(in: 500)
            ? Int64.random(in: .min ... .max, using: &random) : Int64.random(in: -2...9, using: &random)
        if random.isOne(in: 40) {
            return InputEvent(
                time: Timestamp(microseconds: time), type: .random(in: 0...6, using: &random),
                code: .random(in: 0...0x40, using: &random), value: .random(in: .min ... .max, using: &random))
        }
        let small = Int32.random(in: -1...6, using: &random)
        let signal: Signal =
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: .slot(small)
            case 3...4: .id(random.isOne(in: 3) ? -1 : small)
            case 5: .x(small)
            case 6: .y(small)
            case 7: .other(type: 3, code: random.isOne(in: 2) ? 0x30 : 0x3a, value: small)
            default: .report(time)
            }
        return signal.event(at: Timestamp(microseconds: time))
    }

    private func state(_ random: inout SeededNumbers) -> SlotState {
        SlotState(
            trackingID: .random(in: -2...6, using: &random),
            x: random.isOne(in: 4) ? nil : .random(in: 0...9, using: &random),
            y: random.isOne(in: 4) ? nil : .random(in: 0...9, using: &random))
    }

    @Test("Every frame is valid, and in the end no touch is left", arguments: [1, 2, 8])
    func soundFrames(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let panel = Panel(.touchscreen(slots: seed == 8 ? 100 : 6))
        var audit = FrameAudit()
        var time: Int64 = 0
        for _ in 0..<50_000 {
            let moment = Timestamp(microseconds: time)
            switch Int.random(in: 0..<2000, using: &random) {
            case 0...3:
                panel.assembler.resynchronize(
                    at: moment, currentSlot: Int.random(in: -1..<12, using: &random), { _ in state(&random) },
                    deliver: { audit.take($0) })
            case 4: panel.assembler.adopt(currentSlot: 0) { _ in state(&random) }
            case 5: panel.assembler.cancelAll(at: moment) { audit.take($0) }
            default: panel.assembler.process(event(&random, &time)) { audit.take($0) }
            }
        }
        #expect(audit.faults == [])
        #expect(audit.frames > 1000 && audit.touches > 1000)
        panel.assembler.cancelAll(at: Timestamp(microseconds: time)) { audit.take($0) }
        #expect(audit.openCount == 0)
        #expect(panel.assembler.table.all.isEmpty)
    }

    @Test("When all slots are empty after events were lost, no touch is left", arguments: [11, 12, 13])
    func nothingSticks(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let panel = Panel()
        var audit = FrameAudit()
        var time: Int64 = 0
        for round in 0..<2000 {
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                panel.assembler.process(event(&random, &time)) { audit.take($0) }
            }
            if round % 50 == 0 { panel.assembler.adopt(currentSlot: 0) { _ in state(&random) } }
            panel.assembler.resynchronize(
                at: Timestamp(microseconds: time), currentSlot: 0, { _ in SlotState(x: 1, y: 1) },
                deliver: { audit.take($0) })
            #expect(audit.openCount == 0, "round \(round)")
        }
        #expect(audit.faults == [])
        #expect(audit.touches > 1000)
    }
}
