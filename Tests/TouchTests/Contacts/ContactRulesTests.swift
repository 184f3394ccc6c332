// Tests of contact rules about single contacts: ghosts, palms, hovering.

import Testing
import Touch
import TouchTesting

/// This many contacts side by side, in the first slots.
private func contacts(_ count: Int32) -> [Signal] {
    (0..<count).flatMap { slot -> [Signal] in [.slot(slot), .id(slot), .x(100 + 50 * slot), .y(300)] }
}

private let row: [Signal] = contacts(5) + [.report(1)]
private let rowAfterRow: [Signal] = [
    .slot(0), .y(310), .report(2), .id(-1), .slot(1), .id(-1), .report(3), .id(9), .report(4),
]
private let beforeRow: [Signal] = [
    .id(7), .x(900), .y(900), .report(1), .id(-1), .slot(1), .id(8), .x(5), .y(7), .id(-1),
]

private let noTouchMajor: DeviceDescription = {
    var device = DeviceDescription.touchscreen()
    device.codes[EventType.absolute]?.remove(AbsoluteAxis.touchMajor)
    return device
}()

private let palm: [Signal] = [.id(1), .tool(2), .x(10), .y(20), .report(1), .tool(0), .report(2), .id(-1), .report(3)]
private let palmWithLift: [Signal] = [.id(1), .x(10), .y(20), .report(1), .tool(2), .id(-1), .report(2)]
/// 100 units are 15.6 mm, and 100 points.
private let large: [Signal] = [
    .id(1), .major(99), .x(10), .y(20), .report(1), .major(101), .report(2), .major(5), .report(3), .id(-1),
    .report(4), .id(2), .major(200), .report(5),
]
private let hovering: [Signal] = [
    .id(1), .distance(3), .x(10), .y(20), .report(1), .x(11), .report(2), .distance(0), .report(3), .x(12),
    .report(4), .distance(1), .x(400), .report(5), .distance(0), .report(6), .distance(2), .report(7), .id(-1),
    .report(8),
]

