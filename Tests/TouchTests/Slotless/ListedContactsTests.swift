// Tests of protocol A: lists of contacts, with and without numbers, and all ways to lift.

import Testing
import TouchTesting

@testable import Touch

private let end = Signal.endOfContact

@Suite struct ListedContactsTests {
    @Test("28. Sixty contacts are used, the others are counted")
    func surplus() {
        var panel = SlotStory(.anonymousContacts, .list())
        for _ in 0..<2 {
            for index: Int32 in 0..<75 { panel.send(.x(index * 20), .y(index % 7 * 100), end) }
            panel.send(.report(0))
        }
        #expect(panel.audit.down == 60 && panel.audit.begun == 60 && panel.audit.faults == [])
        #expect(panel.synthesis.surplusContacts == 30)
    }

    @Test("47. Size, pressure, kind and distance are reported on change, and not carried over to the next contact")
    func details() {
        var panel = SlotStory(.anonymousContacts, .list())
        panel.send(
            .x(1), .y(1), .major(5), .pressure(9), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 3),
            end, .report(0))
        panel.send(
            .x(1), .y(1), .major(5), .pressure(8), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 0),
            end, .report(10))
        panel.send(end, .report(20))
        panel.send(.x(1), .y(1), end, .report(30))
        let received = panel.events.filter {
            $0.type == EventType.absolute && $0.code != AbsoluteAxis.slot && $0.code != AbsoluteAxis.trackingID
                && $0.code != AbsoluteAxis.positionX && $0.code != AbsoluteAxis.positionY
        }
        #expect(
            received.map { "\($0.time.microseconds / 1000) \(String($0.code, radix: 16)) \($0.value)" } == [
                "0 30 5", "0 3a 9", "0 37 2", "0 3b 3", "10 3a 8", "10 3b 0", "30 30 0", "30 3a 0", "30 37 0",
            ])
    }

    @Test("4. Time that goes back or jumps is harmless")
    func wildTimes() {
        var panel = SlotStory(.anonymousContacts, .list(resolution: 4))
        for time in [Int64.max, .min, 0, .max, -1] {
            for event in [Signal.x(5), .y(5), end, .report(time)] {
                panel.send(event.event(at: Timestamp(microseconds: time)))
            }
        }
        #expect(panel.audit.faults == [] && panel.audit.down == 1)
    }
}
