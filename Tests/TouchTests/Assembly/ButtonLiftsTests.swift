// Tests of drivers that tell lifts by BTN_TOUCH only.

import Testing
import Touch
import TouchTesting

private let up = Signal.button(false), down = Signal.button(true)
private let kept = SlotState(trackingID: 0, x: 10, y: 20)

private let scenarios: [PanelScenario] = [
    .init(
        "Of a driver that has never sent -1, BTN_TOUCH 0 is the lift, and the same tracking id lands with BTN_TOUCH 1",
        [
            .id(0), .x(360), .y(640), down, .report(1), up, .report(2), .x(100), .y(900), down, .report(3), .x(110),
            .report(4), up, .report(5),
            // At the very place of the one before, the kernel sends nothing but the button.
            down, .report(6), up, .report(7),
        ],
        [
            "1: 1 began 360,640", "2: 1 ended 360,640", "3: 2 began 100,900", "4: 2 moved 110,900",
            "5: 2 ended 110,900", "6: 3 began 110,900", "7: 3 ended 110,900",
        ]),
    .init(
        "A place in the frame of the lift is not where the finger was",
        [.id(0), .x(10), .y(20), down, .report(1), .x(900), up, .report(2), down, .y(21), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 900,21"], counts: nil),
    .init(
        "Several fingers lift together; each lands when something comes of it, with or without the button",
        [
            .slot(0), .id(0), .x(10), .y(20), .slot(1), .id(1), .x(500), .y(20), down, .report(1),
            // The driver stops updating the one that lifts first.
            .x(510), .report(2), up, .report(3), .slot(1), .x(520), down, .report(4), .slot(0), .x(11), .report(5), up,
            .report(6),
        ],
        [
            "1: 1 began 10,20; 2 began 500,20", "2: 2 moved 510,20", "3: 1 ended 10,20; 2 ended 510,20",
            "4: 3 began 520,20", "5: 4 began 11,20", "6: 3 ended 520,20; 4 ended 11,20",
        ], counts: nil),
    .init(
        "A finger with another tracking id lands as on any panel, and no defect is counted for the id that changed",
        [.id(0), .x(10), .y(20), down, .report(1), up, .report(2), .id(1), down, .report(3), up, .report(4)],
        end: ["3: 2 began 10,20", "4: 2 ended 10,20"], counts: ""),
    .init(
        "Once a driver has sent -1, BTN_TOUCH 0 with contacts cancels them",
        [
            .id(0), .x(10), .y(20), down, .report(1), up, .id(-1), .report(2), .id(1), .x(11), down, .report(3), up,
            .report(4),
        ],
        end: ["3: 2 began 11,20", "4: 2 cancelled 11,20"], counts: "buttonWithoutLift 1"),
    .init(
        "When the first -1 comes after the button, that is the lift itself",
        [.id(0), .x(10), .y(20), down, .report(1), up, .report(2), .id(-1), .report(3)],
        ["1: 1 began 10,20", "2: 1 ended 10,20"]),
    .init(
        "A button that comes after its contact lands no second one",
        [.id(0), .x(10), .y(20), .report(1), down, .report(2), .x(11), .report(3), up, .report(4)],
        ["1: 1 began 10,20", "3: 1 moved 11,20", "4: 1 ended 11,20"], counts: nil),
    .init(
        "A contact that the kernel still has when the device is opened hides no finger", [],
        then: { $0.adopt(kept).send(.x(30), down, .report(1), up, .report(2)) },
        ["1: 1 began 30,20", "2: 1 ended 30,20"], counts: nil),
    .init(
        "A finger that is down when the device is opened is passed over until it lifts", [],
        then: { $0.adopt(kept).send(.x(30), .report(1), up, .report(2), .x(40), down, .report(3)) },
        ["3: 1 began 40,20"], counts: nil),
    .init(
        "After events were lost, a contact that had lifted stays over until something comes of it",
        [.id(0), .x(10), .y(20), down, .report(1), up, .report(2)],
        then: {
            #expect($0.resynchronize(at: 3, [0: kept]).assembler.isEmpty)
            $0.send(.x(30), .report(4), up, .report(5))
        }, end: ["4: 2 began 30,20", "5: 2 ended 30,20"]),
    .init(
        "After events were lost, one that was down goes on", [.id(0), .x(10), .y(20), down, .report(1)],
        then: { $0.resynchronize(at: 3, [0: kept]).send(up, .report(4)) }, ["1: 1 began 10,20", "4: 1 ended 10,20"],
        counts: nil),
]

@Suite struct ButtonLiftsTests {
    @Test("BTN_TOUCH tells lifts where the driver sends no others", arguments: scenarios)
    func scenario(_ scenario: PanelScenario) { scenario.check() }

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
