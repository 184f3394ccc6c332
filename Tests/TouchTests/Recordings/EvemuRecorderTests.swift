// Tests of recordings of live devices: events, and state before and after losses.

import Testing
import Touch
import TouchTesting

private let (id, x, y) = (AbsoluteAxis.trackingID, AbsoluteAxis.positionX, AbsoluteAxis.positionY)

private func state(_ slots: [UInt16: Int32]..., current: Int = 0, buttons: Set<UInt16> = []) -> DeviceState {
    DeviceState(currentSlot: current, slots: slots, axes: [:], buttons: buttons)
}

private func recorder(_ state: DeviceState, at time: Int64 = 0) -> EvemuRecorder {
    EvemuRecorder(.touchscreen(), comments: ["test"], state: state, at: Timestamp(microseconds: time))
}

/// These events at a time, before reports at their own.
private func events(_ time: Int64, _ signals: Signal...) -> [InputEvent] {
    signals.map { $0.event(at: Timestamp(microseconds: time)) }
}

extension EvemuRecorder {
    fileprivate mutating func take(_ time: Int64, _ signals: Signal...) {
        for signal in signals { take(signal.event(at: Timestamp(microseconds: time))) }
    }

    /// The text since the last call, parsed as events.
    fileprivate mutating func events() throws -> [InputEvent] {
        try Recording(text: Array("N: a\n".utf8) + takeBytes()).events
    }
}

@Suite struct EvemuRecorderTests {
    @Test("The state of the slots comes first, so that a value which the kernel does not repeat is known")
    func first() throws {
        var recorder = recorder(state([id: -1, x: 700, y: 0], [id: -1, x: 0, y: 0], current: 1), at: 5_000_000)
        #expect(
            try recorder.events()
                == events(0, .slot(0), .x(700), .y(0), .slot(1), .x(0), .y(0), .slot(1), .report(0)))
        // No contact was down: time starts with the first event.
        recorder.take(9_000_000, .id(4), .report(9_000_001))
        #expect(try recorder.events() == events(0, .id(4), .report(1)))
    }

    @Test("A finger that is down at the start is in the first frame, and time starts there")
    func fingerDown() throws {
        var recorder = recorder(state([id: 17, x: 3, y: 4], buttons: [KeyCode.touch]), at: 1_000_000)
        let text = String(decoding: recorder.takeBytes(), as: UTF8.self)
        #expect(text.contains("# Something touched it already.\n"))
        #expect(
            try Recording(text: text.utf8).events
                == events(0, .slot(0), .id(17), .x(3), .y(4), .slot(0), .button(true), .report(0)))
        recorder.take(1_250_000, .x(5), .report(1_250_000))
        #expect(try recorder.events() == events(250_000, .x(5), .report(250_000)))
    }

    @Test("What gestured says is at its time since the first event; before that there is no time")
    func notes() throws {
        var recorder = recorder(state([id: -1]))
        recorder.take(RecordingNote(time: Timestamp(microseconds: 8_000_000), text: "early"))
        recorder.take(9_000_000, .id(4), .report(9_000_000))
        recorder.take(RecordingNote(time: Timestamp(microseconds: 9_250_000), text: "a\nb"))
        let notes = try Recording(text: Array("N: a\n".utf8) + recorder.takeBytes()).notes
        #expect(notes == [RecordingNote(time: Timestamp(microseconds: 250_000), text: "a")])
    }

    @Test("Only complete frames are written: an incomplete one is held back, and dropped at the end")
    func wholeFrames() throws {
        var recorder = recorder(state())
        _ = recorder.takeBytes()
        recorder.take(0, .x(1))
        #expect(recorder.takeBytes().isEmpty)
        recorder.take(0, .report(0))
        recorder.take(8000, .x(2))
        #expect(try recorder.events() == events(0, .x(1), .report(0)))
        recorder.finish(because: "The end.")
        #expect(String(decoding: recorder.takeBytes(), as: UTF8.self) == "# The end.\n")
    }

    @Test("An endless frame does not fill the memory")
    func endlessFrame() {
        var recorder = recorder(state())
        _ = recorder.takeBytes()
        for value: Int32 in 0..<4095 { recorder.take(0, .x(value)) }
        #expect(recorder.takeBytes().isEmpty)
        recorder.take(0, .x(0))
        #expect(!recorder.takeBytes().isEmpty)
    }

    @Test("1. After a loss the current state is written: a missing contact has lifted, a replaced one is another")
    func loss() throws {
        var recorder = recorder(state([id: 1, x: 1, y: 1], [id: 2, x: 2, y: 2], [id: 3, x: 3, y: 3]))
        recorder.take(10, .slot(2), .x(30), .report(10))
        _ = recorder.takeBytes()
        recorder.take(20, .x(99))
        recorder.takeLoss(
            state: state([id: 1, x: 11, y: 0], [id: -1, x: 2, y: 2], [id: 9, x: 5, y: 6], current: 1), discarding: 12,
            at: Timestamp(microseconds: 50))
        let text = String(decoding: recorder.takeBytes(), as: UTF8.self)
        #expect(text.hasPrefix("# The kernel dropped events (SYN_DROPPED), and 12 that followed are left out"))
        #expect(
            try Recording(text: Array("N: a\n".utf8) + text.utf8).events
                == events(
                    50, .dropped, .report(50), .slot(0), .x(11), .y(0), .slot(1), .id(-1), .x(2), .y(2), .slot(2),
                    .id(-1), .id(9), .x(5), .y(6), .slot(1), .report(50)))
    }

    @Test("1. A recorded loss is a loss for its replay: missing contacts are cancelled, present ones continue")
    func playedLoss() throws {
        var recorder = recorder(state([id: -1, x: 0, y: 0], [id: -1, x: 0, y: 0]))
        recorder.take(0, .id(1), .x(100), .y(100), .slot(1), .id(2), .x(200), .y(200), .report(0))
        recorder.takeLoss(
            state: state([id: 1, x: 150, y: 100], [id: -1, x: 200, y: 200], current: 1), discarding: 0,
            at: Timestamp(microseconds: 8000))
        recorder.take(16000, .slot(0), .id(-1), .report(16000))
        let source = RecordingSource(try Recording(text: recorder.takeBytes()))
        let panel = Panel()
        var words: [String] = []
        reading: while true {
            switch source.next() {
            case .input(let event): panel.assembler.process(event) { words.append(FrameNote($0).description) }
            case .resynchronized(let time):
                #expect(time == Timestamp(microseconds: 8000))
                panel.assembler.resynchronize(at: time, currentSlot: source.currentSlot, source.slotState) {
                    words.append(FrameNote($0).description)
                }
            case .nothing, .gone: break reading
            }
        }
        #expect(
            words == [
                "0: 1 began 100,100; 2 began 200,200", "0: 2 cancelled 200,200", "8000: 1 moved 150,100",
                "16000: 1 ended 150,100",
            ])
    }
}
