// Tests of frames made from a device's events, valid and invalid.

import Testing
import Touch
import TouchTesting

/// Events, and the frames that they must become.
private struct Scenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let signals: [Signal]
    let frames: [String]

    init(_ description: String, _ signals: [Signal], _ frames: [String]) {
        (testDescription, self.signals, self.frames) = (description, signals, frames)
    }
}

private let scenarios: [Scenario] = [
    Scenario(
        "Nothing is delivered before SYN_REPORT",
        [.id(1), .x(10), .y(20)], []),
    Scenario(
        "A finger comes, moves and goes",
        [.id(1), .x(10), .y(20), .report(1), .x(15), .report(2), .id(-1), .report(3)],
        ["1: 1 began 10,20", "2: 1 moved 15,20", "3: 1 ended 15,20"]),
    Scenario(
        "Fingers in several slots share a frame",
        [
            .slot(0), .id(1), .x(1), .y(1), .slot(3), .id(2), .x(2), .y(2), .report(1), .x(5), .slot(0), .x(4),
            .report(2), .id(-1), .report(3), .slot(3), .id(-1), .report(4),
        ],
        ["1: 1 began 1,1; 2 began 2,2", "2: 1 moved 4,1; 2 moved 5,2", "3: 1 ended 4,1", "4: 2 ended 5,2"]),
    Scenario(
        "The position may come before the tracking id",
        [.x(10), .y(20), .id(1), .report(1)], ["1: 1 began 10,20"]),
    Scenario(
        "The position may come frames after the tracking id",
        [.id(1), .report(1), .x(10), .report(2), .y(20), .report(3)], ["3: 1 began 10,20"]),
    Scenario(
        "The tracking id may come frames after the position",
        [.x(10), .y(20), .report(1), .id(1), .report(2)], ["2: 1 began 10,20"]),
    Scenario(
        "A contact without a position is never delivered",
        [.id(1), .report(1), .x(10), .report(2), .id(-1), .report(3)], []),
    Scenario(
        "A coordinate that equals the slot's old one is not sent again",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(2), .y(30), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 10,30"]),
    Scenario(
        "Another tracking id in a slot is a lift and a new finger",
        [.id(1), .x(10), .y(20), .report(1), .id(2), .x(900), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 900,20"]),
    Scenario(
        "The same tracking id again is the same finger",
        [.id(1), .x(10), .y(20), .report(1), .id(1), .x(11), .report(2)], ["1: 1 began 10,20", "2: 1 moved 11,20"]),
    Scenario(
        "A finger may lift and land in one frame",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .id(1), .x(30), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 30,20"]),
    Scenario(
        "A finger may land and lift in one frame, which makes two frames of the same time",
        [.id(1), .x(10), .y(20), .id(-1), .report(1)], ["1: 1 began 10,20", "1: 1 ended 10,20"]),
    Scenario(
        "A finger may lift, and another come and go, in one frame",
        [.id(1), .x(10), .y(20), .report(1), .id(-1), .id(2), .x(30), .id(-1), .report(2), .x(31), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20; 2 began 30,20", "2: 2 ended 30,20"]),
    Scenario(
        "A finger that came and went leaves the slot to the one that stays",
        [.id(1), .x(10), .y(20), .id(2), .x(30), .report(1), .x(31), .report(2)],
        ["1: 1 began 10,20; 2 began 30,20", "1: 1 ended 10,20", "2: 2 moved 31,20"]),
    Scenario(
        "A contact that came and went without a position is not a finger",
        [.id(1), .id(-1), .report(1), .id(2), .x(3), .id(-1), .report(2)], []),
    Scenario(
        "A lift in a slot that is free is nothing",
        [.id(-1), .report(1), .slot(4), .id(-1), .report(2), .id(-2), .report(3)], []),
    Scenario(
        "Any negative tracking id is a lift",
        [.id(1), .x(10), .y(20), .report(1), .id(-7), .report(2), .id(-1), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"]),
    Scenario(
        "A place that comes with the lift is not where the finger was",
        [.id(1), .x(10), .y(20), .report(1), .x(999), .y(0), .id(-1), .report(2)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"]),
    Scenario(
        "Movement in a free slot is nothing",
        [.slot(2), .x(10), .y(20), .report(1), .x(11), .report(2)], []),
    Scenario(
        "A frame without touch data delivers nothing: heartbeats, stray axes, keys, empty reports",
        [
            .id(1), .x(10), .y(20), .report(1), .other(type: 4, code: 5, value: 8000), .report(2),
            .other(type: 3, code: 0x28, value: 1), .report(3), .other(type: 1, code: 0x14a, value: 1), .report(4),
            .report(5), .x(10), .report(6),
        ],
        ["1: 1 began 10,20"]),
    Scenario(
        "Pressure, size and the single-touch axes do not move a finger",
        [
            .id(1), .x(10), .y(20), .report(1), .other(type: 3, code: 0x3a, value: 50),
            .other(type: 3, code: 0x30, value: 9), .other(type: 3, code: 0, value: 77), .report(2),
        ],
        ["1: 1 began 10,20"]),
    Scenario(
        "Several movements in a frame are one",
        [.id(1), .x(10), .y(20), .report(1), .x(11), .x(12), .x(13), .report(2), .x(14), .x(13), .report(3)],
        ["1: 1 began 10,20", "2: 1 moved 13,20"]),
    Scenario(
        "Time that goes backward stays where it was",
        [.id(1), .x(10), .y(20), .report(100), .x(11), .report(40), .x(12), .report(.min), .x(13), .report(101)],
        ["100: 1 began 10,20", "100: 1 moved 11,20", "100: 1 moved 12,20", "101: 1 moved 13,20"]),
]

@Suite struct FrameAssemblerTests {
    @Test("Events become the expected frames", arguments: scenarios)
    private func scenario(_ scenario: Scenario) {
        #expect(Panel().send(scenario.signals).words == scenario.frames)
    }

    @Test("A slot that the device does not have corrupts no finger", arguments: [-1, 10, 255, Int32.min, Int32.max])
    func slotOutOfRange(slot: Int32) {
        let panel = Panel().send(.slot(9), .id(1), .x(10), .y(20), .report(1))
        panel.send(.slot(slot), .id(2), .x(500), .y(500), .report(2), .id(-1), .report(3))
        panel.send(.x(600), .report(4), .slot(9), .x(11), .report(5))
        #expect(panel.words == ["1: 1 began 10,20", "5: 1 moved 11,20"])
    }

    @Test("The slot from before the device was opened applies until another is selected")
    func selected() {
        let panel = Panel()
        panel.assembler.adopt(currentSlot: 3) { _ in SlotState() }
        panel.send(.id(1), .x(10), .y(20), .report(1), .slot(0), .id(2), .x(30), .y(40), .report(2))
        panel.send(.slot(3), .id(-1), .report(3))
        #expect(panel.words == ["1: 1 began 10,20", "2: 2 began 30,40", "3: 1 ended 10,20"])
    }

    @Test("The previous location is in moved, stationary and lift frames")
    func previousLocation() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1), .x(15), .report(2))
        panel.send(.slot(1), .id(2), .x(500), .y(500), .report(3), .slot(0), .x(20), .report(4))
        panel.send(.id(-1), .report(5))
        let previous = panel.notes.compactMap { $0.all.first { $0.id == 1 } }.map(\.previousLocation.x)
        #expect(previous == [10, 10, 15, 15, 20])
        #expect(panel.notes.map { $0.all[0].phase } == [.began, .moved, .stationary, .moved, .ended])
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

    @Test("Fingers of two panels with a common serial number counter share no number")
    func serialNumbers() {
        let numbers = TouchSerialNumbers()
        let panels = [Panel(serialNumbers: numbers), Panel(serialNumbers: numbers)]
        for panel in panels { panel.send(.id(1), .x(1), .y(1), .report(1)) }
        #expect(panels.flatMap { $0.notes.flatMap(\.began) } == [1, 2])
    }

    @Test("More contacts than there is room for are ignored until they land again")
    func capacity() {
        let panel = Panel(.touchscreen(slots: 70))
        panel.send((0..<70).flatMap { [.slot($0), .id($0), .x($0 * $0), .y(0)] } + [.report(1)])
        #expect(panel.notes.map(\.began.count) == [64])
        panel.send(.slot(69), .x(500), .report(2), .slot(0), .id(-1), .report(3), .slot(69), .x(501), .report(4))
        #expect(panel.words.dropFirst() == ["3: 1 ended 0,0"])
        panel.send(.id(-1), .report(5), .id(99), .report(6), .x(502), .report(7))
        #expect(panel.words.suffix(2) == ["6: 65 began 501,0", "7: 65 moved 502,0"])
    }

    @Test("Fingers that are down when the device is opened are ignored until they lift")
    func adopted() {
        let panel = Panel()
        panel.assembler.adopt(currentSlot: 0) {
            $0 == 0 ? SlotState(trackingID: 7, x: 10, y: 20) : SlotState(x: 1, y: 2)
        }
        panel.send(.x(11), .report(1), .slot(1), .id(8), .report(2), .slot(0), .x(12), .report(3))
        #expect(panel.words == ["2: 1 began 1,2"])
        panel.send(.id(-1), .report(4), .id(9), .report(5))
        #expect(panel.words.last == "5: 2 began 12,20")
    }

    @Test("A finger that was down and is replaced without a lift is seen")
    func adoptedAndReplaced() {
        let panel = Panel()
        panel.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 7, x: 10, y: 20) : SlotState() }
        #expect(panel.send(.id(8), .report(1)).words == ["1: 1 began 10,20"])
    }

    @Test("Opening again while fingers are down cancels them with the next frame")
    func adoptedTwice() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1))
        panel.assembler.adopt(currentSlot: 0) { _ in SlotState(trackingID: 1, x: 10, y: 20) }
        #expect(panel.send(.report(2)).words == ["1: 1 began 10,20", "2: 1 cancelled 10,20"])
    }

    @Test("A removed device cancels every finger, once")
    func cancelAll() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(30), .y(40), .report(1))
        panel.cancelAll(at: 2).cancelAll(at: 3).send(.id(-1), .slot(0), .x(7), .id(-1), .report(4))
        #expect(panel.words == ["1: 1 began 10,20; 2 began 30,40", "2: 1 cancelled 10,20; 2 cancelled 30,40"])
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

    @Test("A touch has its slot, whose values are the device's; one that no device reports has none")
    func slots() {
        let panel = Panel().send(.slot(3), .id(1), .x(10), .y(20), .slot(1), .id(2), .x(30), .y(40), .report(0))
        #expect(Set(panel.assembler.table.all.map { "\($0.id) in \($0.slot ?? -1)" }) == ["1 in 1", "2 in 3"])
        #expect(panel.assembler.state(ofSlot: 3) == SlotState(trackingID: 1, x: 10, y: 20))
        panel.send(.id(-1), .report(1))
        #expect(panel.assembler.state(ofSlot: 1) == SlotState(x: 30, y: 40))
        #expect(panel.assembler.state(ofSlot: 10) == SlotState() && panel.assembler.state(ofSlot: -1) == SlotState())
        #expect(TouchTable().begin(at: Point(x: 0, y: 0), time: .zero)?.slot == nil)
    }

    @Test(
        "A device without valid slots gets as many as it can use", arguments: [(0, 1), (1, 1), (10, 10), (5000, 256)])
    func slotCount(declared: Int32, used: Int) {
        #expect(Panel(.touchscreen(slots: declared)).assembler.slotCount == used)
    }

    @Test("11. A finger down at the start is ignored, and the next one is seen, without slots, too")
    func adoptedWithoutSlots() {
        let panel = Panel(.singleTouch())
        panel.assembler.adopt(currentSlot: 0) { _ in SlotState(trackingID: 0, x: 30, y: 40) }
        panel.send(.singleX(31), .report(2), .button(0), .report(3))
        panel.send(.button(1), .singleX(50), .singleY(60), .report(4), .button(0), .report(5))
        #expect(panel.words == ["4: 1 began 50,60", "5: 1 ended 50,60"])
        #expect(panel.counts == "unseenStart 1")
    }
}
