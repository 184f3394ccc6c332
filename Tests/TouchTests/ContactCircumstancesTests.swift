// Tests of contact rules about circumstances: pens, borders, dead zones, silence and age.

import Testing
import Touch
import TouchTesting

private let dropped = Signal.other(type: 0, code: SynchronizationCode.dropped, value: 0)

private let pens: [PanelScenario] = [
    .init(
        "48. An approaching pen cancels the fingers that are down, and later ones are filtered", rules: { _ in },
        [
            .id(1), .x(10), .y(20), .report(1), .pen(true), .report(2), .x(11), .slot(1), .id(2), .x(500), .y(500),
            .report(3), .pen(false), .report(1_000_003), .x(501), .report(2_000_000), .id(-1), .report(2_000_001),
            .id(3), .report(2_000_002),
        ],
        ["1: 1 began 10,20", "2: 1 cancelled 10,20", "2000002: 2 began 501,500"], counts: "pen 2", without: [1, 2, 3]),
    .init(
        "48. A pen that is turned round is near all the time", rules: { _ in },
        [
            .pen(true), .report(0), .rubber(true), .pen(false), .report(1), .id(1), .x(10), .y(20),
            .report(5_000_000), .id(-1), .rubber(false), .report(6_000_000), .id(2), .report(7_000_000),
        ],
        ["7000000: 1 began 10,20"], counts: nil),
    .init(
        "48. A pen on another device of the same glass cancels resting fingers at once",
        [.id(1), .x(10), .y(20), .report(1)],
        then: {
            $0.setPen(isNear: true, at: 5).send(.x(11), .slot(1), .id(2), .x(500), .y(500), .report(6))
            $0.setPen(isNear: false, at: 7).send(.slot(0), .x(12), .report(1_000_000), .id(-1), .report(1_000_001))
            $0.send(.id(3), .report(1_000_002))
        }, ["1: 1 began 10,20", "5: 1 cancelled 10,20", "1000002: 2 began 12,20"], counts: "pen 2"),
    .init(
        "48. Without the rule it does not", rules: { $0.yieldsToPen = false }, [.id(1), .x(10), .y(20), .report(1)],
        then: { $0.setPen(isNear: true, at: 5) }, ["1: 1 began 10,20"]),
    .init(
        "48. A pen that left while events were lost does not disable the panel", rules: { _ in },
        [.pen(true), .report(0)],
        then: { $0.resynchronize(at: 10, [:]).send(.id(1), .x(10), .y(20), .report(400_000)) },
        ["400000: 1 began 10,20"], counts: nil),
    .init(
        "48. Nor does one that left in the frame in which they were lost", rules: { _ in },
        [.pen(true), .report(0), dropped, .pen(false), .report(1), .id(1), .x(10), .y(20), .report(400_000)],
        ["400000: 1 began 10,20"], counts: nil),
    .init(
        "48. Nor does one that left before the panel is opened again", rules: { _ in }, [.pen(true), .report(0)],
        then: { $0.adopt(SlotState()).send(.id(1), .x(10), .y(20), .report(1)) }, ["1: 1 began 10,20"], counts: nil),
]

