// Tests that events of fingers that only move, which are not processed, would be passed on as they are.

import Testing
import TouchTesting

@testable import Touch

@Suite struct ButtonLiftsTests {
    private static func event(_ random: inout SeededNumbers) -> InputEvent {
        let value = Int32.random(in: -1...2, using: &random)
        let signal: Signal =
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<4: .x(value)
            case 4..<7: .axis(AbsoluteAxis.slot, value)
            case 7: .id(value)
            case 8..<10: .button(.random(in: 0...2, using: &random))
            case 10: .dropped
            case 11: .other(type: EventType.synchronization, code: SynchronizationCode.report, value: 1)
            default: .report(0)
            }
        return signal.event(at: .zero)
    }

    @Test("What passes unprocessed comes out as it does when everything is processed", arguments: 0..<200)
    func passing(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var (short, whole) = (ButtonLifts(slotCount: 2), ButtonLifts(slotCount: 2))
        var passed = 0
        for _ in 0..<500 {
            if Int.random(in: 0..<50, using: &random) == 0 {
                let (id, slot) = (Int32.random(in: -1...2, using: &random), Int.random(in: 0...1, using: &random))
                #expect(
                    short.adopt(id, ofSlot: slot, isStart: false) == whole.adopt(id, ofSlot: slot, isStart: false))
                short.resume(inSlot: slot)
                whole.resume(inSlot: slot)
            }
            let event = Self.event(&random)
            var (some, all) = ([InputEvent](), [InputEvent]())
            if short.passes(event) {
                some = [event]
                passed += 1
            } else {
                short.process(event) { some.append($0) }
            }
            whole.process(event) { all.append($0) }
            #expect(some == all && short.isNeeded == whole.isNeeded)
        }
        #expect(passed > 0)
    }
}
