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

    @Test("53. A touch whose position never came is ignored, and counted")
    func nowhere() {
        var panel = panel
        panel.send(.button(1), .report(0))
        panel.send(.singleX(5), .report(10))
        panel.send(.button(0), .report(20))
        panel.send(.button(1), .button(0), .report(30))
        #expect(panel.frames == ["0:", "10:", "20:", "30:"])
        #expect(panel.synthesis.contactsWithoutPosition == 2)
    }

    @Test("52. A held button that the kernel repeats is the same touch")
    func repetition() {
        var panel = panel
        panel.send(.button(1), .singleX(5), .singleY(6), .report(0))
        for event in [Signal.button(2), .other(type: EventType.synchronization, code: 0, value: 1)] {
            panel.send(event.event(at: Timestamp(microseconds: 300_000)))
        }
        panel.send(.button(0), .report(400))
        #expect(panel.frames == ["0: 0 begins 5,6", "300:", "400: 0 lifts"])
        #expect(panel.events.contains { $0.type == EventType.key && $0.value == 2 })
    }
}
