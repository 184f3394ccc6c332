// Tests of drivers that tell lifts by BTN_TOUCH only.

import Testing
import Touch
import TouchTesting

private let up = Signal.button(false), down = Signal.button(true)

@Suite struct ButtonLiftsTests {
    private func suspend(_ panel: Panel, at microseconds: Int64) -> [String] {
        let time = Timestamp(microseconds: microseconds)
        var words: [String] = []
        panel.assembler.process(Signal.button(false).event(at: time)) { _ in }
        panel.assembler.process(InputEvent(time: time, type: EventType.synchronization, code: 0, value: 1)) {
            words.append(FrameNote($0).description)
        }
        return words
    }

    @Test("A machine that goes to sleep cancels, and the finger after that is seen, also in the first touch ever")
    func asleep() {
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1))
        #expect(suspend(panel, at: 2) == ["2: 1 cancelled 10,20"])
        panel.send(.x(30), down, .report(3), up, .report(4))
        #expect(panel.words.dropFirst() == ["3: 2 began 30,20", "4: 2 ended 30,20"])
        #expect(panel.counts == "")
    }
}