private let places: [PanelScenario] = [
    .init(
        "49. Two units from the border is not on it, and a contact that came and went on it is noise",
        rules: { $0.ignoresEdgeNoise = true },
        [.id(1), .x(2), .y(500), .report(1), .id(-1), .report(2), .id(2), .x(1), .id(-1), .report(3)],
        ["1: 1 began 2,500", "2: 1 ended 2,500"], counts: "edge 1"),
    .init(
        "A touch does not begin in a dead zone, and may pass through one",
        rules: { $0.deadZones = [.init(origin: Point(x: 100, y: 0), size: Size(width: 50, height: 1000))] },
        [
            .id(1), .x(100), .y(20), .report(1), .x(400), .report(2), .slot(1), .id(2), .x(99), .y(20), .report(3),
            .x(120), .report(4), .x(160), .report(5), .slot(0), .id(-1), .report(6), .id(3), .x(150), .report(7),
        ],
        ["3: 1 began 99,20", "4: 1 moved 120,20", "5: 1 moved 160,20", "7: 2 began 150,20"], counts: "deadZone 1"),
    .init(
        "A delayed finger lands where it landed: dead zones and lines do not apply to later places",
        rules: {
            $0.minimumAge = 0.02
            $0.deadZones = [.init(origin: Point(x: 100, y: 0), size: Size(width: 50, height: 1000))]
        },
        [.id(1), .x(90), .y(20), .report(0), .x(120), .report(10_000)], then: { $0.advance(to: 20_000) },
        ["20000: 1 began 90,20", "20000: 1 moved 120,20"], counts: nil),
    .init(
        "6. A contact that jumps is another finger, which the rules apply to",
        rules: { $0.deadZones = [.init(origin: Point(x: 1500, y: 0), size: Size(width: 500, height: 1000))] },
        [.id(1), .x(10), .y(20), .report(0), .x(1600), .report(8_000), .x(1601), .report(9_000)],
        ["0: 1 began 10,20", "8000: 1 cancelled 10,20"], counts: "deadZone 1, contactJumped 1"),
]

private let times: [PanelScenario] = [
    .init(
        "19. With silence as a lift, a panel that reports no lift is handled, and its next finger is seen",
        rules: { $0.silence = 0.1 }, [.id(1), .x(10), .y(20), .report(0), .x(11), .report(50_000)],
        then: {
            #expect($0.assembler.nextDeadline == Timestamp(microseconds: 150_000))
            $0.advance(to: 149_999).advance(to: 200_000)
            #expect($0.words.last == "150000: 1 ended 11,20" && $0.assembler.nextDeadline == nil)
            // No new tracking id, as the kernel omits what does not change; a late lift has no contact any more.
            $0.send(.x(500), .report(900_000)).advance(to: 2_000_000).send(.id(-1), .report(3_000_000))
        }, end: ["900000: 2 began 500,20", "1000000: 2 ended 500,20"], counts: ""),
    .init(
        "19. Without silence as a lift, a resting finger is never lifted", [.id(1), .x(10), .y(20), .report(0)],
        then: {
            #expect($0.assembler.nextDeadline == nil)
            $0.advance(to: .max)
        }, ["0: 1 began 10,20"]),
    .init(
        "19. A finger down at the start is ignored until it lifts, also by silence", rules: { $0.silence = 0.1 }, [],
        then: {
            #expect($0.adopt(SlotState(trackingID: 5, x: 10, y: 20)).assembler.nextDeadline == nil)
            $0.advance(to: 1_000_000).send(.x(11), .report(1_000_010))
        }, [], counts: nil),
    .init(
        "19. Filtered contacts are forgotten when such a panel falls silent, so that their slots are usable again",
        rules: { $0.silence = 0.1 }, [.id(1), .tool(2), .x(10), .y(20), .report(0)],
        then: {
            #expect($0.advance(to: 100_000).assembler.nextDeadline == nil)
            $0.send(.tool(0), .x(11), .report(500_000))
        }, ["500000: 1 began 11,20"], counts: nil),
    .init(
        "A touch that is down for too long is cancelled, and its slot ignored until it lifts",
        rules: { $0.maximumAge = 600 },
        [.id(1), .x(10), .y(20), .report(0), .slot(1), .id(2), .x(500), .y(500), .report(599_000_000)],
        then: {
            $0.advance(to: 600_000_000).send(.slot(0), .x(12), .report(700_000_000), .id(-1), .report(700_000_001))
            $0.send(.id(3), .report(700_000_002))
            #expect($0.assembler.nextDeadline == Timestamp(microseconds: 1_199_000_000))
        },
        [
            "0: 1 began 10,20", "599000000: 2 began 500,500", "600000000: 1 cancelled 10,20",
            "700000002: 3 began 12,20",
        ], counts: "stuck 1"),
    .init(
        "Contacts that are down when the device is opened are ignored, with any rules",
        rules: { ($0.minimumAge, $0.ignoresEdgeNoise, $0.maximumAge) = (0.02, true, 1) }, [],
        then: {
            $0.adopt(SlotState(trackingID: 7, x: 0, y: 20)).send(.x(900), .report(1)).advance(to: 10_000_000)
        }, [], counts: "unseenStart 1"),
    .init(
        "Filtered contacts are not counted again when events are lost", rules: { _ in },
        [.id(1), .tool(2), .x(10), .y(20), .report(1), dropped, .report(2)], [], counts: "palm 1, eventsLost 1"),
]

