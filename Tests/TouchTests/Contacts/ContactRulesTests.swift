// Tests of contact rules about single contacts: ghosts, palms, hovering.

import Testing
import Touch
import TouchTesting

@Suite struct ContactRulesTests {
    // MARK: - Ghosts

    @Test("37. A contact that never has a position is ignored and counted")
    func withoutPosition() {
        let panel = Panel().send(.id(1), .report(1), .id(-1), .report(2), .id(2), .id(-1), .report(3))
        #expect(panel.words == [])
        #expect(panel.counts == "contactWithoutPosition 2")
    }

    @Test("37. A ghost at the place of the previous finger is filtered with the rule, and seen without it")
    func unplaced() {
        let signals: [Signal] = [
            .id(1), .x(10), .y(20), .report(1), .id(-1), .report(2), .id(2), .report(3), .id(-1), .report(4),
            .id(3), .y(20), .report(5), .id(-1), .report(6), .id(4), .id(-1), .report(7),
        ]
        let panel = Panel { $0.ignoresUnplaced = true }.send(signals)
        #expect(
            panel.words == ["1: 1 began 10,20", "2: 1 ended 10,20", "5: 2 began 10,20", "6: 2 ended 10,20"])
        #expect(panel.counts == "contactWithoutPosition 2")
        #expect(Panel().send(signals).notes.flatMap(\.began) == [1, 2, 3, 4])
    }

    @Test("37. A ghost becomes a finger as soon as it moves")
    func ghostMoves() {
        let panel = Panel { $0.ignoresUnplaced = true }.send(.x(10), .y(20), .id(1), .report(1), .id(-1), .report(2))
        panel.send(.id(2), .report(3), .x(11), .report(4))
        #expect(panel.words.last == "4: 2 began 11,20")
    }

    @Test("38. A contact in line with another is filtered with the rule, and seen without it")
    func aligned() {
        let signals: [Signal] = [
            .id(1), .x(100), .y(200), .report(1), .slot(1), .id(2), .x(103), .y(800), .report(2), .y(700), .report(3),
            .id(-1), .report(4), .slot(2), .id(3), .x(104), .y(800), .report(5),
        ]
        let panel = Panel { $0.ignoresAligned = true }.send(signals)
        #expect(panel.words == ["1: 1 began 100,200", "5: 2 began 104,800"])
        #expect(panel.counts == "aligned 1")
        #expect(Panel().send(signals).notes.flatMap(\.began) == [1, 2, 3])
    }

    @Test("38. Lines are drawn through fingers that are down, not through lifted ones")
    func alignedWithNobody() {
        let panel = Panel { $0.ignoresAligned = true }.send(.id(1), .x(100), .y(200), .report(1))
        panel.send(.id(-1), .slot(1), .id(2), .x(100), .y(800), .report(2))
        #expect(panel.words.last == "2: 1 ended 100,200; 2 began 100,800")
        #expect(panel.counts == "")
    }

    @Test("39. A touch that lights all slots is filtered, and later fingers are seen")
    func row() {
        let signals = (0..<5).flatMap { [.slot($0), .id($0), .x(100 + 50 * $0), .y(300)] } + [Signal.report(1)]
        let panel = Panel().send(signals)
        panel.send(.slot(0), .y(310), .report(2), .id(-1), .slot(1), .id(-1), .report(3), .id(9), .report(4))
        #expect(panel.words == ["4: 1 began 150,300"])
        #expect(panel.counts == "rowOfContacts 1")
        #expect(Panel { $0.ignoresRows = false }.send(signals).notes.map(\.began.count) == [5])
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
        #expect(panel.notes.map(\.began.count) == [4])
        #expect(panel.counts == "")
    }

    @Test("39. A row in the frame in which earlier fingers lift, or a finger lands and lifts, is a row")
    func rowAfterLift() {
        let panel = Panel().send(.id(7), .x(900), .y(900), .report(1), .id(-1), .slot(1), .id(8), .x(5), .y(7), .id(-1))
        panel.send((0..<4).flatMap { [.slot($0), .id($0), .x(100 + 50 * $0), .y(300)] } + [Signal.report(2)])
        panel.send(.x(11), .report(3))
        #expect(panel.words == ["1: 1 began 900,900", "2: 1 ended 900,900; 2 began 5,7", "2: 2 ended 5,7"])
        #expect(panel.counts == "rowOfContacts 1")
    }

    @Test("40. A contact shorter than any finger is filtered; a longer one is seen from where it landed")
    func brief() {
        let panel = Panel { $0.minimumAge = 0.02 }.send(.id(1), .x(10), .y(20), .report(0))
        panel.advance(to: 18_999).send(.id(-1), .report(19_000)).advance(to: 90_000)
        #expect(panel.words == [])
        #expect(panel.counts == "brief 1")

        panel.send(.id(2), .report(100_000), .x(15), .report(110_000)).advance(to: 119_999)
        #expect(panel.words == [])
        #expect(panel.assembler.nextDeadline == Timestamp(microseconds: 120_000))
        panel.advance(to: 120_000).send(.x(16), .report(125_000), .id(-1), .report(130_000))
        #expect(
            panel.words == [
                "120000: 1 began 10,20", "120000: 1 moved 15,20", "125000: 1 moved 16,20", "130000: 1 ended 16,20",
            ])
        #expect(panel.counts == "brief 1")
        #expect(panel.assembler.nextDeadline == nil)
    }

    @Test("40. A contact that lands and lifts in one frame is too short, and counted")
    func passed() {
        let signals: [Signal] = [.id(1), .x(10), .y(20), .id(-1), .report(1)]
        let panel = Panel { $0.minimumAge = 0.02 }.send(signals)
        #expect(panel.words == [])
        #expect(panel.counts == "brief 1")
        #expect(Panel().send(signals).words == ["1: 1 began 10,20", "1: 1 ended 10,20"])
    }

    @Test("40. When BTN_TOUCH is 0, a delayed contact never appears")
    func buttonWhileWaiting() {
        let panel = Panel { $0.minimumAge = 0.02 }.send(.id(1), .x(10), .y(20), .button(true), .report(0))
        panel.send(.button(false), .report(5_000)).advance(to: 1_000_000)
        #expect(panel.words == [])
        #expect(panel.counts == "brief 1")
    }

    @Test("40. An incomplete frame reports nothing at the deadline")
    func incomplete() {
        let panel = Panel { $0.minimumAge = 0.02 }.send(.id(1), .x(10), .y(20), .report(0), .x(500))
        panel.advance(to: 30_000)
        #expect(panel.words == [])
        #expect(panel.assembler.nextDeadline == nil)
        #expect(panel.send(.y(600), .report(31_000)).words == ["31000: 1 began 10,20", "31000: 1 moved 500,600"])
    }

    // MARK: - Palms

    @Test("44. A palm during a contact cancels once and stays a palm until it lifts; other fingers continue")
    func palm() {
        let panel = Panel(reporting: .init()).send(
            .id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(500), .report(1))
        panel.send(.slot(0), .tool(2), .x(11), .report(2), .tool(0), .x(12), .slot(1), .x(501), .report(3))
        panel.send(.slot(0), .id(-1), .report(4), .id(3), .report(5))
        #expect(
            panel.words == [
                "1: 1 began 10,20; 2 began 500,500", "2: 1 cancelled 10,20", "3: 2 moved 501,500", "5: 3 began 12,20",
            ])
        #expect(panel.counts == "palm 1")
    }

    @Test("44. A palm from the start is never seen")
    func palmFromTheStart() {
        let signals: [Signal] = [
            .id(1), .tool(2), .x(10), .y(20), .report(1), .tool(0), .report(2), .id(-1), .report(3),
        ]
        let panel = Panel(reporting: .init()).send(signals)
        #expect(panel.words == [])
        #expect(panel.counts == "palm 1")
        #expect(Panel { $0.ignoresPalms = false }.send(signals).words == ["1: 1 began 10,20", "3: 1 ended 10,20"])
    }

    @Test("44. A palm that lifts in its own frame is cancelled, too")
    func palmWithLift() {
        let signals: [Signal] = [.id(1), .x(10), .y(20), .report(1), .tool(2), .id(-1), .report(2)]
        let panel = Panel(reporting: .init()).send(signals)
        #expect(panel.words.last == "2: 1 cancelled 10,20")
        #expect(panel.counts == "palm 1")
        #expect(Panel { $0.ignoresPalms = false }.send(signals).words.last == "2: 1 ended 10,20")
    }

    @Test("44. A tool type from a device that does not declare it is ignored")
    func undeclared() {
        #expect(Panel().send(.id(1), .tool(2), .x(10), .y(20), .report(1)).words == ["1: 1 began 10,20"])
    }

    @Test("45. A contact as large as a palm is cancelled if a size is configured, and stays cancelled")
    func large() {
        // 100 units are 15.6 mm, and 100 points.
        let signals: [Signal] = [
            .id(1), .major(99), .x(10), .y(20), .report(1), .major(101), .report(2), .major(5), .report(3), .id(-1),
            .report(4), .id(2), .major(200), .report(5),
        ]
        let panel = Panel { $0.palmSize = .millimetres(100 * PointUnit.millimetres) }.send(signals)
        #expect(panel.words == ["1: 1 began 10,20", "2: 1 cancelled 10,20"])
        #expect(panel.counts == "large 2")
        #expect(Panel().send(signals).notes.flatMap(\.cancelled) == [])
        var device = DeviceDescription.touchscreen()
        device.codes[EventType.absolute]?.remove(AbsoluteAxis.touchMajor)
        var rules = ContactRules()
        rules.palmSize = .millimetres(0)
        #expect(Panel(device, rules: rules).send(signals).notes.flatMap(\.cancelled) == [])
    }

    @Test("45. A contact of the largest reportable size is a palm if configured, and one unit less is not")
    func largest() {
        let panel = Panel { $0.palmSize = .maximum }
        panel.send(.id(1), .major(254), .x(10), .y(20), .report(1), .major(255), .report(2), .major(5), .report(3))
        panel.send(.id(-1), .report(4), .id(2), .major(400), .report(5))
        #expect(panel.words == ["1: 1 began 10,20", "2: 1 cancelled 10,20"])
        #expect(panel.counts == "large 2")
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

    // MARK: - Hovering

    @Test(
        "47. A hovering contact is not a touch until it comes down, and a finger that rises from the glass has lifted")
    func hovering() {
        let signals: [Signal] = [
            .id(1), .distance(3), .x(10), .y(20), .report(1), .x(11), .report(2), .distance(0), .report(3), .x(12),
            .report(4), .distance(1), .x(400), .report(5), .distance(0), .report(6), .distance(2), .report(7),
            .id(-1), .report(8),
        ]
        let panel = Panel(reporting: .init()).send(signals)
        #expect(
            panel.words == [
                "3: 1 began 11,20", "4: 1 moved 12,20", "5: 1 ended 12,20", "6: 2 began 400,20", "7: 2 ended 400,20",
            ])
        #expect(panel.counts == "")
        let all = Panel { $0.ignoresHovering = false }.send(signals)
        #expect(all.words.first == "1: 1 began 10,20")
        #expect(all.words.last == "8: 2 ended 400,20")
    }

    @Test("47. A contact that never comes down is counted, so that a misreporting panel can be identified")
    func neverDown() {
        let panel = Panel(reporting: .init()).send(
            .id(1), .distance(3), .x(10), .y(20), .report(1), .id(-1), .report(2))
        panel.send(.id(2), .x(11), .id(-1), .report(3))
        #expect(panel.counts == "hovering 2")
    }

    @Test("47. A distance that cannot change is ignored")
    func constant() {
        let panel = Panel(distance: Axis(minimum: 3, maximum: 3)) { _ in }
        #expect(panel.send(.id(1), .distance(3), .x(10), .y(20), .report(1)).words == ["1: 1 began 10,20"])
    }

    @Test(
        "47. The smallest distance touches, and so does one that was never sent", arguments: [(-4, 0), (0, 0), (2, 2)])
    func least(minimum: Int32, touching: Int32) {
        let panel = Panel(distance: Axis(minimum: minimum, maximum: 9)) { _ in }
        panel.send(.id(1), .x(10), .y(20), .report(1), .distance(touching + 1), .report(2), .distance(touching))
        #expect(panel.send(.report(3)).words == ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 10,20"])
    }

    @Test("47. A finger is as old as its touch of the glass, and lands where it touched")
    func ageOfHovering() {
        let panel = Panel {
            $0.minimumAge = 0.02
            $0.deadZones = [.init(origin: .zero, size: Size(width: 100, height: 100))]
        }
        panel.send(.id(1), .distance(1), .x(10), .y(20), .report(0), .distance(0), .x(300), .report(50_000))
        #expect(panel.assembler.nextDeadline == Timestamp(microseconds: 70_000))
        panel.advance(to: 60_000).send(.id(-1), .report(60_000))
        #expect(panel.words == [])
        #expect(panel.counts == "brief 1")
    }
}
