// Tests that events of fingers that only move, which are not processed, would be passed on as they are.

import Testing
import TouchTesting

@testable import Touch

@Suite struct ButtonLiftsTests {
    private static func event(_ random: inout SeededNumbers) -> InputEvent {
        let slot = Int32.random(in: -1...2, using: &random)
        let (type, code, value): (UInt16, UInt16, Int32) =
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<4: (EventType.absolute, AbsoluteAxis.positionX, slot)
            case 4..<7: (EventType.absolute, AbsoluteAxis.slot, slot)
            case 7: (EventType.absolute, AbsoluteAxis.trackingID, slot)
            case 8..<10: (EventType.key, KeyCode.touch, .random(in: 0...2, using: &random))
            case 10: (EventType.synchronization, SynchronizationCode.dropped, 0)
            case 11: (EventType.synchronization, SynchronizationCode.report, 1)
            default: (EventType.synchronization, SynchronizationCode.report, 0)
            }
        return InputEvent(time: .zero, type: type, code: code, value: value)
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
