// Tests of frames made from a device's events, valid and invalid.

import Testing
import Touch
import TouchTesting

private let scenarios: [PanelScenario] = [
    .init("Nothing is delivered before SYN_REPORT", [.id(1), .x(10), .y(20)], []),
    .init(
        "Fingers in several slots share a frame, and each comes, moves and goes",
        [
            .slot(0), .id(1), .x(1), .y(1), .slot(3), .id(2), .x(2), .y(2), .report(1), .x(5), .slot(0), .x(4),
            .report(2), .id(-1), .report(3), .slot(3), .id(-1), .report(4),
        ],
        ["1: 1 began 1,1; 2 began 2,2", "2: 1 moved 4,1; 2 moved 5,2", "3: 1 ended 4,1", "4: 2 ended 5,2"]),
    .init(
        "9. The position may come before the tracking id", [.x(10), .y(20), .id(1), .report(1)], ["1: 1 began 10,20"]),
    .init(
        "9. The position may come frames after the tracking id",
        [.id(1), .report(1), .x(10), .report(2), .y(20), .report(3)], ["3: 1 began 10,20"]),
    .init(
        "The tracking id may come frames after the position",
        [.x(10), .y(20), .report(1), .id(1), .report(2)], ["2: 1 began 10,20"], counts: nil),
    .init(
        "10. Coordinates that equal the slot's old ones are not sent again, not even both of them",
        [
            .id(1), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(2), .y(30), .report(3), .id(-1), .report(4),
            .id(3), .report(5),
        ],
        ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 10,30", "4: 2 ended 10,30", "5: 3 began 10,30"]),
    .init(
        "6. Another tracking id in a slot is a lift and a new finger, never a movement",
        [.id(1), .x(10), .y(20), .report(1), .id(2), .x(900), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 900,20"], counts: "trackingIDReplaced 1"),
    .init(
        "The same tracking id again is the same finger",
        [.id(1), .x(10), .y(20), .report(1), .id(1), .x(11), .report(2)], ["1: 1 began 10,20", "2: 1 moved 11,20"],
        counts: nil),
    .init(
        "8. A finger that lifts and lands in one frame and slot is two fingers, in the order of the events",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .id(1), .x(30), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 30,20"]),
    .init(
        "A finger may land and lift in one frame, which makes two frames of the same time",
        [.id(1), .x(10), .y(20), .id(-1), .report(1)], ["1: 1 began 10,20", "1: 1 ended 10,20"]),
    .init(
        "A finger may lift, and another come and go, in one frame",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .id(2), .x(30), .id(-1), .report(2), .x(31), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 30,20", "2: 2 ended 30,20"]),
    .init(
        "A finger that came and went leaves the slot to the one that stays",
        [.id(1), .x(10), .y(20), .id(2), .x(30), .report(1), .x(31), .report(2)],
        ["1: 1 began 10,20; 2 began 30,20", "1: 1 ended 10,20", "2: 2 moved 31,20"], counts: nil),
    .init(
        "A contact that came and went without a position is not a finger",
        [.id(1), .id(-1), .report(1), .id(2), .x(3), .id(-1), .report(2)], [], counts: nil),
    .init(
        "7. A lift in a free slot is ignored, and counted",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(-1), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"], counts: "liftWithoutContact 1"),
    .init(
        "Any negative tracking id is a lift",
        [.id(1), .x(10), .y(20), .report(1), .id(-7), .report(2), .id(-1), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"], counts: nil),
    .init(
        "36. A place that comes with the lift is not where the finger was",
        [.id(1), .x(10), .y(20), .report(1), .x(999), .y(0), .id(-1), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"]),
    .init("Movement in a free slot is nothing", [.slot(2), .x(10), .y(20), .report(1), .x(11), .report(2)], []),
    .init(
        "52. A frame without touch data delivers nothing: heartbeats, stray axes, keys, empty reports",
        [
            .id(1), .x(10), .y(20), .report(1), .other(type: 4, code: 5, value: 8000), .report(2),
            .other(type: 3, code: 0x28, value: 1), .report(3), .other(type: 1, code: 0x14a, value: 1), .report(4),
            .report(5), .x(10), .report(6),
        ],
        ["1: 1 began 10,20"]),
    .init(
        "Pressure, size and the single-touch axes do not move a finger",
        [.id(1), .x(10), .y(20), .report(1), .pressure(50), .major(9), .singleX(77), .report(2)],
        ["1: 1 began 10,20"]),
    .init(
        "Several movements in a frame are one",
        [.id(1), .x(10), .y(20), .report(1), .x(11), .x(12), .x(13), .report(2), .x(14), .x(13), .report(3)],
        ["1: 1 began 10,20", "2: 1 moved 13,20"]),
    .init(
        "4. Time that goes backward stays where it was, and is counted",
        [.id(1), .x(10), .y(20), .report(1000), .x(30), .report(900), .x(40), .report(1001)],
        ["1000: 1 began 10,20", "1000: 1 moved 30,20", "1001: 1 moved 40,20"], counts: "timeWentBack 1"),
    .init(
        "32. Positions outside the declared range are used unchanged, and counted",
        [.id(1), .x(-2849), .y(20), .report(1), .id(-1), .report(2), .id(2), .x(5), .report(3)],
        ["1: 1 began -2849,20", "2: 1 ended -2849,20", "3: 2 began 5,20"], counts: "positionOutOfRange 1"),
    .init(
        "20. When BTN_TOUCH becomes 0 while slots of a driver that sends -1 hold contacts, they are cancelled",
        [
            .id(0), .x(10), .y(20), .button(1), .report(-1), .button(0), .id(-1), .report(0), .id(1), .button(1),
            .report(1), .button(0), .report(2),
        ],
        then: {
            #expect($0.words.last == "2: 2 cancelled 10,20" && $0.counts == "buttonWithoutLift 1")
            $0.send(.x(11), .report(3), .id(-1), .report(4), .id(2), .report(5))
        }, end: ["2: 2 cancelled 10,20", "5: 3 began 11,20"]),
    .init(
        "20. In the frame of the lifts BTN_TOUCH 0 is not a contradiction",
        [.id(1), .x(1), .y(1), .button(1), .report(1), .button(0), .id(-1), .report(2)],
        ["1: 1 began 1,1", "2: 1 ended 1,1"]),
    .init(
        "20. Suspending cancels every touch, and contacts still down after waking stay cancelled",
        [.id(1), .x(10), .y(20), .report(1)],
        then: {
            $0.passOver(at: 2).adopt(SlotState(trackingID: 1, x: 10, y: 20))
            $0.send(.x(90), .report(3), .id(-1), .report(4), .id(2), .report(5))
        }, ["1: 1 began 10,20", "2: 1 cancelled 10,20", "5: 2 began 90,20"], counts: nil),
    .init(
        "11. Fingers that are down when the device is opened are ignored until they lift, and counted", [],
        then: {
            $0.adopt(SlotState(trackingID: 7, x: 10, y: 20)).send(.x(11), .report(1), .slot(1), .id(8), .x(1), .y(2))
            $0.send(.report(2), .slot(0), .x(12), .report(3), .id(-1), .report(4), .id(9), .report(5))
        }, ["2: 1 began 1,2", "5: 2 began 12,20"], counts: "unseenStart 1"),
    .init(
        "11. A finger that was down and is replaced without a lift is seen", [],
        then: { $0.adopt(SlotState(trackingID: 7, x: 10, y: 20)).send(.id(8), .report(1)) }, ["1: 1 began 10,20"],
        counts: nil),
    .init(
        "11. A finger down at the start is ignored, and the next one is seen, without slots, too", on: .singleTouch(),
        [],
        then: {
            $0.adopt(SlotState(trackingID: 0, x: 30, y: 40)).send(.singleX(31), .report(2), .button(0), .report(3))
            $0.send(.button(1), .singleX(50), .singleY(60), .report(4), .button(0), .report(5))
        }, ["4: 1 began 50,60", "5: 1 ended 50,60"], counts: "unseenStart 1"),
    .init(
        "Opening again while fingers are down cancels them with the next frame",
        [.id(1), .x(10), .y(20), .report(1)],
        then: { $0.adopt(SlotState(trackingID: 1, x: 10, y: 20)).send(.report(2)) },
        ["1: 1 began 10,20", "2: 1 cancelled 10,20"], counts: nil),
    .init(
        "The slot from before the device was opened applies until another is selected", [],
        then: {
            $0.adopt(SlotState(), currentSlot: 3)
            $0.send(.id(1), .x(10), .y(20), .report(1), .slot(0), .id(2), .x(30), .y(40), .report(2))
            $0.send(.slot(3), .id(-1), .report(3))
        }, ["1: 1 began 10,20", "2: 2 began 30,40", "3: 1 ended 10,20"]),
    .init(
        "A removed device cancels every finger, once",
        [.id(1), .x(10), .y(20), .slot(1), .id(2), .x(30), .y(40), .report(1)],
        then: { $0.cancelAll(at: 2).cancelAll(at: 3).send(.id(-1), .slot(0), .x(7), .id(-1), .report(4)) },
        ["1: 1 began 10,20; 2 began 30,40", "2: 1 cancelled 10,20; 2 cancelled 30,40"], counts: nil),
]

@Suite struct FrameAssemblerTests {
    @Test("Events become the expected frames", arguments: scenarios)
    func scenario(_ scenario: PanelScenario) { scenario.check() }

    @Test(
        "5. An event for a slot that the device does not have corrupts no finger, and is counted",
        arguments: [-1, 10, .min, .max])
    func slotOutOfRange(slot: Int32) {
        let panel = Panel().send(.slot(9), .id(1), .x(10), .y(20), .report(1))
        panel.send(.slot(slot), .id(2), .x(500), .y(500), .report(2), .id(-1), .report(3))
        panel.send(.x(600), .report(4), .slot(9), .x(11), .report(5))
        #expect(panel.words == ["1: 1 began 10,20", "5: 1 moved 11,20"] && panel.counts == "slotOutOfRange 1")
    }

    @Test("A finger is one object from down to up, and its number is never reused")
    func identity() {
        let panel = Panel()
        // Keeping them keeps their identities from being reused.
        var objects: [Int: Touch] = [:]
        for tap in 0..<100 {
            let time = Int64(tap) * 10
            let signals: [Signal] = [
                .id(5), .x(1), .y(Int32(tap)), .report(time), .y(300), .report(time + 1), .id(-1),
            ]
            for signal in signals {
                panel.assembler.process(signal.event(at: .zero)) { frame in
                    for touch in frame.all {
                        let known = objects.updateValue(touch, forKey: touch.id)
                        #expect(known == nil || known === touch)
                    }
                }
            }
            panel.send(.report(time + 2))
        }
        #expect(objects.keys.sorted() == Array(1...100))
        #expect(Set(objects.values).count == 100)
        #expect(objects.values.allSatisfy { $0.phase == .ended })
    }

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
}
