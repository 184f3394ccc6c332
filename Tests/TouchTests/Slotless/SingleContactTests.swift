// Tests of single-touch devices.

import Testing
import TouchTesting

@testable import Touch

private func pressure(_ value: Int32) -> Signal { .axis(AbsoluteAxis.singleTouchPressure, value) }

/// Three touches, each with the signals of a place, at an interval of 100 ms.
private func thrice(_ touch: (Int32, Int64) -> [Signal]) -> [Signal] {
    [(5, 0), (900, 100), (50, 200)].flatMap(touch)
}

private let scenarios: [(title: String, signals: [Signal], frames: [String])] = [
    (
        "46. Pressure 0 is ignored if there is a button",
        [
            .button(1), .singleX(5), .singleY(6), pressure(0), .report(0), pressure(9), .report(10), pressure(0),
            .report(20),
        ],
        ["0: 0 begins 5,6", "10: 0 goes 5,6", "20: 0 goes 5,6"]
    ),
    (
        "53. The button before any position: the touch begins when both coordinates are known",
        [.button(1), .report(0), .singleX(5), .report(10), .singleY(6), .report(20), .button(0), .report(30)],
        ["0:", "10:", "20: 0 begins 5,6", "30: 0 lifts"]
    ),
    (
        "53. A device that sends the button first never begins at the previous touch's place",
        thrice { place, time in
            [
                .button(1), .report(time), .singleX(place), .singleY(place), .report(time + 10), .button(0),
                .report(time + 20),
            ]
        },
        [
            "0:", "10: 0 begins 5,5", "20: 0 lifts", "100:", "110: 0 begins 900,900", "120: 0 lifts", "200:",
            "210: 0 begins 50,50", "220: 0 lifts",
        ]
    ),
    (
        "53. A device that sends X and Y in separate frames never begins with one of them from the previous touch",
        thrice { place, time in
            [
                .button(1), .singleX(place), .report(time), .singleY(place), .report(time + 10), .singleX(place + 1),
                .report(time + 20), .button(0), .report(time + 30),
            ]
        },
        [
            "0:", "10: 0 begins 5,5", "20: 0 goes 6,5", "30: 0 lifts", "100:", "110: 0 begins 900,900",
            "120: 0 goes 901,900", "130: 0 lifts", "200:", "210: 0 begins 50,50", "220: 0 goes 51,50",
            "230: 0 lifts",
        ]
    ),
    (
        "53. A coordinate that comes late, after the lift, does not begin the next touch too soon",
        [
            .button(1), .singleX(5), .report(0), .singleY(5), .report(10), .button(0), .report(20), .singleY(7),
            .report(30), .button(1), .singleX(900), .report(100), .singleY(800), .report(110),
        ],
        ["0:", "10: 0 begins 5,5", "20: 0 lifts", "30:", "100:", "110: 0 begins 900,800"]
    ),
    (
        "53. If Y did not change, the touch begins when X comes again, or lands and lifts at the lift",
        [
            .button(1), .singleX(5), .report(0), .singleY(5), .report(10), .button(0), .report(20), .button(1),
            .singleX(300), .report(100), .singleX(310), .report(110), .button(0), .report(120), .button(1),
            .singleX(40), .report(200), .singleX(0), .singleY(0), .button(0), .report(210),
        ],
        [
            "0:", "10: 0 begins 5,5", "20: 0 lifts", "100:", "110: 0 begins 310,5", "120: 0 lifts", "200:",
            "210: 0 begins 40,5; 0 lifts",
        ]
    ),
    (
        "53. A device that has once sent both together begins at once, though one or both did not change",
        [
            .button(1), .singleX(5), .singleY(6), .report(0), .button(0), .report(10), .button(1), .singleX(7),
            .report(20), .button(0), .report(30), .button(1), .report(40),
        ],
        ["0: 0 begins 5,6", "10: 0 lifts", "20: 0 begins 7,6", "30: 0 lifts", "40: 0 begins 7,6"]
    ),
    (
        "53. A device that moves before it clicks begins at once",
        [.singleX(5), .singleY(6), .report(0), .button(1), .report(10)], ["0:", "10: 0 begins 5,6"]
    ),
    (
        "53. The button down and up in one frame is a touch that lands and lifts",
        [
            .button(1), .singleX(240), .singleY(3767), .button(0), .report(0), .button(1), .singleX(9), .singleY(9),
            .report(10), .button(0), .button(1), .singleX(8), .singleY(8), .report(20), .button(0), .button(1),
            .button(0), .singleX(7), .singleY(7), .report(30),
        ],
        [
            "0: 0 begins 240,3767; 0 lifts", "10: 0 begins 9,9", "20: 0 lifts; 0 begins 8,8",
            "30: 0 lifts; 0 begins 7,7; 0 lifts",
        ]
    ),
    (
        "36. The position of the lift is not the touch's place, but the kernel's value from then on",
        [
            .singleX(304), .singleY(494), pressure(101), .button(1), .report(0), .singleX(494), .singleY(304),
            pressure(0), .button(0), .report(10), .singleX(541), pressure(100), .button(1), .report(20),
        ],
        ["0: 0 begins 304,494", "10: 0 lifts", "20: 0 begins 541,304"]
    ),
    (
        "29. Positions in ABS_Z and ABS_RX are ignored",
        [.button(1), .axis(AbsoluteAxis.z, 5), .axis(AbsoluteAxis.rx, 6), .report(0), .button(0), .report(10)],
        ["0:", "10:"]
    ),
    (
        "1. A button that comes twice without a lift is two touches: the lift was lost",
        [
            .button(1), .singleX(5), .singleY(6), .report(0), .dropped, .button(0), .report(10), .button(1),
            .singleX(7), .report(20), .singleY(8), .report(30),
        ],
        ["0: 0 begins 5,6", "10:", "20: 0 lifts", "30: 0 begins 7,8"]
    ),
]

@Suite struct SingleContactTests {
    private var panel: SlotStory { SlotStory(.singleTouch, .singleTouch()) }

    @Test("A button and a place are a touch", arguments: scenarios)
    func scenario(title: String, signals: [Signal], frames: [String]) {
        var panel = panel
        panel.send(signals)
        #expect(panel.frames == frames && panel.audit.faults == [], "\(title)")
    }

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

    @Test("27. A device without a button touches while it feels pressure")
    func pressureOnly() {
        var panel = SlotStory(.singleTouch, .singleTouch(buttons: []))
        panel.send(.singleX(5), .singleY(6), .axis(0x18, 100), .report(0))
        panel.send(.axis(0x18, 90), .report(10))
        panel.send(.singleX(7), .singleY(7), .axis(0x18, 0), .report(20))
        #expect(panel.frames == ["0: 0 begins 5,6", "10: 0 goes 5,6", "20: 0 lifts"])
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
