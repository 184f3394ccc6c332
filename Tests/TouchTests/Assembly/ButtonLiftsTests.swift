// Tests of drivers that tell lifts by BTN_TOUCH only.

import Testing
import Touch
import TouchTesting

@Suite struct ButtonLiftsTests {
    private let up = Signal.button(false), down = Signal.button(true)

    private func suspend(_ panel: Panel, at microseconds: Int64) -> [String] {
        let time = Timestamp(microseconds: microseconds)
        var words: [String] = []
        panel.assembler.process(Signal.button(false).event(at: time)) { _ in }
        panel.assembler.process(InputEvent(time: time, type: EventType.synchronization, code: 0, value: 1)) {
            words.append(FrameNote($0).description)
        }
        return words
    }

    @Test(
        "Of a driver that has never sent -1, BTN_TOUCH 0 is the lift, and the same tracking id lands with BTN_TOUCH 1")
    func taps() {
        let panel = Panel().send(.id(0), .x(360), .y(640), down, .report(1), up, .report(2))
        panel.send(.x(100), .y(900), down, .report(3), .x(110), .report(4), up, .report(5))
        // At the very place of the one before, the kernel sends nothing but the button.
        panel.send(down, .report(6), up, .report(7))
        #expect(
            panel.words == [
                "1: 1 began 360,640", "2: 1 ended 360,640", "3: 2 began 100,900", "4: 2 moved 110,900",
                "5: 2 ended 110,900", "6: 3 began 110,900", "7: 3 ended 110,900",
            ])
        #expect(panel.counts == "")
    }

    @Test("A place in the frame of the lift is not where the finger was")
    func placeWithLift() {
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1), .x(900), up, .report(2))
        #expect(
            panel.send(down, .y(21), .report(3)).words == ["1: 1 began 10,20", "2: 1 ended 10,20", "3: 2 began 900,21"])
    }

    @Test("Several fingers lift together; each lands when something comes of it, with or without the button")
    func severalFingers() {
        let panel = Panel().send(.slot(0), .id(0), .x(10), .y(20), .slot(1), .id(1), .x(500), .y(20), down, .report(1))
        // The driver stops updating the one that lifts first.
        panel.send(.x(510), .report(2), up, .report(3))
        panel.send(.slot(1), .x(520), down, .report(4), .slot(0), .x(11), .report(5), up, .report(6))
        #expect(
            panel.words == [
                "1: 1 began 10,20; 2 began 500,20", "2: 2 moved 510,20", "3: 1 ended 10,20; 2 ended 510,20",
                "4: 3 began 520,20", "5: 4 began 11,20", "6: 3 ended 520,20; 4 ended 11,20",
            ])
    }

    @Test("A finger with another tracking id lands as on any panel, and no defect is counted for the id that changed")
    func otherID() {
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1), up, .report(2), .id(1), down, .report(3))
        #expect(panel.send(up, .report(4)).words.suffix(2) == ["3: 2 began 10,20", "4: 2 ended 10,20"])
        #expect(panel.counts == "")
    }

    @Test("Once a driver has sent -1, BTN_TOUCH 0 with contacts cancels them")
    func otherDriver() {
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1), up, .id(-1), .report(2))
        panel.send(.id(1), .x(11), down, .report(3), up, .report(4))
        #expect(panel.words.suffix(2) == ["3: 2 began 11,20", "4: 2 cancelled 11,20"])
        #expect(panel.counts == "buttonWithoutLift 1")
        // Also when the first -1 comes after the button, which is then the lift itself.
        let late = Panel().send(.id(0), .x(10), .y(20), down, .report(1), up, .report(2), .id(-1), .report(3))
        #expect(late.words == ["1: 1 began 10,20", "2: 1 ended 10,20"])
        #expect(late.counts == "")
    }

    @Test("A button that comes after its contact lands no second one")
    func lateButton() {
        let panel = Panel().send(
            .id(0), .x(10), .y(20), .report(1), down, .report(2), .x(11), .report(3), up, .report(4))
        #expect(panel.words == ["1: 1 began 10,20", "3: 1 moved 11,20", "4: 1 ended 11,20"])
    }

    @Test("A machine that goes to sleep cancels, and the finger after that is seen, also in the first touch ever")
    func asleep() {
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1))
        #expect(suspend(panel, at: 2) == ["2: 1 cancelled 10,20"])
        panel.send(.x(30), down, .report(3), up, .report(4))
        #expect(panel.words.dropFirst() == ["3: 2 began 30,20", "4: 2 ended 30,20"])
        #expect(panel.counts == "")
    }

    @Test("A contact that the kernel still has when the device is opened hides no finger")
    func opened() {
        let panel = Panel()
        panel.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 0, x: 10, y: 20) : .initial }
        panel.send(.x(30), down, .report(1), up, .report(2))
        #expect(panel.words == ["1: 1 began 30,20", "2: 1 ended 30,20"])
        // One that is down then is passed over until it lifts.
        let held = Panel()
        held.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 0, x: 10, y: 20) : .initial }
        held.send(.x(30), .report(1), up, .report(2), .x(40), down, .report(3))
        #expect(held.words == ["3: 1 began 40,20"])
    }

    @Test("After events were lost, a contact that had lifted stays over until something comes of it")
    func lost() {
        let kept = [0: SlotState(trackingID: 0, x: 10, y: 20)]
        let panel = Panel().send(.id(0), .x(10), .y(20), down, .report(1), up, .report(2))
        panel.resynchronize(at: 3, kept)
        #expect(panel.assembler.isEmpty)
        panel.send(.x(30), .report(4), up, .report(5))
        #expect(panel.words.suffix(2) == ["4: 2 began 30,20", "5: 2 ended 30,20"])
        // One that was down goes on.
        let held = Panel().send(.id(0), .x(10), .y(20), down, .report(1)).resynchronize(at: 3, kept)
        #expect(held.send(up, .report(4)).words == ["1: 1 began 10,20", "4: 1 ended 10,20"])
    }

    @Test("Arbitrary buttons, ids and losses leave valid frames, and no touch when all is over")
    func random() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededNumbers(seed: seed)
            var audit = FrameAudit()
            let panel = Panel(.touchscreen(slots: 3))
            var time: Int64 = 0
            func send(_ signal: Signal) {
                panel.assembler.process(signal.event(at: Timestamp(microseconds: time))) { audit.take($0) }
            }
            for _ in 0..<200 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: send(.slot(.random(in: -1...3, using: &random)))
                case 1: send(.id(.random(in: (random.isOne(in: 20) ? -1 : 0)...3, using: &random)))
                case 2: send(.x(.random(in: 900...999, using: &random)))
                case 3: send(.button(random.isOne(in: 2)))
                case 4 where random.isOne(in: 9): send(.other(type: 0, code: SynchronizationCode.dropped, value: 0))
                case 5 where random.isOne(in: 9):
                    let id = Int32.random(in: -1...2, using: &random)
                    panel.assembler.resynchronize(
                        at: Timestamp(microseconds: time), currentSlot: 1,
                        { $0 == 1 ? SlotState(trackingID: id, x: 950, y: 450) : .initial }
                    ) { audit.take($0) }
                default:
                    time += 5000
                    send(.report(time))
                }
            }
            panel.assembler.cancelAll(at: Timestamp(microseconds: time)) { audit.take($0) }
            #expect(audit.faults == [] && audit.openCount == 0, "seed \(seed)")
        }
    }
}
