// Tests of synthesized slots: resets, keys, and devices that need no synthesis.

import Testing
import TouchTesting

@testable import Touch

@Suite struct SlotSynthesisTests {
    @Test("16. Events of a device with slots are unchanged")
    func slots() {
        var panel = SlotStory(.slots, .touchscreen())
        let signals: [Signal] = [.slot(3), .id(7), .x(1), .button(2), .endOfContact, .singleX(4), .report(5)]
        for signal in signals { panel.send(signal.event(at: .zero)) }
        #expect(panel.events == signals.map { $0.event(at: .zero) })
        #expect(panel.synthesis.slotCount == 10)
    }

    @Test("22. A reset discards a half frame, and all contacts with it")
    func reset() {
        var list = SlotStory(.anonymousContacts, .list())
        list.send(.x(1), .y(1), .endOfContact, .report(0))
        list.send(.x(2), .y(2), .endOfContact, .x(700))
        list.reset()
        list.send(.x(9), .y(9), .endOfContact, .report(10))
        #expect(list.frames == ["0: 0 begins 1,1", "10: 0 begins 9,9"])
        var single = SlotStory(.singleTouch, .singleTouch())
        single.send(.button(1), .singleX(1), .singleY(1), .report(0))
        single.send(.singleX(2))
        single.reset()
        single.send(.singleY(3), .report(10))
        single.send(.button(0), .report(20))
        single.send(.button(1), .singleX(4), .singleY(5), .report(30))
        #expect(single.frames == ["0: 0 begins 1,1", "10:", "20:", "30: 0 begins 4,5"])
        #expect(list.audit.faults == [] && single.audit.faults == [])
    }

    @Test("24. Keys without touch pass, such as a pen's; motion and time stamps do not")
    func otherKeys() {
        for (contactProtocol, device) in [
            (ContactProtocol.anonymousContacts, DeviceDescription.list()), (.singleTouch, .singleTouch()),
        ] {
            var panel = SlotStory(contactProtocol, device)
            let pen = Signal.other(type: EventType.key, code: KeyCode.toolPen, value: 1)
            panel.send(pen, .other(type: 2, code: 0, value: 4), .other(type: 4, code: 5, value: 9), .report(3))
            let time = Timestamp(microseconds: 3000)
            #expect(
                panel.events == [
                    pen.event(at: time), InputEvent(time: time, type: EventType.synchronization, code: 0, value: 0),
                ])
        }
    }
}
