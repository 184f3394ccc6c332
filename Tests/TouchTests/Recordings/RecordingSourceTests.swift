// Tests of recordings as touch sources.

import Testing
import Touch
import TouchTesting

private func recording(_ times: Int64...) -> Recording {
    Recording(
        device: .touchscreen(),
        events: times.map {
            InputEvent(time: Timestamp(microseconds: $0), type: 3, code: 0x35, value: Int32(truncatingIfNeeded: $0))
        })
}

private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

/// The times of all available events; -1 for "nothing", -2 for "removed".
private func drain(_ source: RecordingSource) -> [Int64] {
    var times: [Int64] = []
    while true {
        switch source.next() {
        case .input(let event): times.append(event.time.microseconds)
        case .nothing: return times + [-1]
        case .gone, .resynchronized: return times + [-2]
        }
    }
}

@Suite struct RecordingSourceTests {
    @Test("Without a limit all events are returned at once, with the recorded times, then the device is removed")
    func unlimited() {
        let source = RecordingSource(recording(100, 100, 250))
        #expect(source.device.name == "touchscreen")
        #expect(drain(source) == [100, 100, 250, -2])
        #expect(source.nextTime == nil && drain(source) == [-2])
    }

    @Test("An event after the limit is not due, and one at the limit is")
    func limit() {
        let source = RecordingSource(recording(100, 200, 300))
        source.limit = at(99)
        #expect(drain(source) == [-1] && source.nextTime == at(100))
        source.limit = at(200)
        #expect(drain(source) == [100, 200, -1] && source.nextTime == at(300))
        source.limit = at(.max)
        #expect(drain(source) == [300, -2])
    }

    @Test("After a restart, the first event happens at the given time and the others at their recorded distance")
    func restart() {
        let source = RecordingSource(recording(100, 150, 300))
        _ = source.next()
        source.restart(at: at(1_000_000))
        source.limit = at(1_000_050)
        #expect(source.nextTime == at(1_000_000))
        #expect(drain(source) == [1_000_000, 1_000_050, -1])
        source.restart(at: at(0))
        source.limit = at(.max)
        #expect(drain(source) == [0, 50, 200, -2])
    }

    @Test("Restarting at the end of time does not trap")
    func endOfTime() {
        let source = RecordingSource(recording(.min, 0, .max))
        source.restart(at: at(.max))
        #expect(drain(source).count == 4)
    }

    @Test("A reader that takes over in the middle gets the slots' state after the earlier events")
    func slotsInTheMiddle() {
        let signals: [Signal] = [
            .slot(1), .id(7), .x(10), .y(20), .report(100), .slot(0), .id(8), .x(30), .report(200), .slot(1), .id(-1),
            .report(300),
        ]
        let source = RecordingSource(
            Recording(device: .touchscreen(), events: signals.map { $0.event(at: .zero) }))
        #expect(source.currentSlot == 0 && source.slotState(1) == .initial)
        for _ in 1...9 { _ = source.next() }
        #expect(source.currentSlot == 0 && source.slotState(0) == SlotState(trackingID: 8, x: 30, y: 0))
        #expect(source.slotState(1) == SlotState(trackingID: 7, x: 10, y: 20))
        for _ in 1...3 { _ = source.next() }
        #expect(source.currentSlot == 1 && source.slotState(1) == SlotState(x: 10, y: 20))
        source.restart(at: .zero)
        #expect(source.slotState(1) == .initial)
    }

    @Test("For a device that lists its contacts the source knows whether there are any")
    func listed() {
        var device = DeviceDescription.touchscreen()
        device.codes[EventType.absolute]?.remove(AbsoluteAxis.slot)
        let events = [1, 2, 0].map { InputEvent(time: .zero, type: EventType.key, code: KeyCode.touch, value: $0) }
        let source = RecordingSource(Recording(device: device, events: events))
        #expect(source.slotState(0).trackingID < 0)
        for isDown in [true, true, false] {
            _ = source.next()
            #expect((source.slotState(0).trackingID >= 0) == isDown)
        }
    }
}
