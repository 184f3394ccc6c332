// Fuzz tests of synthesized slots with random events.

import Testing
import TouchTesting

@testable import Touch

@Suite struct SlotSynthesisFuzzTests {
    /// Usually the events of such devices, in random order; sometimes any event.
    private func event(_ random: inout SeededNumbers, _ time: inout Int64) -> InputEvent {
        time &+=
            random.isOne(in: 500)
            ? Int64.random(in: .min ... .max, using: &random) : Int64.random(in: -2000...9000, using: &random)
        if random.isOne(in: 40) {
            return InputEvent(
                time: Timestamp(microseconds: time), type: .random(in: 0...5, using: &random),
                code: .random(in: 0...0x150, using: &random), value: .random(in: .min ... .max, using: &random))
        }
        let small = Int32.random(in: -1...6, using: &random)
        let place = Int32.random(in: 0...1999, using: &random)
        let signal: Signal =
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<15: .id(small)
            case 15..<33: .x(place)
            case 33..<51: .y(place)
            case 51..<58: .axis([0x30, 0x3a, 0x37, 0x3b].randomElement(using: &random) ?? 0, small)
            case 58..<76: .endOfContact
            case 76..<80: .button(Int32.random(in: 0...2, using: &random))
            case 80..<83: .singleX(place)
            case 83..<86: .singleY(place)
            case 86..<88: .axis(AbsoluteAxis.singleTouchPressure, small)
            case 88: .dropped
            default: .other(type: 0, code: 0, value: random.isOne(in: 50) ? 1 : 0)
            }
        return signal.event(at: Timestamp(microseconds: time))
    }

    @Test(
        "58. Any input gives events that a driver with slots could have sent",
        arguments: [ContactProtocol.trackedContacts, .anonymousContacts, .singleTouch], 1...4)
    func lawful(contactProtocol: ContactProtocol, seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let buttons: Set<UInt16> = seed % 2 == 0 ? [KeyCode.touch] : []
        let device =
            contactProtocol == .singleTouch
            ? DeviceDescription.singleTouch(buttons: buttons) : .list(resolution: seed % 2 == 0 ? 4 : 0)
        var synthesis = SlotSynthesis(contactProtocol, device: device)
        var audit = SlotStreamAudit(slotCount: synthesis.slotCount)
        var time: Int64 = 0
        for _ in 0..<30_000 {
            if random.isOne(in: 3000) {
                synthesis.reset()
                audit.reset()
            }
            synthesis.process(event(&random, &time)) { audit.take($0) }
        }
        #expect(audit.faults == [])
        #expect(audit.frames > 2000 && audit.begun > 30)
        // Finally all contacts can be lifted.
        let pressure = Signal.axis(AbsoluteAxis.singleTouchPressure, 0)
        for signal in [Signal.report(time), .endOfContact, .button(0), pressure, .report(time)] {
            synthesis.process(signal.event(at: Timestamp(microseconds: time))) { audit.take($0) }
        }
        #expect(audit.down == 0 && audit.faults == [] && !audit.isMidFrame)
    }

    @Test("28. Frames of any number of contacts stay within sixty slots", arguments: [false, true])
    func crowds(hasNumbers: Bool) {
        var random = SeededNumbers(seed: 60)
        var panel = SlotStory(hasNumbers ? .trackedContacts : .anonymousContacts, .list())
        for frame: Int64 in 0..<300 {
            for _ in 0..<Int.random(in: 0...150, using: &random) {
                panel.send(
                    .id(.random(in: 0...200, using: &random)), .x(.random(in: 0...1999, using: &random)),
                    .y(.random(in: 0...999, using: &random)), .endOfContact)
            }
            panel.send(.endOfContact, .report(frame * 10))
        }
        #expect(panel.audit.faults == [])
        #expect(panel.audit.mostDown == 60 && panel.synthesis.surplusContacts > 1000)
    }
}
