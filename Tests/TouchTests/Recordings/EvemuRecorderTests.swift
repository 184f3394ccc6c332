// Tests of recordings of live devices: events, and state before and after losses.

import Testing
import Touch
import TouchTesting

private func event(_ microseconds: Int64, _ code: UInt16, _ value: Int32, type: UInt16 = 3) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: microseconds), type: type, code: code, value: value)
}

private func report(_ microseconds: Int64) -> InputEvent { event(microseconds, 0, 0, type: 0) }

private let (id, x, y, slot) = (
    AbsoluteAxis.trackingID, AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.slot
)

private func state(_ slots: [UInt16: Int32]..., current: Int = 0, buttons: Set<UInt16> = []) -> DeviceState {
    DeviceState(currentSlot: current, slots: slots, axes: [:], buttons: buttons)
}

private func recorder(_ state: DeviceState, at time: Int64 = 0) -> EvemuRecorder {
    EvemuRecorder(.touchscreen(), comments: ["test"], state: state, at: Timestamp(microseconds: time))
}

/// The text of the recorder, parsed as events.
private func events(_ recorder: inout EvemuRecorder) throws -> [InputEvent] {
    try Recording(evemu: Array("N: a\n".utf8) + recorder.takeBytes()).events
}

@Suite struct EvemuRecorderTests {
    @Test("The state of the slots comes first, so that a value which the kernel does not repeat is known")
    func first() throws {
        var recorder = recorder(state([id: -1, x: 700, y: 0], [id: -1, x: 0, y: 0], current: 1), at: 5_000_000)
        #expect(
            try events(&recorder) == [
                event(0, slot, 0), event(0, x, 700), event(0, y, 0), event(0, slot, 1), event(0, x, 0), event(0, y, 0),
                event(0, slot, 1), report(0),
            ])
        // No contact was down: time starts with the first event.
        recorder.take(event(9_000_000, id, 4))
        recorder.take(report(9_000_001))
        #expect(try events(&recorder) == [event(0, id, 4), report(1)])
    }

    @Test("A finger that is down at the start is in the first frame, and time starts there")
    func fingerDown() throws {
        var recorder = recorder(state([id: 17, x: 3, y: 4], buttons: [KeyCode.touch]), at: 1_000_000)
        let text = String(decoding: recorder.takeBytes(), as: UTF8.self)
        #expect(text.contains("# Something touched it already.\n"))
        #expect(
            try Recording(evemu: text.utf8).events == [
                event(0, slot, 0), event(0, id, 17), event(0, x, 3), event(0, y, 4), event(0, slot, 0),
                event(0, KeyCode.touch, 1, type: 1), report(0),
            ])
        recorder.take(event(1_250_000, x, 5))
        recorder.take(report(1_250_000))
        #expect(try events(&recorder) == [event(250_000, x, 5), report(250_000)])
    }

    @Test("Only complete frames are written: an incomplete one is held back, and dropped at the end")
    func wholeFrames() throws {
        var recorder = recorder(state())
        _ = recorder.takeBytes()
        recorder.take(event(0, x, 1))
        #expect(recorder.takeBytes().isEmpty)
        recorder.take(report(0))
        recorder.take(event(8000, x, 2))
        #expect(try events(&recorder) == [event(0, x, 1), report(0)])
        recorder.finish(because: "The end.")
        #expect(String(decoding: recorder.takeBytes(), as: UTF8.self) == "# The end.\n")
    }

    @Test("An endless frame does not fill the memory")
    func endlessFrame() {
        var recorder = recorder(state())
        _ = recorder.takeBytes()
        for value in 0..<4095 { recorder.take(event(0, x, Int32(value))) }
        #expect(recorder.takeBytes().isEmpty)
        recorder.take(event(0, x, 0))
        #expect(!recorder.takeBytes().isEmpty)
    }

    @Test("1. After a loss the current state is written: a missing contact has lifted, a replaced one is another")
    func loss() throws {
        var recorder = recorder(state([id: 1, x: 1, y: 1], [id: 2, x: 2, y: 2], [id: 3, x: 3, y: 3]))
        recorder.take(event(10, slot, 2))
        recorder.take(event(10, x, 30))
        recorder.take(report(10))
        _ = recorder.takeBytes()
        recorder.take(event(20, x, 99))
        recorder.takeLoss(
            state: state([id: 1, x: 11, y: 0], [id: -1, x: 2, y: 2], [id: 9, x: 5, y: 6], current: 1), discarding: 12,
            at: Timestamp(microseconds: 50))
        let text = String(decoding: recorder.takeBytes(), as: UTF8.self)
        #expect(text.hasPrefix("# The kernel dropped events (SYN_DROPPED), and 12 that followed are left out"))
        #expect(
            try Recording(evemu: Array("N: a\n".utf8) + text.utf8).events == [
                event(50, 3, 0, type: 0), report(50), event(50, slot, 0), event(50, x, 11), event(50, y, 0),
                event(50, slot, 1), event(50, id, -1), event(50, x, 2), event(50, y, 2), event(50, slot, 2),
                event(50, id, -1), event(50, id, 9), event(50, x, 5), event(50, y, 6), event(50, slot, 1), report(50),
            ])
    }

    @Test("1. A recorded loss is a loss for its replay: missing contacts are cancelled, present ones continue")
    func playedLoss() throws {
        var recorder = recorder(state([id: -1, x: 0, y: 0], [id: -1, x: 0, y: 0]))
        for event in [
            event(0, id, 1), event(0, x, 100), event(0, y, 100), event(0, slot, 1), event(0, id, 2), event(0, x, 200),
            event(0, y, 200), report(0),
        ] { recorder.take(event) }
        recorder.takeLoss(
            state: state([id: 1, x: 150, y: 100], [id: -1, x: 200, y: 200], current: 1), discarding: 0,
            at: Timestamp(microseconds: 8000))
        recorder.take(event(16000, slot, 0))
        recorder.take(event(16000, id, -1))
        recorder.take(report(16000))
        let source = RecordingSource(try Recording(evemu: recorder.takeBytes()))
        let panel = Panel()
        var notes: [FrameNote] = []
        reading: while true {
            switch source.next() {
            case .input(let event): panel.assembler.process(event) { notes.append(FrameNote($0)) }
            case .resynchronized(let time):
                #expect(time == Timestamp(microseconds: 8000))
                panel.assembler.resynchronize(at: time, currentSlot: source.currentSlot, source.slotState) {
                    notes.append(FrameNote($0))
                }
            case .nothing, .gone: break reading
            }
        }
        #expect(
            notes.map(\.description) == [
                "0: 1 began 100,100; 2 began 200,200", "0: 2 cancelled 200,200", "8000: 1 moved 150,100",
                "16000: 1 ended 150,100",
            ])
    }

    @Test("Keys are not recorded, whatever the device sends")
    func keys() throws {
        var recorder = recorder(state())
        _ = recorder.takeBytes()
        for event in [event(0, 30, 1, type: 1), event(0, 4, 458_756, type: 4), event(0, x, 1), report(0)] {
            recorder.take(event)
        }
        #expect(try events(&recorder) == [event(0, x, 1), report(0)])
    }
}
