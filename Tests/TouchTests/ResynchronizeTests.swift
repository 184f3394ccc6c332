// Tests of touches after lost events: none duplicated, none stuck, none wrongly completed.

import Testing
import Touch
import TouchTesting

/// The known state of slot 0, the events in a truncated frame, and the current state.
private enum Known: CaseIterable { case nothing, touch, adopted, unplaced }
private enum Partial: CaseIterable { case none, moved, lifted, landed, replaced, passed }
private enum Truth: CaseIterable { case free, same, moved, other, partial, odd }

private struct Case: CustomTestStringConvertible {
    let known: Known
    let partial: Partial
    let truth: Truth
    var testDescription: String { "\(known), then \(partial), in truth \(truth)" }

    static let all = Known.allCases.flatMap { known in
        Partial.allCases.flatMap { partial in
            Truth.allCases.map { Case(known: known, partial: partial, truth: $0) }
        }
    }

    /// A panel with the known state.
    var panel: Panel {
        let panel = Panel()
        switch known {
        case .nothing: break
        case .touch: panel.send(.id(5), .x(10), .y(20), .report(1))
        case .adopted:
            panel.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 5, x: 10, y: 20) : SlotState() }
        case .unplaced: panel.send(.id(5), .report(1))
        }
        switch partial {
        case .none: break
        case .moved: panel.send(.x(11), .y(21))
        case .lifted: panel.send(.id(-1))
        case .landed: panel.send(.id(-1), .id(6), .x(30), .y(40))
        case .replaced: panel.send(.id(6), .x(30), .y(40))
        case .passed: panel.send(.id(6), .x(30), .y(40), .id(-1))
        }
        return panel
    }

    var state: SlotState {
        switch truth {
        case .free: SlotState(x: 10, y: 20)
        case .same: SlotState(trackingID: 5, x: 10, y: 20)
        case .moved: SlotState(trackingID: 5, x: 50, y: 60)
        case .other: SlotState(trackingID: 9, x: 70, y: 80)
        case .partial: SlotState(trackingID: 6, x: 30, y: 40)
        case .odd: SlotState(trackingID: -2, x: 10, y: 20)
        }
    }

    private var isFirst: Bool { truth == .same || truth == .moved }
    /// The earlier finger is still down, and no event contradicted that.
    private var goesOn: Bool { isFirst && (partial == .none || partial == .moved) }

    /// The frames that the resynchronization must make: ended touches, then new ones.
    var frames: [String] {
        var frames: [String] = []
        if known == .touch {
            if !goesOn {
                frames.append("1: 1 cancelled 10,20")
            } else if truth == .moved {
                frames.append("50: 1 moved 50,60")
            }
        }
        let isSeen = known == .touch || known == .adopted ? !goesOn : true
        if state.trackingID >= 0, isSeen, let x = state.x, let y = state.y {
            frames.append("50: \(known == .touch ? 2 : 1) began \(x),\(y)")
        }
        return frames
    }
}

@Suite struct ResynchronizeTests {
    @Test("For any known and current state, the difference is delivered", arguments: Case.all)
    private func difference(_ scenario: Case) {
        let panel = scenario.panel
        let before = panel.notes.count
        panel.resynchronize(at: 50, [0: scenario.state])
        #expect(Array(panel.words.dropFirst(before)) == scenario.frames)

        // Contacts that are down then lift as usual, and nothing remains.
        let isDelivered = !panel.assembler.table.all.isEmpty
        let after = panel.notes.count
        panel.send(.slot(0), .id(-1), .report(60))
        #expect(panel.notes.dropFirst(after).flatMap(\.ended).count == (isDelivered ? 1 : 0))
        #expect(panel.assembler.table.all.isEmpty)
        panel.send(.id(77), .x(1), .y(2), .report(70))
        #expect(panel.notes.last?.began.count == 1)
    }

    @Test("A lift after the loss is of the slot that the device selected during the loss")
    func currentSlot() {
        let fingers = [0: SlotState(trackingID: 1, x: 10, y: 20), 1: SlotState(trackingID: 2, x: 30, y: 40)]
        let panel = Panel().send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(30), .y(40), .slot(0), .report(1))
        panel.resynchronize(at: 2, currentSlot: 1, fingers).send(.id(-1), .report(3))
        #expect(panel.words == ["1: 1 began 10,20; 2 began 30,40", "3: 2 ended 30,40"])
    }
}