private let scenarios: [PanelScenario] = [
    .init(
        "37. A contact that never has a position is ignored and counted",
        [.id(1), .report(1), .id(-1), .report(2), .id(2), .id(-1), .report(3)], [],
        counts: "contactWithoutPosition 2"),
    .init(
        "37. A ghost at the place of the previous finger is filtered with the rule, and seen without it",
        rules: { $0.ignoresUnplaced = true },
        [
            .id(1), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(2), .report(3), .id(-1), .report(4),
            .id(3), .y(20), .report(5), .id(-1), .report(6), .id(4), .id(-1), .report(7),
        ],
        ["1: 1 began 10,20", "2: 1 ended 10,20", "5: 2 began 10,20", "6: 2 ended 10,20"],
        counts: "contactWithoutPosition 2", without: [1, 2, 3, 4]),
    .init(
        "37. A ghost becomes a finger as soon as it moves", rules: { $0.ignoresUnplaced = true },
        [.x(10), .y(20), .id(1), .report(1), .id(-1), .report(2), .id(2), .report(3), .x(11), .report(4)],
        end: ["4: 2 began 11,20"]),
    .init(
        "38. A contact in line with another is filtered with the rule, and seen without it",
        rules: { $0.ignoresAligned = true },
        [
            .id(1), .x(100), .y(200), .report(1), .slot(1), .id(2), .x(103), .y(800), .report(2), .y(700), .report(3),
            .id(-1), .report(4), .slot(2), .id(3), .x(104), .y(800), .report(5),
        ],
        ["1: 1 began 100,200", "5: 2 began 104,800"], counts: "aligned 1", without: [1, 2, 3]),
    .init(
        "38. Lines are drawn through fingers that are down, not through lifted ones",
        rules: { $0.ignoresAligned = true },
        [.id(1), .x(100), .y(200), .report(1), .id(-1), .slot(1), .id(2), .x(100), .y(800), .report(2)],
        end: ["2: 1 ended 100,200; 2 began 100,800"], counts: ""),
    .init(
        "39. A touch that lights all slots is filtered, and later fingers are seen",
        row + rowAfterRow,
        ["4: 1 began 150,300"], counts: "rowOfContacts 1"),
    .init(
        "39. A row in the frame in which earlier fingers lift, or a finger lands and lifts, is a row",
        beforeRow + contacts(4) + [.report(2), .x(11), .report(3)],
        ["1: 1 began 900,900", "2: 1 ended 900,900; 2 began 5,7", "2: 2 ended 5,7"], counts: "rowOfContacts 1"),
    .init(
        "40. A contact that lands and lifts in one frame is too short, and counted",
        rules: { $0.minimumAge = 0.02 }, [.id(1), .x(10), .y(20), .id(-1), .report(1)], [], counts: "brief 1",
        without: [1]),
    .init(
        "40. When BTN_TOUCH is 0, a delayed contact never appears", rules: { $0.minimumAge = 0.02 },
        [.id(1), .x(10), .y(20), .button(true), .report(0), .button(false), .report(5_000)],
        then: { $0.advance(to: 1_000_000) }, [], counts: "brief 1"),
    .init(
        "40. An incomplete frame reports nothing at the deadline", rules: { $0.minimumAge = 0.02 },
        [.id(1), .x(10), .y(20), .report(0), .x(500)],
        then: {
            #expect($0.advance(to: 30_000).words == [] && $0.assembler.nextDeadline == nil)
            $0.send(.y(600), .report(31_000))
        }, ["31000: 1 began 10,20", "31000: 1 moved 500,600"]),
    .init(
        "44. A palm during a contact cancels once and stays a palm until it lifts; other fingers continue",
        rules: { _ in },
        [
            .id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(500), .report(1), .slot(0), .tool(2), .x(11),
            .report(2), .tool(0), .x(12), .slot(1), .x(501), .report(3), .slot(0), .id(-1), .report(4), .id(3),
            .report(5),
        ],
        ["1: 1 began 10,20; 2 began 500,500", "2: 1 cancelled 10,20", "3: 2 moved 501,500", "5: 3 began 12,20"],
        counts: "palm 1"),
    .init("44. A palm from the start is never seen", rules: { _ in }, palm, [], counts: "palm 1"),
    .init(
        "44. Without the rule a palm is a finger", rules: { $0.ignoresPalms = false }, palm,
        ["1: 1 began 10,20", "3: 1 ended 10,20"]),
    .init(
        "44. A palm that lifts in its own frame is cancelled, too", rules: { _ in }, palmWithLift,
        end: ["2: 1 cancelled 10,20"], counts: "palm 1"),
    .init(
        "44. Without the rule it lifts", rules: { $0.ignoresPalms = false }, palmWithLift, end: ["2: 1 ended 10,20"]),
    .init(
        "44. A tool type from a device that does not declare it is ignored",
        [.id(1), .tool(2), .x(10), .y(20), .report(1)], ["1: 1 began 10,20"]),
    .init(
        "45. A contact as large as a palm is cancelled if a size is configured, and stays cancelled",
        rules: { $0.palmSize = .millimetres(100 * PointUnit.millimetres) }, large,
        ["1: 1 began 10,20", "2: 1 cancelled 10,20"], counts: "large 2", without: [1, 2]),
    .init(
        "45. No contact is large on a device that does not report sizes", on: noTouchMajor,
        rules: { $0.palmSize = .millimetres(0) }, large,
        ["1: 1 began 10,20", "4: 1 ended 10,20", "5: 2 began 10,20"]),
    .init(
        "45. A contact of the largest reportable size is a palm if configured, and one unit less is not",
        rules: { $0.palmSize = .maximum },
        [
            .id(1), .major(254), .x(10), .y(20), .report(1), .major(255), .report(2), .major(5), .report(3),
            .id(-1), .report(4), .id(2), .major(400), .report(5),
        ],
        ["1: 1 began 10,20", "2: 1 cancelled 10,20"], counts: "large 2"),
    .init(
        "47. A hovering contact is not a touch until it comes down, and a finger that rises from the glass has lifted",
        rules: { _ in }, hovering,
        ["3: 1 began 11,20", "4: 1 moved 12,20", "5: 1 ended 12,20", "6: 2 began 400,20", "7: 2 ended 400,20"]),
    .init(
        "47. A contact that never comes down is counted, so that a misreporting panel can be identified",
        rules: { _ in },
        [.id(1), .distance(3), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(2), .x(11), .id(-1), .report(3)],
        [], counts: "hovering 2"),
    .init(
        "47. A distance that cannot change is ignored", on: .reporting(distance: Axis(minimum: 3, maximum: 3)),
        [.id(1), .distance(3), .x(10), .y(20), .report(1)], ["1: 1 began 10,20"]),
    .init(
        "47. A finger is as old as its touch of the glass, and lands where it touched",
        rules: {
            $0.minimumAge = 0.02
            $0.deadZones = [.init(origin: .zero, size: Size(width: 100, height: 100))]
        },
        [.id(1), .distance(1), .x(10), .y(20), .report(0), .distance(0), .x(300), .report(50_000)],
        then: {
            #expect($0.assembler.nextDeadline == Timestamp(microseconds: 70_000))
            $0.advance(to: 60_000).send(.id(-1), .report(60_000))
        }, [], counts: "brief 1"),
]

