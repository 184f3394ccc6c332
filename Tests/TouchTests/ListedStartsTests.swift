// Tests of contacts that a device without slots reported before gestured started.

import Testing
import Touch
import TouchTesting

@Suite struct ListedStartsTests {
    /// A panel with numbers or without, which is touched when gestured opens it.
    private static func panel(_ isNumbered: Bool, isTouched: Bool = true) -> Panel {
        var device = DeviceDescription.list()
        if !isNumbered { device.codes[EventType.absolute]?.remove(AbsoluteAxis.trackingID) }
        let panel = Panel(device)
        panel.assembler.adopt(currentSlot: 0) {
            SlotState(trackingID: isTouched && $0 == 0 ? 0 : -1, x: 0, y: 0)
        }
        return panel
    }

    private static func finger(_ number: Int32, _ x: Int32, _ y: Int32) -> [Signal] {
        [.id(number), .x(x), .y(y), .endOfContact]
    }

    @Test(
        "11, 17. A finger down at the start is ignored until it lifts, and later ones are seen",
        arguments: [true, false])
    func passedOver(isNumbered: Bool) {
        let panel = Self.panel(isNumbered)
        panel.send(Self.finger(1, 10, 20) + [.report(1_000)]).send(Self.finger(1, 12, 20) + [.report(2_000)])
        panel.send(Self.finger(1, 14, 20) + Self.finger(2, 1500, 900) + [.report(3_000)])
        panel.send(Self.finger(2, 1501, 900) + [.report(4_000), .endOfContact, .report(5_000)])
        panel.send(Self.finger(3, 14, 20) + [.report(6_000)])
        #expect(
            panel.words == [
                "3000: 1 began 1500,900", "4000: 1 moved 1501,900", "5000: 1 ended 1501,900", "6000: 2 began 14,20",
            ])
        #expect(panel.counts == "unseenStart 1")
    }

    @Test("11, 17. The lift of all ends it, in any form", arguments: [true, false])
    func lifted(isNumbered: Bool) {
        for lift in [[Signal.endOfContact], [.button(0)], [.size(0)] + Self.finger(1, 10, 20)] {
            let panel = Self.panel(isNumbered)
            panel.send([.size(5)] + Self.finger(1, 10, 20) + [.report(1)]).send(lift + [.report(2)])
            #expect(panel.words == [] && panel.counts == "unseenStart 1")
            #expect(panel.send(Self.finger(1, 10, 20) + [.report(3)]).words == ["3: 1 began 10,20"])
        }
        let atOnce = Self.panel(isNumbered).send([.button(0), .report(1)] + Self.finger(1, 10, 20) + [.report(2)])
        #expect(atOnce.words == ["2: 1 began 10,20"] && atOnce.counts == "")
    }

    @Test(
        "11, 17. Nothing is ignored if nothing touches, nor is a finger that lands now", arguments: [true, false])
    func new(isNumbered: Bool) {
        let free = Self.panel(isNumbered, isTouched: false).send(Self.finger(1, 10, 20) + [.report(1)])
        #expect(free.words == ["1: 1 began 10,20"] && free.counts == "")
        let pressed = Self.panel(isNumbered).send([.button(1)] + Self.finger(1, 10, 20) + [.report(1)])
        #expect(pressed.words == ["1: 1 began 10,20"])
        let empty = Self.panel(isNumbered).send(.other(type: 4, code: 5, value: 6), .report(1))
        #expect(empty.send(Self.finger(1, 10, 20) + [.report(2)]).words == [])
    }

    @Test(
        "1, 17. When events are lost, ignored contacts stay ignored; others are new", arguments: [true, false])
    func lost(isNumbered: Bool) {
        let touched = [0: SlotState(trackingID: 0, x: 0, y: 0)]
        let panel = Self.panel(isNumbered).send(Self.finger(1, 10, 20) + [.report(1)])
        panel.resynchronize(at: 2, touched).send(Self.finger(1, 11, 20) + [.report(3)])
        #expect(panel.words == [])
        panel.resynchronize(at: 4, [:]).send(Self.finger(1, 12, 20) + [.report(5)])
        #expect(panel.words == ["5: 1 began 12,20"])
        panel.resynchronize(at: 6, touched).send(Self.finger(1, 13, 20) + [.report(7)])
        #expect(panel.words.last == "7: 2 began 13,20")
    }
}