@Suite struct ContactCircumstancesTests {
    @Test("Pens, places and times decide what is a finger", arguments: pens + places + times)
    func scenario(_ scenario: PanelScenario) { scenario.check() }

    @Test("48. Shortly after the pen the hand is still filtered", arguments: [(299_999, false), (300_000, true)])
    func afterPen(delay: Int64, isSeen: Bool) {
        let panel = Panel(reporting: .init()).send(.pen(true), .report(10), .pen(false), .report(20))
        panel.send(.id(1), .x(10), .y(20), .report(20 + delay))
        #expect(panel.notes.flatMap(\.began) == (isSeen ? [1] : []))
    }

    @Test(
        "49. A contact on the border is noise until it moves, and then a finger from the border",
        arguments: [(0, 500), (1999, 500), (1000, 1), (1000, 998)])
    func edge(x: Int32, y: Int32) {
        let panel = Panel { $0.ignoresEdgeNoise = true }.send(.id(1), .x(x), .y(y), .report(1), .id(-1), .report(2))
        panel.send(.id(2), .report(3), .x(x + 1), .report(4), .x(700), .report(5), .id(-1), .report(6))
        #expect(panel.words == ["5: 1 began \(x),\(y)", "5: 1 moved 700,\(y)", "6: 1 ended 700,\(y)"])
        #expect(panel.counts == "edge 1")
        #expect(Panel().send(.id(1), .x(x), .y(y), .report(1)).words == ["1: 1 began \(x),\(y)"])
    }

    @Test("19. A finger that rests beside a moving one is not silent, nor one with empty frames")
    func restBesideMovement() {
        let panel = Panel { $0.silence = 0.1 }.send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(500))
        for step in 0..<200 {
            let time = Int64(step) * 10_000
            panel.send((step < 100 ? [.x(500 + Int32(step))] : []) + [.report(time)]).advance(to: time + 9_999)
        }
        #expect(panel.assembler.table.all.count == 2)
        #expect(panel.advance(to: 3_000_000).words.last == "2090000: 1 ended 10,20; 2 ended 599,500")
    }

    @Test("After events were lost, filtered contacts stay filtered and delayed ones delayed", arguments: [true, false])
    func lost(isPalm: Bool) {
        let panel = Panel { $0.minimumAge = 0.02 }
        panel.send(.id(1), .tool(isPalm ? 2 : 0), .x(10), .y(20), .report(0))
        panel.resynchronize(at: 10_000, [0: SlotState(trackingID: 1, x: 30, y: 40)]).advance(to: 1_000_000)
        #expect(panel.words == (isPalm ? [] : ["20000: 1 began 10,20", "20000: 1 moved 30,40"]))
        #expect(panel.assembler.nextDeadline == nil)
    }

    @Test("Invalid rules are harmless", arguments: [0, -1, .nan, .infinity, -.infinity, 1e300])
    func senseless(number: Double) {
        let panel = Panel {
            ($0.minimumAge, $0.silence, $0.maximumAge, $0.leftoverAfter) = (number, number, number, number)
            $0.palmSize = .millimetres(number)
            $0.joinsFlicks = true
            $0.deadZones = [.init(origin: Point(x: number, y: number), size: Size(width: number, height: number))]
        }
        panel.send(.id(1), .x(10), .y(20), .report(0), .x(11), .report(5_000)).advance(to: .max)
        panel.send(.id(-1), .report(.max), .id(2), .report(.max)).advance(to: .max).cancelAll(at: .max)
        #expect(panel.assembler.table.all.isEmpty && panel.assembler.nextDeadline == nil)
    }
}
