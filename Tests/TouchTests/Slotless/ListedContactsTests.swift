// Tests of protocol A: lists of contacts, with and without numbers, and all ways to lift.

import Testing
import TouchTesting

@testable import Touch

private let end = Signal.endOfContact

private let scenarios: [SlotScenario] = [
    .init(
        "17. Contacts without numbers keep their slots in any order of listing", .anonymousContacts,
        [
            .x(100), .y(100), end, .x(900), .y(500), end, .report(0), .x(905), .y(500), end, .x(100), .y(105), end,
            .report(10), .x(100), .y(110), end, .x(910), .y(500), end, .report(20),
        ],
        [
            "0: 0 begins 100,100; 1 begins 900,500", "10: 1 goes 905,500; 0 goes 100,105",
            "20: 0 goes 100,110; 1 goes 910,500",
        ]),
    .init(
        "17. When one of three lifts, the slots of the others stay, and a new finger takes the free one",
        .anonymousContacts,
        [
            .x(100), .y(100), end, .x(300), .y(100), end, .x(500), .y(100), end, .report(0), .x(510), .y(100), end,
            .x(110), .y(100), end, .report(10), .x(520), .y(100), end, .x(120), .y(100), end, .x(310), .y(100), end,
            .report(20),
        ],
        [
            "0: 0 begins 100,100; 1 begins 300,100; 2 begins 500,100", "10: 1 lifts; 2 goes 510,100; 0 goes 110,100",
            "20: 2 goes 520,100; 0 goes 120,100; 1 begins 310,100",
        ]),
    .init(
        "17. The smallest sum decides, not the nearest pair: two fingers that moved by more than their distance",
        .anonymousContacts,
        [
            .x(100), .y(100), end, .x(120), .y(100), end, .report(0), .x(125), .y(100), end, .x(145), .y(100), end,
            .report(10),
        ],
        ["0: 0 begins 100,100; 1 begins 120,100", "10: 0 goes 125,100; 1 goes 145,100"]),
    .init(
        // 90 mm in 10 ms, as the largest accepted distance is 93.3 mm; then 100 mm.
        "17. A distance beyond a finger's reach in a frame is a lift and a new finger", .anonymousContacts,
        on: .list(resolution: 4),
        [.x(100), .y(100), end, .report(0), .x(460), .y(100), end, .report(10), .x(860), .y(100), end, .report(20)],
        ["0: 0 begins 100,100", "10: 0 goes 460,100", "20: 0 lifts; 1 begins 860,100"]),
    .init(
        "17. A finger that lands far away does not replace a resting one", .anonymousContacts, on: .list(resolution: 4),
        [
            .x(100), .y(100), end, .x(200), .y(100), end, .report(0), .x(1900), .y(100), end, .x(200), .y(100), end,
            .report(10),
        ],
        ["0: 0 begins 100,100; 1 begins 200,100", "10: 0 lifts; 1 goes 200,100; 2 begins 1900,100"]),
    .init(
        "17. Without a resolution, a quarter of the diagonal is the reach", .anonymousContacts,
        [.x(0), .y(100), end, .report(0), .x(550), .y(100), end, .report(10), .x(1110), .y(100), end, .report(20)],
        ["0: 0 begins 0,100", "10: 0 goes 550,100", "20: 0 lifts; 1 begins 1110,100"]),
    .init(
        "17. A contact with a number keeps its slot, wherever it is; numbers are anything but -1", .trackedContacts,
        [
            .id(.max), .x(1), .y(1), end, .id(-7), .x(2), .y(2), end, .report(0), .id(-7), .x(1), .y(1), end,
            .id(.max), .x(2), .y(2), end, .report(10), .id(-7), .x(1900), .y(900), end, .report(20), .id(-1),
            .x(1900), .y(900), end, .report(30),
        ],
        [
            "0: 0 begins 1,1; 1 begins 2,2", "10: 1 goes 1,1; 0 goes 2,2", "20: 0 lifts; 1 goes 1900,900",
            "30: 1 lifts",
        ]),
    .init(
        "12, 13. A number that is reused after a lift is another contact, also without BTN_TOUCH", .trackedContacts,
        [.id(0), .x(1), .y(1), end, .report(0), end, .report(10), .id(0), .x(1), .y(1), end, .report(20)],
        ["0: 0 begins 1,1", "10: 0 lifts", "20: 0 begins 1,1"]),
    .init(
        "17. Of a number that is listed twice in a frame the last is used", .trackedContacts,
        [.id(3), .x(1), .y(1), end, .id(3), .x(2), .y(2), end, .report(0)], ["0: 0 begins 2,2"]),
    .init(
        "16. Contacts of a device that declares numbers but sends none are matched by place", .trackedContacts,
        [
            .x(100), .y(100), end, .x(900), .y(500), end, .report(0), .x(905), .y(500), end, .x(100), .y(105), end,
            .report(10),
        ],
        ["0: 0 begins 100,100; 1 begins 900,500", "10: 1 goes 905,500; 0 goes 100,105"]),
    .init(
        "16. Without SYN_MT_REPORT the end of the frame ends a contact, and so does a repeated value",
        .trackedContacts,
        [
            .x(584), .y(246), .size(30), .id(0), .report(0), .x(584), .y(246), .size(29), .id(0), .x(90), .y(80),
            .size(30), .id(1), .report(10), .id(0), .x(585), .y(246), .id(1), .x(91), .y(80), .report(20),
        ],
        ["0: 0 begins 584,246", "10: 0 goes 584,246; 1 begins 90,80", "20: 0 goes 585,246; 1 goes 91,80"]),
    .init(
        "17. Of a value that comes twice before SYN_MT_REPORT the last is used", .anonymousContacts,
        [.x(1), .y(1), end, .report(0), .x(2), .y(1), .x(3), .y(1), end, .report(10)],
        ["0: 0 begins 1,1", "10: 0 goes 3,1"]),
    .init(
        "18. An empty SYN_MT_REPORT lifts all", .anonymousContacts,
        [.x(1), .y(1), end, .x(9), .y(9), end, .report(0), end, .report(10)],
        ["0: 0 begins 1,1; 1 begins 9,9", "10: 0 lifts; 1 lifts"]),
    .init(
        "18. BTN_TOUCH 0 lifts all, whatever else its frame lists, at their places", .trackedContacts,
        [
            .button(1), .id(0), .x(1), .y(1), end, .report(0), .button(0), .id(0), .x(700), .y(1), end, .report(10),
            .button(1), .id(0), .x(2), .y(2), end, .report(20), .button(0), .report(30),
        ],
        ["0: 0 begins 1,1", "10: 0 lifts", "20: 0 begins 2,2", "30: 0 lifts"]),
    .init(
        "53. BTN_TOUCH 1 and 0 in one frame: a listed contact lands and lifts; 0 and 1: another contact",
        .anonymousContacts,
        [
            .button(1), .x(1), .y(1), end, .button(0), .report(0), .button(1), .x(2), .y(2), end, .report(10),
            .button(0), .button(1), .x(3), .y(3), end, .report(20),
        ],
        ["0: 0 begins 1,1; 0 lifts", "10: 0 begins 2,2", "20: 0 lifts; 1 begins 3,3"]),
    .init(
        "18. A long axis of 0 is a lift of a contact with a number", .trackedContacts,
        [
            .id(0), .size(1), .x(1), .y(1), end, .id(1), .size(1), .x(9), .y(9), end, .report(0),
            .id(0), .size(0), .x(1), .y(1), end, .id(1), .size(1), .x(8), .y(9), end, .report(10),
            .id(1), .size(0), .x(8), .y(9), end, .report(20), .id(1), .size(0), .x(8), .y(9), end, .report(30),
        ],
        ["0: 0 begins 1,1; 1 begins 9,9", "10: 0 lifts; 1 goes 8,9", "20: 1 lifts", "30:"]),
    .init(
        "18. A long axis of 0 is a lift of a contact without a number", .anonymousContacts,
        [
            .size(5), .x(1), .y(1), end, .size(5), .x(9), .y(9), end, .report(0), .size(0), .x(1), .y(1), end,
            .size(5), .x(4), .y(4), end, .report(10),
        ],
        ["0: 0 begins 1,1; 1 begins 9,9", "10: 0 lifts; 1 goes 4,4"]),
    .init(
        "46. A device that never sends a size above 0 has contacts, and so has one with a pressure of 0",
        .anonymousContacts,
        [
            .size(0), .pressure(0), .x(1), .y(1), end, .report(0), .size(0), .pressure(0), .x(2), .y(1), end,
            .report(10), .pressure(9), .x(3), .y(1), end, .report(20), .pressure(0), .x(4), .y(1), end, .report(30),
        ],
        ["0: 0 begins 1,1", "10: 0 goes 2,1", "20: 0 goes 3,1", "30: 0 goes 4,1"]),
    .init(
        "52. A frame without contacts, SYN_MT_REPORT and BTN_TOUCH 0 changes nothing", .anonymousContacts,
        [
            .x(1), .y(1), end, .report(0), .other(type: 4, code: 5, value: 77), .report(10), .axis(0x28, 3),
            .report(20), .button(1), .report(30), .report(40), .x(2), .y(1), end, .report(50),
        ],
        ["0: 0 begins 1,1", "10:", "20:", "30:", "40:", "50: 0 goes 2,1"]),
    .init(
        "36. Single-touch axes beside the list are ignored, also after SYN_MT_REPORT", .trackedContacts,
        [
            .singleX(500), .id(0), .x(1), .y(1), end, .singleX(1), .singleY(1), .report(0), .singleX(7), .singleY(7),
            .axis(AbsoluteAxis.singleTouchPressure, 0), .report(10),
        ],
        ["0: 0 begins 1,1", "10:"]),
]

