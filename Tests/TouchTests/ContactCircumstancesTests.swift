// Tests of contact rules about circumstances: pens, borders, dead zones, silence and age.

import Testing
import Touch
import TouchTesting

@Suite struct ContactCircumstancesTests {
    // MARK: - Pens

    @Test("48. An approaching pen cancels the fingers that are down, and later ones are filtered")
    func pen() {
        let signals: [Signal] = [
            .id(1), .x(10), .y(20), .report(1), .pen(true), .report(2), .x(11), .slot(1), .id(2), .x(500), .y(500),
            .report(3), .pen(false), .report(1_000_003), .x(501), .report(2_000_000), .id(-1), .report(2_000_001),
            .id(3), .report(2_000_002),
        ]
        let panel = Panel(reporting: .init()).send(signals)
        #expect(panel.words == ["1: 1 began 10,20", "2: 1 cancelled 10,20", "2000002: 2 began 501,500"])
        #expect(panel.counts == "pen 2")
        #expect(Panel { $0.yieldsToPen = false }.send(signals).notes.flatMap(\.began) == [1, 2, 3])
    }

    @Test("48. Shortly after the pen the hand is still filtered", arguments: [(299_999, false), (300_000, true)])
    func afterPen(delay: Int64, isSeen: Bool) {
        let panel = Panel(reporting: .init()).send(.pen(true), .report(10), .pen(false), .report(20))
        panel.send(.id(1), .x(10), .y(20), .report(20 + delay))
        #expect(panel.notes.flatMap(\.began) == (isSeen ? [1] : []))
    }

    @Test("48. A pen that is turned round is near all the time")
    func rubber() {
        let panel = Panel(reporting: .init()).send(.pen(true), .report(0), .rubber(true), .pen(false), .report(1))
        panel.send(.id(1), .x(10), .y(20), .report(5_000_000), .id(-1), .rubber(false), .report(6_000_000))
        #expect(panel.words == [])
        #expect(panel.send(.id(2), .report(7_000_000)).words == ["7000000: 1 began 10,20"])
    }

