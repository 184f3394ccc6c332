// Tests of single-touch devices.

import Testing
import TouchTesting

@testable import Touch

@Suite struct SingleContactTests {
    private var panel: SlotStory { SlotStory(.singleTouch, .singleTouch()) }

    @Test("27. A touch begins with the button, follows the coordinates, and lifts with the button")
    func touch() {
        var panel = panel
        panel.send(.button(1), .singleX(1946), .singleY(1501), .axis(0x18, 253), .report(0))
        panel.send(.singleY(1486), .report(20))
        panel.send(.singleX(1945), .report(40))
        panel.send(.button(0), .axis(0x18, 0), .report(60))
        #expect(
            panel.frames == ["0: 0 begins 1946,1501", "20: 0 goes 1946,1486", "40: 0 goes 1945,1486", "60: 0 lifts"])
        let pressures = panel.events.filter { $0.code == AbsoluteAxis.pressure }
        #expect(pressures.map(\.value) == [253])
        #expect(panel.audit.faults == [] && panel.synthesis.slotCount == 1)
    }

    @Test("26. A touch monitor that behaves like a mouse clicks BTN_LEFT")
    func leftButton() {
        let left = Signal.other(type: EventType.key, code: KeyCode.left, value: 1)
        var panel = SlotStory(.singleTouch, .singleTouch(buttons: [KeyCode.left]))
        panel.send(left, .singleX(5), .singleY(6), .report(0))
        panel.send(.other(type: EventType.key, code: KeyCode.left, value: 0), .report(10))
        #expect(panel.frames == ["0: 0 begins 5,6", "10: 0 lifts"])
        // If there is BTN_TOUCH, BTN_LEFT is another button, and passed on.
        var both = SlotStory(.singleTouch, .singleTouch(buttons: [KeyCode.left, KeyCode.touch]))
        both.send(left, .singleX(5), .singleY(6), .report(0))
        #expect(both.frames == ["0:"])
        #expect(both.events.contains { $0.type == EventType.key && $0.code == KeyCode.left })
    }
}
