// Tests of corrected and counted defects, named after the rows of the catalogue.

import Testing
import Touch
import TouchTesting

private func report(_ value: Int32, at time: Int64) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: time), type: 0, code: 0, value: value)
}

extension Panel {
    /// The detected defects.
    fileprivate var defects: [DeviceDefect: Int] {
        Dictionary(uniqueKeysWithValues: assembler.defects.seen.map { ($0.kind, $0.count) })
    }
}

@Suite struct DeviceDefectTests {
    @Test("1. After SYN_DROPPED in a recording events up to the next report are ignored, and every touch is cancelled")
    func dropped() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1))
        panel.send(.x(11), .other(type: 0, code: 3, value: 0), .slot(0), .id(-1), .slot(1), .id(2), .x(5), .y(5))
        panel.send(.report(2))
        #expect(panel.words == ["1: 1 began 10,20", "2: 1 cancelled 10,20"])
        #expect(panel.defects == [.eventsLost: 1])
        // The current contact is unknown: it counts only after its next lift.
        panel.send(.slot(0), .x(12), .report(3), .id(-1), .report(4), .id(3), .x(13), .report(5))
        #expect(panel.words.dropFirst(2) == ["5: 2 began 13,20"])
    }

    @Test("2. A resynchronization that reports known fingers doubles none of them")
    func known() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(300), .y(20), .report(1))
        panel.resynchronize(
            at: 2,
            [0: SlotState(trackingID: 1, x: 12, y: 20), 1: SlotState(trackingID: 7, x: 300, y: 20)])
        #expect(
            panel.words == [
                "1: 1 began 10,20; 2 began 300,20", "1: 2 cancelled 300,20", "2: 1 moved 12,20; 3 began 300,20",
            ])
        panel.send(.slot(0), .id(1), .report(3), .slot(1), .id(7), .report(4))
        #expect(panel.notes.count == 3 && panel.defects == [.eventsLost: 1])
    }

    @Test("6. A contact that jumps across the panel is another finger, and the first has not lifted")
    func jump() {
        let far = Int32(70 / PointUnit.millimetres)
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(0), .x(10 + far), .report(5_000))
        #expect(panel.words.last == "5000: 1 cancelled 10,20; 2 began \(10 + far),20")
        #expect(panel.defects == [.contactJumped: 1])
        // Three metres in a second are a flick, whatever the panel's rate.
        for interval in [4_000, 8_000, 16_000, 30_000] as [Int64] {
            let step = Int32(3_000 * Double(interval) / 1e6 / PointUnit.millimetres)
            let flick = Panel().send(.id(1), .x(10), .y(20), .report(0), .x(10 + step), .report(interval))
            #expect(flick.defects == [:] && flick.notes.last?.moved == [1])
        }
    }

    @Test("7. A lift that repeats the state read after a loss is not counted")
    func repeatedLift() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1)).resynchronize(at: 2, [:])
        panel.send(.id(-1), .report(3))
        #expect(panel.defects == [.eventsLost: 1])
        panel.send(.id(-1), .report(4))
        #expect(panel.defects == [.eventsLost: 1, .liftWithoutContact: 1])
    }

    @Test("10. The kernel's slots begin with 0, so a first contact on the border has one coordinate, and is seen")
    func firstOnTheBorder() {
        for (signal, place) in [(Signal.y(500), "0,500"), (.x(700), "700,0")] {
            let panel = Panel().adopt(.initial)
            #expect(panel.send(.id(1), signal, .report(1)).words == ["1: 1 began \(place)"])
            #expect(panel.send(.id(-1), .report(2), .id(2), .report(3)).words.last == "3: 2 began \(place)")
        }
    }

    @Test("10, 37. A first contact without any coordinate has no place until one arrives")
    func firstNowhere() {
        let panel = Panel().adopt(.initial)
        #expect(panel.send(.id(1), .report(1), .pressure(20), .report(2)).words == [])
        #expect(panel.send(.id(-1), .report(3)).defects == [.contactWithoutPosition: 1])
        #expect(panel.send(.id(2), .report(4), .y(9), .report(5)).words == ["5: 1 began 0,9"])
    }

    @Test("12. Tracking ids that are small, used again or the slot's own number are no identity")
    func identity() {
        let panel = Panel()
        for round in 0..<3 as Range<Int64> {
            panel.send(.slot(0), .id(0), .x(10), .y(20), .slot(1), .id(0), .x(90), .y(20), .report(round * 2 + 1))
            panel.send(.slot(0), .id(-1), .slot(1), .id(-1), .report(round * 2 + 2))
        }
        #expect(panel.notes.flatMap(\.began) == [1, 2, 3, 4, 5, 6] && panel.defects == [:])
    }

    @Test("20. The report of a machine that goes to sleep cancels; that of a repeated key does not")
    func fallingAsleep() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1))
        panel.assembler.process(report(1, at: 2)) { #expect($0.cancelled.count == 1) }
        #expect(panel.assembler.table.all.isEmpty && panel.defects == [:])
        panel.send(.x(30), .report(3))
        #expect(panel.notes.count == 1)

        let withButton = Panel().send(.id(1), .x(10), .y(20), .button(true), .report(1), .button(false))
        withButton.assembler.process(report(1, at: 2)) { #expect($0.cancelled.count == 1) }
        #expect(withButton.assembler.table.all.isEmpty && withButton.defects == [:])

        let held = Panel().send(.id(1), .x(10), .y(20), .report(1), .other(type: 1, code: 102, value: 2))
        held.assembler.process(report(1, at: 2)) { _ in Issue.record("a frame") }
        #expect(!held.assembler.table.all.isEmpty)
    }

    @Test("A defect is reported each time, the first as such")
    func received() {
        let panel = Panel()
        var received: [Bool] = []
        panel.assembler.didNote = { defect, isFirst in
            #expect(defect == .slotOutOfRange)
            received.append(isFirst)
        }
        panel.send(.slot(10), .slot(11), .slot(12))
        #expect(received == [true, false, false])
    }

    @Test("Every defect has its own text and a party at fault")
    func words() {
        #expect(Set(DeviceDefect.allCases.map(\.explanation)).count == DeviceDefect.allCases.count)
        #expect(Set(DeviceDefect.allCases.map(\.fault.rawValue)) == ["kernel bug", "device defect", "overload"])
        #expect(DeviceDefect.allCases.map(\.name).contains("slotOutOfRange"))
    }
}