    @Test("48. A pen on another device of the same glass cancels resting fingers at once")
    func sibling() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(1))
        panel.setPen(isNear: true, at: 5)
        #expect(panel.words.last == "5: 1 cancelled 10,20")
        panel.send(.x(11), .slot(1), .id(2), .x(500), .y(500), .report(6))
        panel.setPen(isNear: false, at: 7)
        panel.send(.slot(0), .x(12), .report(1_000_000), .id(-1), .report(1_000_001), .id(3), .report(1_000_002))
        #expect(panel.words.dropFirst(2) == ["1000002: 2 began 12,20"])
        #expect(panel.counts == "pen 2")
        let other = Panel { $0.yieldsToPen = false }.send(.id(1), .x(10), .y(20), .report(1))
        other.setPen(isNear: true, at: 5)
        #expect(other.words.count == 1)
    }

    @Test("48. A pen that left while events were lost does not disable the panel")
    func lostPen() {
        let panel = Panel(reporting: .init()).send(.pen(true), .report(0)).resynchronize(at: 10, [:])
        #expect(panel.send(.id(1), .x(10), .y(20), .report(400_000)).words == ["400000: 1 began 10,20"])
        let dropped = Panel(reporting: .init()).send(.pen(true), .report(0))
        dropped.send(.other(type: 0, code: SynchronizationCode.dropped, value: 0), .pen(false), .report(1))
        #expect(dropped.send(.id(1), .x(10), .y(20), .report(400_000)).words == ["400000: 1 began 10,20"])
        let reopened = Panel(reporting: .init()).send(.pen(true), .report(0))
        reopened.assembler.adopt(currentSlot: 0) { _ in SlotState() }
        #expect(reopened.send(.id(1), .x(10), .y(20), .report(1)).words == ["1: 1 began 10,20"])
    }

    // MARK: - Places

    @Test(
        "49. A contact on the border is noise until it moves, and then a finger from the border",
        arguments: [(0, 500), (1999, 500), (1000, 1), (1000, 998)])
    func edge(x: Int32, y: Int32) {
        let panel = Panel { $0.ignoresEdgeNoise = true }.send(.id(1), .x(x), .y(y), .report(1), .id(-1), .report(2))
        panel.send(.id(2), .report(3), .x(x + 1), .report(4), .x(700), .report(5), .id(-1), .report(6))
        #expect(
            panel.words == ["5: 1 began \(x),\(y)", "5: 1 moved 700,\(y)", "6: 1 ended 700,\(y)"])
        #expect(panel.counts == "edge 1")
        #expect(Panel().send(.id(1), .x(x), .y(y), .report(1)).words == ["1: 1 began \(x),\(y)"])
    }

    @Test("49. Two units from the border is not on it, and a contact that came and went on it is noise")
    func nearEdge() {
        let panel = Panel { $0.ignoresEdgeNoise = true }.send(.id(1), .x(2), .y(500), .report(1), .id(-1), .report(2))
        #expect(panel.words == ["1: 1 began 2,500", "2: 1 ended 2,500"])
        panel.send(.id(2), .x(1), .id(-1), .report(3))
        #expect(panel.words.count == 2)
        #expect(panel.counts == "edge 1")
    }

    @Test("A touch does not begin in a dead zone, and may pass through one")
    func deadZone() {
        var rules = ContactRules()
        rules.deadZones = [.init(origin: Point(x: 100, y: 0), size: Size(width: 50, height: 1000))]
        let panel = Panel(reporting: rules).send(.id(1), .x(100), .y(20), .report(1), .x(400), .report(2))
        panel.send(.slot(1), .id(2), .x(99), .y(20), .report(3), .x(120), .report(4), .x(160), .report(5))
        panel.send(.slot(0), .id(-1), .report(6), .id(3), .x(150), .report(7))
        #expect(
            panel.words == ["3: 1 began 99,20", "4: 1 moved 120,20", "5: 1 moved 160,20", "7: 2 began 150,20"])
        #expect(panel.counts == "deadZone 1")
    }

    @Test("A delayed finger lands where it landed: dead zones and lines do not apply to later places")
    func waitedFor() {
        let panel = Panel {
            $0.minimumAge = 0.02
            $0.deadZones = [.init(origin: Point(x: 100, y: 0), size: Size(width: 50, height: 1000))]
        }
        panel.send(.id(1), .x(90), .y(20), .report(0), .x(120), .report(10_000)).advance(to: 20_000)
        #expect(panel.words == ["20000: 1 began 90,20", "20000: 1 moved 120,20"])
    }

    @Test("6. A contact that jumps is another finger, which the rules apply to")
    func jump() {
        var rules = ContactRules()
        rules.deadZones = [.init(origin: Point(x: 1500, y: 0), size: Size(width: 500, height: 1000))]
        let panel = Panel(reporting: rules).send(.id(1), .x(10), .y(20), .report(0), .x(1600), .report(8_000))
        panel.send(.x(1601), .report(9_000))
        #expect(panel.words == ["0: 1 began 10,20", "8000: 1 cancelled 10,20"])
        #expect(panel.counts == "deadZone 1, contactJumped 1")
    }

    // MARK: - Silence and age

    @Test("19. With silence as a lift, a panel that reports no lift is handled, and its next finger is seen")
    func silence() {
        let panel = Panel { $0.silence = 0.1 }.send(.id(1), .x(10), .y(20), .report(0), .x(11), .report(50_000))
        #expect(panel.assembler.nextDeadline == Timestamp(microseconds: 150_000))
        panel.advance(to: 149_999).advance(to: 200_000)
        #expect(panel.words.last == "150000: 1 ended 11,20")
        #expect(panel.assembler.nextDeadline == nil)
        // No new tracking id, as the kernel omits what does not change.
        panel.send(.x(500), .report(900_000)).advance(to: 2_000_000)
        #expect(panel.words.suffix(2) == ["900000: 2 began 500,20", "1000000: 2 ended 500,20"])
        // A late lift belongs to a contact without a position.
        #expect(panel.send(.id(-1), .report(3_000_000)).counts == "")
    }

    @Test("19. A finger that rests beside a moving one is not silent, nor one with empty frames")
    func restBesideMovement() {
        let panel = Panel { $0.silence = 0.1 }.send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(500))
        for step in 0..<100 {
            panel.send(.x(500 + Int32(step)), .report(Int64(step) * 10_000)).advance(to: Int64(step) * 10_000 + 9_999)
        }
        for step in 100..<200 { panel.send(.report(Int64(step) * 10_000)).advance(to: Int64(step) * 10_000 + 9_999) }
        #expect(panel.assembler.table.all.count == 2)
        #expect(panel.advance(to: 3_000_000).words.last == "2090000: 1 ended 10,20; 2 ended 599,500")
    }

    @Test("19. Without silence as a lift, a resting finger is never lifted")
    func rest() {
        let panel = Panel().send(.id(1), .x(10), .y(20), .report(0))
        #expect(panel.assembler.nextDeadline == nil)
        #expect(panel.advance(to: .max).words == ["0: 1 began 10,20"])
    }

    @Test("19. A finger down at the start is ignored until it lifts, also by silence")
    func silenceBeforeTheFirstReport() {
        let panel = Panel { $0.silence = 0.1 }
        panel.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 5, x: 10, y: 20) : SlotState() }
        #expect(panel.assembler.nextDeadline == nil)
        #expect(panel.advance(to: 1_000_000).send(.x(11), .report(1_000_010)).words == [])
    }

    @Test("19. Filtered contacts are forgotten when such a panel falls silent, so that their slots are usable again")
    func silentPalm() {
        let panel = Panel { $0.silence = 0.1 }.send(.id(1), .tool(2), .x(10), .y(20), .report(0)).advance(to: 100_000)
        #expect(panel.assembler.nextDeadline == nil)
        #expect(panel.send(.tool(0), .x(11), .report(500_000)).words == ["500000: 1 began 11,20"])
    }

    @Test("A touch that is down for too long is cancelled, and its slot ignored until it lifts")
    func stuck() {
        let panel = Panel { $0.maximumAge = 600 }.send(.id(1), .x(10), .y(20), .report(0))
        panel.send(.slot(1), .id(2), .x(500), .y(500), .report(599_000_000)).advance(to: 600_000_000)
        panel.send(.slot(0), .x(12), .report(700_000_000), .id(-1), .report(700_000_001), .id(3), .report(700_000_002))
        #expect(
            panel.words == [
                "0: 1 began 10,20", "599000000: 2 began 500,500", "600000000: 1 cancelled 10,20",
                "700000002: 3 began 12,20",
            ])
        #expect(panel.counts == "stuck 1")
        #expect(panel.assembler.nextDeadline == Timestamp(microseconds: 1_199_000_000))
    }

    @Test("Filtered contacts are not counted again when events are lost")
    func countedOnce() {
        let panel = Panel(reporting: .init()).send(.id(1), .tool(2), .x(10), .y(20), .report(1))
        panel.send(.other(type: 0, code: SynchronizationCode.dropped, value: 0), .report(2))
        #expect(panel.counts == "palm 1, eventsLost 1")
    }

    @Test(
        "After events were lost, filtered contacts stay filtered and delayed ones delayed",
        arguments: [true, false])
    func lost(isPalm: Bool) {
        let panel = Panel { $0.minimumAge = 0.02 }
        panel.send(.id(1), .tool(isPalm ? 2 : 0), .x(10), .y(20), .report(0))
        panel.resynchronize(at: 10_000, [0: SlotState(trackingID: 1, x: 30, y: 40)]).advance(to: 1_000_000)
        #expect(panel.words == (isPalm ? [] : ["20000: 1 began 10,20", "20000: 1 moved 30,40"]))
        #expect(panel.assembler.nextDeadline == nil)
    }

    @Test("Contacts that are down when the device is opened are ignored, with any rules")
    func adopted() {
        let panel = Panel {
            $0.minimumAge = 0.02
            $0.ignoresEdgeNoise = true
            $0.maximumAge = 1
        }
        panel.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 7, x: 0, y: 20) : SlotState() }
        panel.send(.x(900), .report(1)).advance(to: 10_000_000)
        #expect(panel.words == [])
        #expect(panel.counts == "unseenStart 1")
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
        #expect(panel.assembler.table.all.isEmpty)
        #expect(panel.assembler.nextDeadline == nil)
    }
}
