// Tests of contact rules about single contacts: ghosts, palms, hovering.

import Testing
import Touch
import TouchTesting

@Suite struct ContactRulesTests {
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

    @Test(
        "47. The smallest distance touches, and so does one that was never sent", arguments: [(-4, 0), (0, 0), (2, 2)])
    func least(minimum: Int32, touching: Int32) {
        let panel = Panel(distance: Axis(minimum: minimum, maximum: 9)) { _ in }
        panel.send(.id(1), .x(10), .y(20), .report(1), .distance(touching + 1), .report(2), .distance(touching))
        #expect(panel.send(.report(3)).words == ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 10,20"])
    }
}
