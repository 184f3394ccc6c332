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
        panel.assembler.didCount = { defect, isFirst in
            #expect(defect == .slotOutOfRange)
            received.append(isFirst)
        }
        panel.send(.slot(10), .slot(11), .slot(12))
        #expect(received == [true, false, false])
    }
}
