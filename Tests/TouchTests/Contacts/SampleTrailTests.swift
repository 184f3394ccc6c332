// Tests of wrong places: single samples of a contact that are far from those before and after.

import Testing
import Touch
import TouchTesting

/// Units of the panels here in a millimetre: a unit is a point.
private let perMillimetre = 1 / PointUnit.millimetres

@Suite struct SampleTrailTests {
    /// Plays one finger along X, in millimetres, a sample each interval, and lifts it.
    private func play(
        _ places: [Double], every milliseconds: Int64 = 10, on panel: Panel = Panel(.singleTouch()), slots: Bool = false
    ) -> Panel {
        for (index, place) in places.enumerated() {
            let x = Int32((place * perMillimetre).rounded())
            let time = Int64(index) * milliseconds * 1000
            if slots {
                panel.send((index == 0 ? [.id(1), .y(500)] : []) + [.x(x), .report(time)])
            } else {
                let landing: [Signal] = index == 0 ? [.button(true), .singleY(500)] : []
                panel.send(landing + [.singleX(x), .report(time)])
            }
        }
        let end = Int64(places.count) * milliseconds * 1000
        return panel.send([slots ? .id(-1) : .button(false), .report(end)])
    }

    /// The places of all frames in which anything changes, in millimetres, with "-" before a lift and "!" before a touch that is cancelled.
    private func story(_ panel: Panel) -> String {
        panel.notes.flatMap { note in
            note.all.filter { $0.phase != .stationary }.sorted { $0.id < $1.id }.map { finger in
                let place = String(Int((finger.location.x * PointUnit.millimetres).rounded()))
                switch finger.phase {
                case .ended: return "-" + place
                case .cancelled: return "!" + place
                default: return place
                }
            }
        }.joined(separator: " ")
    }

    @Test(
        "A wrong place is not where the finger was: in the middle, before the lift, and at the landing",
        arguments: [
            // A tap and a drag with a wrong last sample.
            ([10, 10, 10, 10, 90], "10 -10", 1),
            ([10, 13, 16, 19, 90], "10 13 16 19 -19", 1),
            // Wrong in the middle, to either side, and twice.
            ([10, 13, 16, 90, 22, 25], "10 13 16 22 25 -25", 1),
            ([50, 50, 50, 20, 50, 90, 50], "50 -50", 2),
            // A second sample that is wrong, in a tap and in a drag.
            ([10, 90, 10], "10 -10", 1),
            ([10, 90, 16, 19], "10 16 19 -19", 1),
            // A wrong landing, after which the finger rests, or goes on; nothing was dragged.
            ([90, 10, 10, 10], "90 !90 10 -10", 1),
            ([90, 10, 13, 16], "90 !90 13 16 -16", 1),
            // Nothing but two places says nothing; the first was believed.
            ([10, 90], "10 -10", 1),
            ([10], "10 -10", 0),
        ])
    func wrong(places: [Double], expected: String, count: Int) {
        let panel = play(places)
        #expect(story(panel) == expected)
        #expect(panel.assembler.defects[.wrongPlace] == count)
        #expect(panel.notes.allSatisfy { note in note.all.count { ![.cancelled, .ended].contains($0.phase) } <= 1 })
    }

    @Test("A jump that lasts is believed with the second sample, as the same finger on a panel of one")
    func lasting() {
        let panel = play([10, 10, 10, 90, 90, 90])
        #expect(story(panel) == "10 90 -90")
        #expect(panel.notes.flatMap(\.began) == [1] && panel.counts == "")
    }

    @Test("As many wrong places in a row are ignored as the rule says", arguments: [0, 1, 2, 3])
    func count(count: Int) {
        var rules = ContactRules()
        rules.outlierCount = count
        let panel = play([10, 13, 16, 90, 90, 25, 28, 31], on: Panel(.singleTouch(), rules: rules))
        #expect(story(panel).contains("90") == (count < 2))
        #expect(panel.notes.flatMap(\.began) == [1])
        #expect(story(panel).hasSuffix("-31") && panel.assembler.defects[.wrongPlace] == (count < 2 ? 0 : 2))
    }

    @Test(
        "No flick loses anything: braking, accelerating, and at the rate of any panel",
        arguments: [4, 8, 16, 20, 33, 42, 70] as [Int64], [0.5, 1.0, 1.5, 3.0])
    func flicks(milliseconds: Int64, speed: Double) {
        let step = speed * Double(milliseconds)
        let count = max(Int(120 / step), 4)
        let even = (0..<count).map { Double($0) * step }
        // From rest within 40 ms, and to a stop as fast.
        let shares = (0..<count + 4).map { min(Double($0) * Double(milliseconds) / 40, 1) }
        let accelerating = shares.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1 * step) }
        let braking = accelerating.reversed().map { (accelerating.last ?? 0) - $0 }
        for places in [even, accelerating, braking] where (places.max() ?? 0) < 310 {
            let panel = play(places, every: milliseconds)
            #expect(panel.assembler.defects[.wrongPlace] == 0, "\(places)")
            #expect(panel.notes.flatMap(\.began) == [1] && panel.notes.flatMap(\.cancelled) == [], "\(places)")
            let end = (panel.notes.last?.all.first?.location.x ?? 0) * PointUnit.millimetres
            #expect((end - (places.last ?? 0)).magnitude < 0.2, "\(places)")
        }
    }

    @Test("With the rule, a panel of several fingers ignores wrong places, and a jump that lasts is another finger")
    func severalFingers() {
        var rules = ContactRules()
        rules.outlierCount = 1
        #expect(story(play([10, 12, 60, 16], on: Panel(rules: rules), slots: true)) == "10 12 16 -16")
        let jump = play([10, 12, 150, 150, 150], on: Panel(rules: rules), slots: true)
        #expect(story(jump) == "10 12 !12 150 -150")
        #expect(jump.assembler.defects[.contactJumped] == 1)
        // A wrong place of one finger does not touch the other.
        let panel = Panel(rules: rules).send(.id(1), .x(10), .y(20), .slot(1), .id(2), .x(500), .y(20), .report(0))
        panel.send(.x(1500), .slot(0), .x(12), .report(10_000), .slot(1), .x(503), .slot(0), .x(14), .report(20_000))
        #expect(panel.words.dropFirst() == ["10000: 1 moved 12,20", "20000: 1 moved 14,20; 2 moved 503,20"])
    }

    @Test(
        "A driver that lists contacts has one finger if it is a resistive panel's, wherever that jumps",
        arguments: [("stmpe-ts", true), ("Elan Touchscreen", false)])
    func listed(name: String, isOne: Bool) {
        var device = DeviceDescription.list(hasNumbers: false)
        device.name = name
        let panel = Panel(device)
        for (index, place) in [10, 12, 14, 1900, 18, 20].enumerated() {
            panel.send(
                .x(Int32(place)), .y(20), .endOfContact, .report(Int64(index) * 10_000))
        }
        #expect((panel.notes.flatMap(\.began) == [1]) == isOne)
        #expect((panel.assembler.defects[.wrongPlace] == 1) == isOne)
    }

    @Test("Invalid limits are harmless", arguments: [0, -1, .nan, .infinity, 1e300])
    func senseless(speed: Double) {
        var rules = ContactRules()
        (rules.outlierSpeed, rules.outlierCount) = (speed, Int.max)
        let panel = play([10, 90, 10, 90, 10], on: Panel(.singleTouch(), rules: rules))
        #expect(panel.assembler.isEmpty)
        rules.outlierCount = -1
        #expect(story(play([10, 90], on: Panel(.singleTouch(), rules: rules))) == "10 90 -90")
    }
}
