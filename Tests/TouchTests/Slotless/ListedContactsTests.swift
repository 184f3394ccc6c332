// Tests of protocol A: lists of contacts, with and without numbers, and all ways to lift.

import Testing
import TouchTesting

@testable import Touch

@Suite struct ListedContactsTests {
    private func anonymous(resolution: Int32 = 0) -> SlotStory {
        SlotStory(.anonymousContacts, .list(resolution: resolution))
    }
    private let numbered = SlotStory(.trackedContacts, .list())

    @Test("17. Contacts without numbers keep their slots in any order of listing")
    func order() {
        var panel = anonymous()
        panel.send(.x(100), .y(100), .endOfContact, .x(900), .y(500), .endOfContact, .report(0))
        panel.send(.x(905), .y(500), .endOfContact, .x(100), .y(105), .endOfContact, .report(10))
        panel.send(.x(100), .y(110), .endOfContact, .x(910), .y(500), .endOfContact, .report(20))
        #expect(
            panel.frames == [
                "0: 0 begins 100,100; 1 begins 900,500", "10: 1 goes 905,500; 0 goes 100,105",
                "20: 0 goes 100,110; 1 goes 910,500",
            ])
        #expect(panel.audit.faults == [])
    }

    @Test("17. When one of three lifts, the slots of the others stay, and a new finger takes the free one")
    func fewerAndMore() {
        var panel = anonymous()
        panel.send(
            .x(100), .y(100), .endOfContact, .x(300), .y(100), .endOfContact, .x(500), .y(100), .endOfContact,
            .report(0))
        panel.send(.x(510), .y(100), .endOfContact, .x(110), .y(100), .endOfContact, .report(10))
        panel.send(
            .x(520), .y(100), .endOfContact, .x(120), .y(100), .endOfContact, .x(310), .y(100), .endOfContact,
            .report(20))
        #expect(
            panel.frames == [
                "0: 0 begins 100,100; 1 begins 300,100; 2 begins 500,100",
                "10: 1 lifts; 2 goes 510,100; 0 goes 110,100",
                "20: 2 goes 520,100; 0 goes 120,100; 1 begins 310,100",
            ])
        #expect(panel.audit.faults == [])
    }

    @Test("17. The smallest sum decides, not the nearest pair: two fingers that moved by more than their distance")
    func leastSum() {
        var panel = anonymous()
        panel.send(.x(100), .y(100), .endOfContact, .x(120), .y(100), .endOfContact, .report(0))
        panel.send(.x(125), .y(100), .endOfContact, .x(145), .y(100), .endOfContact, .report(10))
        #expect(panel.frames.last == "10: 0 goes 125,100; 1 goes 145,100")
    }

    @Test("17. A distance beyond a finger's reach in a frame is a lift and a new finger")
    func reach() {
        var panel = anonymous(resolution: 4)
        panel.send(.x(100), .y(100), .endOfContact, .report(0))
        // 90 mm in 10 ms, as the largest accepted distance is 93.3 mm; then 100 mm.
        panel.send(.x(460), .y(100), .endOfContact, .report(10))
        panel.send(.x(860), .y(100), .endOfContact, .report(20))
        #expect(panel.frames == ["0: 0 begins 100,100", "10: 0 goes 460,100", "20: 0 lifts; 1 begins 860,100"])
        #expect(panel.audit.faults == [])
    }

    @Test("17. A finger that lands far away does not replace a resting one")
    func farNewcomer() {
        var panel = anonymous(resolution: 4)
        panel.send(.x(100), .y(100), .endOfContact, .x(200), .y(100), .endOfContact, .report(0))
        // The left one lifts, the right one rests, and another lands far away to the right.
        panel.send(.x(1900), .y(100), .endOfContact, .x(200), .y(100), .endOfContact, .report(10))
        #expect(panel.frames.last == "10: 0 lifts; 1 goes 200,100; 2 begins 1900,100")
    }

    @Test("17. Without a resolution, a quarter of the diagonal is the reach")
    func reachInUnits() {
        var panel = anonymous()
        panel.send(.x(0), .y(100), .endOfContact, .report(0))
        panel.send(.x(550), .y(100), .endOfContact, .report(10))
        panel.send(.x(1110), .y(100), .endOfContact, .report(20))
        #expect(panel.frames == ["0: 0 begins 0,100", "10: 0 goes 550,100", "20: 0 lifts; 1 begins 1110,100"])
    }

    @Test("17. A contact with a number keeps its slot, wherever it is; numbers are anything but -1")
    func numbers() {
        var panel = numbered
        panel.send(.id(.max), .x(1), .y(1), .endOfContact, .id(-7), .x(2), .y(2), .endOfContact, .report(0))
        panel.send(.id(-7), .x(1), .y(1), .endOfContact, .id(.max), .x(2), .y(2), .endOfContact, .report(10))
        panel.send(.id(-7), .x(1900), .y(900), .endOfContact, .report(20))
        panel.send(.id(-1), .x(1900), .y(900), .endOfContact, .report(30))
        #expect(
            panel.frames == [
                "0: 0 begins 1,1; 1 begins 2,2", "10: 1 goes 1,1; 0 goes 2,2", "20: 0 lifts; 1 goes 1900,900",
                "30: 1 lifts",
            ])
        #expect(panel.audit.faults == [])
    }

    @Test("12. A number that is reused after a lift is another contact")
    func recycled() {
        var panel = numbered
        panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(0))
        panel.send(.endOfContact, .report(10))
        panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(20))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 lifts", "20: 0 begins 1,1"])
        #expect(panel.audit.begun == 2 && panel.audit.faults == [])
    }

    @Test("17. Of a number that is listed twice in a frame the last is used")
    func twice() {
        var panel = numbered
        panel.send(.id(3), .x(1), .y(1), .endOfContact, .id(3), .x(2), .y(2), .endOfContact, .report(0))
        #expect(panel.frames == ["0: 0 begins 2,2"])
    }

    @Test("16. Contacts of a device that declares numbers but sends none are matched by place")
    func missingNumbers() {
        var panel = numbered
        panel.send(.x(100), .y(100), .endOfContact, .x(900), .y(500), .endOfContact, .report(0))
        panel.send(.x(905), .y(500), .endOfContact, .x(100), .y(105), .endOfContact, .report(10))
        #expect(panel.frames.last == "10: 1 goes 905,500; 0 goes 100,105")
    }

    @Test("16. Without SYN_MT_REPORT the end of the frame ends a contact, and so does a repeated value")
    func withoutSeparators() {
        var panel = numbered
        panel.send(.x(584), .y(246), .size(30), .id(0), .report(0))
        panel.send(.x(584), .y(246), .size(29), .id(0), .x(90), .y(80), .size(30), .id(1), .report(10))
        panel.send(.id(0), .x(585), .y(246), .id(1), .x(91), .y(80), .report(20))
        #expect(
            panel.frames == [
                "0: 0 begins 584,246", "10: 0 goes 584,246; 1 begins 90,80", "20: 0 goes 585,246; 1 goes 91,80",
            ])
    }

    @Test("17. Of a value that comes twice before SYN_MT_REPORT the last is used")
    func repeatedValue() {
        var panel = anonymous()
        panel.send(.x(1), .y(1), .endOfContact, .report(0))
        panel.send(.x(2), .y(1), .x(3), .y(1), .endOfContact, .report(10))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 goes 3,1"])
    }

    @Test("18. An empty SYN_MT_REPORT lifts all")
    func emptyList() {
        var panel = anonymous()
        panel.send(.x(1), .y(1), .endOfContact, .x(9), .y(9), .endOfContact, .report(0))
        panel.send(.endOfContact, .report(10))
        #expect(panel.frames.last == "10: 0 lifts; 1 lifts")
    }

    @Test("18. BTN_TOUCH 0 lifts all, whatever else its frame lists, at their places")
    func button() {
        var panel = numbered
        panel.send(.button(1), .id(0), .x(1), .y(1), .endOfContact, .report(0))
        panel.send(.button(0), .id(0), .x(700), .y(1), .endOfContact, .report(10))
        panel.send(.button(1), .id(0), .x(2), .y(2), .endOfContact, .report(20))
        panel.send(.button(0), .report(30))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 lifts", "20: 0 begins 2,2", "30: 0 lifts"])
    }

    @Test("13. Contacts are seen although BTN_TOUCH is never sent")
    func noButton() {
        var panel = numbered
        panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(0))
        panel.send(.button(0), .report(10))
        panel.send(.id(0), .x(2), .y(2), .endOfContact, .report(20))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 lifts", "20: 0 begins 2,2"])
    }

    @Test("53. BTN_TOUCH 1 and 0 in one frame: a listed contact lands and lifts; 0 and 1: another contact")
    func comesAndGoes() {
        var panel = anonymous()
        panel.send(.button(1), .x(1), .y(1), .endOfContact, .button(0), .report(0))
        panel.send(.button(1), .x(2), .y(2), .endOfContact, .report(10))
        panel.send(.button(0), .button(1), .x(3), .y(3), .endOfContact, .report(20))
        #expect(
            panel.frames == ["0: 0 begins 1,1; 0 lifts", "10: 0 begins 2,2", "20: 0 lifts; 1 begins 3,3"])
        #expect(panel.audit.faults == [])
    }

    @Test("18. A long axis of 0 is a lift, for a contact with a number and one without")
    func sizeOfNothing() {
        var panel = numbered
        panel.send(
            .id(0), .size(1), .x(1), .y(1), .endOfContact, .id(1), .size(1), .x(9), .y(9), .endOfContact, .report(0))
        panel.send(
            .id(0), .size(0), .x(1), .y(1), .endOfContact, .id(1), .size(1), .x(8), .y(9), .endOfContact, .report(10))
        panel.send(.id(1), .size(0), .x(8), .y(9), .endOfContact, .report(20))
        panel.send(.id(1), .size(0), .x(8), .y(9), .endOfContact, .report(30))
        #expect(
            panel.frames == [
                "0: 0 begins 1,1; 1 begins 9,9", "10: 0 lifts; 1 goes 8,9", "20: 1 lifts", "30:",
            ])
        var other = anonymous()
        other.send(.size(5), .x(1), .y(1), .endOfContact, .size(5), .x(9), .y(9), .endOfContact, .report(0))
        other.send(.size(0), .x(1), .y(1), .endOfContact, .size(5), .x(4), .y(4), .endOfContact, .report(10))
        #expect(other.frames.last == "10: 0 lifts; 1 goes 4,4")
        #expect(panel.audit.faults == [] && other.audit.faults == [])
    }

    @Test("46. A device that never sends a size above 0 has contacts, and so has one with a pressure of 0")
    func nothingMeasured() {
        var panel = anonymous()
        panel.send(.size(0), .pressure(0), .x(1), .y(1), .endOfContact, .report(0))
        panel.send(.size(0), .pressure(0), .x(2), .y(1), .endOfContact, .report(10))
        panel.send(.pressure(9), .x(3), .y(1), .endOfContact, .report(20))
        panel.send(.pressure(0), .x(4), .y(1), .endOfContact, .report(30))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 goes 2,1", "20: 0 goes 3,1", "30: 0 goes 4,1"])
    }

    @Test("52. A frame without contacts, SYN_MT_REPORT and BTN_TOUCH 0 changes nothing")
    func heartbeat() {
        var panel = anonymous()
        panel.send(.x(1), .y(1), .endOfContact, .report(0))
        panel.send(.other(type: 4, code: 5, value: 77), .report(10))
        panel.send(.axis(0x28, 3), .report(20))
        panel.send(.button(1), .report(30))
        panel.send(.report(40))
        panel.send(.x(2), .y(1), .endOfContact, .report(50))
        #expect(panel.frames == ["0: 0 begins 1,1", "10:", "20:", "30:", "40:", "50: 0 goes 2,1"])
    }

    @Test("36. Single-touch axes beside the list are ignored, also after SYN_MT_REPORT")
    func singleTouchAxes() {
        var panel = numbered
        panel.send(.singleX(500), .id(0), .x(1), .y(1), .endOfContact, .singleX(1), .singleY(1), .report(0))
        panel.send(.singleX(7), .singleY(7), .axis(AbsoluteAxis.singleTouchPressure, 0), .report(10))
        #expect(panel.frames == ["0: 0 begins 1,1", "10:"])
    }

    @Test("37. A contact without a position is ignored, but a known number without one stays")
    func withoutPosition() {
        var panel = numbered
        panel.send(.id(0), .x(1), .y(1), .endOfContact, .id(1), .x(5), .endOfContact, .report(0))
        panel.send(.id(0), .size(4), .endOfContact, .report(10))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 goes 1,1"])
        #expect(panel.synthesis.contactsWithoutPosition == 1)
        var other = anonymous()
        other.send(.x(1), .y(1), .endOfContact, .report(0))
        other.send(.size(4), .endOfContact, .report(10))
        #expect(other.frames == ["0: 0 begins 1,1", "10: 0 lifts"])
        #expect(other.synthesis.contactsWithoutPosition == 1)
    }

    @Test("28. Sixty contacts are used, the others are counted")
    func surplus() {
        var panel = anonymous()
        for _ in 0..<2 {
            for index: Int32 in 0..<75 { panel.send(.x(index * 20), .y(index % 7 * 100), .endOfContact) }
            panel.send(.report(0))
        }
        #expect(panel.audit.down == 60 && panel.audit.begun == 60 && panel.audit.faults == [])
        #expect(panel.synthesis.surplusContacts == 30)
    }

    @Test("47. Size, pressure, kind and distance are reported on change, and not carried over to the next contact")
    func details() {
        var panel = anonymous()
        panel.send(
            .x(1), .y(1), .size(5), .pressure(9), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 3),
            .endOfContact, .report(0))
        panel.send(
            .x(1), .y(1), .size(5), .pressure(8), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 0),
            .endOfContact, .report(10))
        panel.send(.endOfContact, .report(20))
        panel.send(.x(1), .y(1), .endOfContact, .report(30))
        let received = panel.events.filter {
            $0.type == EventType.absolute && $0.code != AbsoluteAxis.slot && $0.code != AbsoluteAxis.trackingID
                && $0.code != AbsoluteAxis.positionX && $0.code != AbsoluteAxis.positionY
        }
        #expect(
            received.map { "\($0.time.microseconds / 1000) \(String($0.code, radix: 16)) \($0.value)" } == [
                "0 30 5", "0 3a 9", "0 37 2", "0 3b 3", "10 3a 8", "10 3b 0", "30 30 0", "30 3a 0", "30 37 0",
            ])
    }

    @Test("19. After a silence of five seconds contacts are new ones")
    func silence() {
        for contactProtocol in [ContactProtocol.anonymousContacts, .trackedContacts] {
            var panel = SlotStory(contactProtocol, .list())
            panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(0))
            panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(4999))
            panel.send(.id(0), .x(1), .y(1), .endOfContact, .report(9999))
            #expect(panel.frames == ["0: 0 begins 1,1", "4999: 0 goes 1,1", "9999: 0 lifts; 1 begins 1,1"])
            #expect(panel.audit.faults == [])
        }
    }

    @Test("4. Time that goes back or jumps is harmless")
    func wildTimes() {
        var panel = anonymous(resolution: 4)
        for time in [Int64.max, .min, 0, .max, -1] {
            for event in [Signal.x(5), .y(5), .endOfContact, .report(time)] {
                panel.send(event.event(at: Timestamp(microseconds: time)))
            }
        }
        #expect(panel.audit.faults == [] && panel.audit.down == 1)
    }
}