@Suite struct ContactRulesTests {
    @Test("Contact rules decide what is a finger", arguments: scenarios)
    func scenario(_ scenario: PanelScenario) { scenario.check() }

    @Test("39, 47. Without their rules rows and hovering contacts are fingers")
    func withoutRules() {
        #expect(Panel { $0.ignoresRows = false }.send(row).notes.map(\.began.count) == [5])
        let all = Panel { $0.ignoresHovering = false }.send(hovering)
        #expect(all.words.first == "1: 1 began 10,20" && all.words.last == "8: 2 ended 400,20")
    }

    @Test(
        "39. Four fingers of a hand that land in one frame are four fingers",
        arguments: [
            [(100, 300), (230, 240), (355, 265), (470, 350)],
            [(100, 300), (228, 302), (350, 299), (455, 303)],
            [(400, 100), (402, 228), (399, 350), (403, 455)],
        ])
    func hand(fingers: [(x: Int32, y: Int32)]) {
        let signals = fingers.enumerated().flatMap { slot, finger in
            [Signal.slot(Int32(slot)), .id(Int32(slot)), .x(finger.x), .y(finger.y)]
        }
        let panel = Panel().send(signals + [.report(1)])
        #expect(panel.notes.map(\.began.count) == [4] && panel.counts == "")
    }

    @Test("40. A contact shorter than any finger is filtered; a longer one is seen from where it landed")
    func brief() {
        let panel = Panel { $0.minimumAge = 0.02 }.send(.id(1), .x(10), .y(20), .report(0))
        panel.advance(to: 18_999).send(.id(-1), .report(19_000)).advance(to: 90_000)
        panel.send(.id(2), .report(100_000), .x(15), .report(110_000)).advance(to: 119_999)
        #expect(panel.words == [] && panel.assembler.nextDeadline == Timestamp(microseconds: 120_000))
        panel.advance(to: 120_000).send(.x(16), .report(125_000), .id(-1), .report(130_000))
        #expect(
            panel.words == [
                "120000: 1 began 10,20", "120000: 1 moved 15,20", "125000: 1 moved 16,20", "130000: 1 ended 16,20",
            ])
        #expect(panel.counts == "brief 1" && panel.assembler.nextDeadline == nil)
    }

    @Test(
        "45. A size without a declared maximum makes no palm",
        arguments: [Axis(minimum: 0, maximum: 0), Axis(minimum: 0, maximum: 1), Axis(minimum: -9, maximum: -1), nil])
    func largestOfNothing(axis: Axis?) {
        var device = DeviceDescription.touchscreen()
        device.axes[AbsoluteAxis.touchMajor] = axis
        var rules = ContactRules()
        rules.palmSize = .maximum
        let panel = Panel(device, rules: rules).send(.id(1), .major(1), .x(10), .y(20), .report(1))
        #expect(panel.words == ["1: 1 began 10,20"])
    }

    @Test("46. Pressure does not decide about touch", arguments: [0, -5, 10, 500, Int32.min, Int32.max])
    func pressure(value: Int32) {
        let panel = Panel().send(.id(1), .pressure(value), .x(10), .y(20), .report(1), .pressure(0), .report(2))
        panel.send(.pressure(value), .x(11), .report(3), .id(-1), .report(4))
        #expect(panel.words == ["1: 1 began 10,20", "3: 1 moved 11,20", "4: 1 ended 11,20"])
    }

    @Test(
        "47. The smallest distance touches, and so does one that was never sent", arguments: [(-4, 0), (0, 0), (2, 2)])
    func least(minimum: Int32, touching: Int32) {
        let panel = Panel(distance: Axis(minimum: minimum, maximum: 9)) { _ in }
        panel.send(.id(1), .x(10), .y(20), .report(1), .distance(touching + 1), .report(2), .distance(touching))
        #expect(panel.send(.report(3)).words == ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 10,20"])
    }
}