@Suite struct ListedContactsTests {
    @Test("Listed contacts become slots", arguments: scenarios)
    func scenario(_ scenario: SlotScenario) { scenario.check() }

    @Test("37. A contact without a position is ignored, but a known number without one stays")
    func withoutPosition() {
        var panel = SlotStory(.trackedContacts, .list())
        panel.send(.id(0), .x(1), .y(1), end, .id(1), .x(5), end, .report(0))
        panel.send(.id(0), .size(4), end, .report(10))
        #expect(panel.frames == ["0: 0 begins 1,1", "10: 0 goes 1,1"])
        #expect(panel.synthesis.contactsWithoutPosition == 1)
        var other = SlotStory(.anonymousContacts, .list())
        other.send(.x(1), .y(1), end, .report(0))
        other.send(.size(4), end, .report(10))
        #expect(other.frames == ["0: 0 begins 1,1", "10: 0 lifts"])
        #expect(other.synthesis.contactsWithoutPosition == 1)
    }

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
            .x(1), .y(1), .size(5), .pressure(9), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 3),
            end, .report(0))
        panel.send(
            .x(1), .y(1), .size(5), .pressure(8), .axis(AbsoluteAxis.toolType, 2), .axis(AbsoluteAxis.distance, 0),
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

    @Test("19. After a silence of five seconds contacts are new ones")
    func silence() {
        for contactProtocol in [ContactProtocol.anonymousContacts, .trackedContacts] {
            var panel = SlotStory(contactProtocol, .list())
            panel.send(.id(0), .x(1), .y(1), end, .report(0))
            panel.send(.id(0), .x(1), .y(1), end, .report(4999))
            panel.send(.id(0), .x(1), .y(1), end, .report(9999))
            #expect(panel.frames == ["0: 0 begins 1,1", "4999: 0 goes 1,1", "9999: 0 lifts; 1 begins 1,1"])
            #expect(panel.audit.faults == [])
        }
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
