// Tests of reading events, with a pipe as the device.

import CLibevdev
import Glibc
import Linux
import Testing
import Touch
import TouchTesting

@testable import Evdev

/// A device's state that a test sets.
private final class SetState {
    /// Called for each query; returns whether the state has changed.
    var answer: () -> Bool = { false }
    private(set) var questions = 0

    func refresh() -> Bool {
        questions += 1
        return answer()
    }
}

/// A pipe whose reading end is read as a device.
private final class Pipe {
    let state = SetState()
    let reader: EventReader
    private let source: Descriptor
    private var sink: Descriptor?

    init(device: DeviceDescription = .touchscreen(), startsAnew: Bool = false) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        source = Descriptor(owning: ends[0])
        sink = Descriptor(owning: ends[1])
        reader = EventReader(descriptor: source.number, device: device, startsAnew: startsAnew, refresh: state.refresh)
    }

    func send(_ signals: [Signal]) {
        for signal in signals { sendBytes(Self.bytes(of: signal)) }
    }

    func sendBytes(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        precondition(write(sink.number ?? -1, bytes, bytes.count) == bytes.count)
    }

    /// The kernel's record of an event; a report has its own time, other events have time 0.
    static func bytes(of signal: Signal) -> [UInt8] {
        let event = signal.event(at: .zero)
        var record = input_event()
        record.time.tv_sec = Int(event.time.microseconds / 1_000_000)
        record.time.tv_usec = Int(event.time.microseconds % 1_000_000)
        (record.type, record.code, record.value) = (event.type, event.code, event.value)
        return withUnsafeBytes(of: record) { Array($0) }
    }

    func end() { sink = nil }

    /// All events until no more arrive.
    func all() -> [SourceEvent] {
        var all: [SourceEvent] = []
        while true {
            let event = reader.next()
            if event == .nothing { return all }
            all.append(event)
            if event == .gone { return all }
        }
    }
}

private let dropped = Signal.other(type: 0, code: 3, value: 0)

private func inputs(_ signals: [Signal]) -> [SourceEvent] { signals.map { .input($0.event(at: .zero)) } }

@Suite struct EventReaderTests {
    @Test("5. 6. 7. A panel's defects are read unchanged: missing slots, ids after ids, lifts of nothing")
    func wrong() {
        let pipe = Pipe()
        let signals: [Signal] = [
            .slot(4711), .x(3), .slot(-1), .id(7), .id(8), .id(-1), .id(-1), .report(5), .report(4), .x(Int32.min),
            .y(Int32.max), .report(6),
        ]
        pipe.send(signals)
        #expect(pipe.all() == inputs(signals))
    }

    @Test("58. Codes that the device never declared are ignored, whatever their numbers")
    func undeclared() {
        let pipe = Pipe()
        let others: [(UInt16, UInt16)] = [
            (3, 0x3b), (3, 0x3f), (3, 0x40), (3, 0xffff), (1, 0x110), (1, 0x2ff), (1, 0x300), (2, 0), (4, 5), (0x1f, 0),
            (0x20, 0), (0xffff, 0xffff), (0, 1), (0, 4), (0, 0x2f),
        ]
        pipe.send(others.map { .other(type: $0.0, code: $0.1, value: 1) } + [.x(1), .report(1)])
        #expect(pipe.all() == inputs([.x(1), .report(1)]))
    }

    @Test("22. An incomplete frame is read so far, and continued when the rest arrives, at any byte")
    func pieces() {
        let signals: [Signal] = [.slot(1), .id(7), .x(3), .y(4), .report(9)]
        let bytes = signals.flatMap(Pipe.bytes)
        for cut in 0...bytes.count {
            let pipe = Pipe()
            pipe.sendBytes(bytes[..<cut])
            var events = pipe.all()
            #expect(events.count == cut / 24)
            pipe.sendBytes(bytes[cut...])
            events += pipe.all()
            #expect(events == inputs(signals))
        }
    }

    @Test("1. After a drop, queued events are discarded, and the state is read once the queue is empty")
    func drop() {
        let pipe = Pipe()
        pipe.send([.x(1), .report(10), .x(2), dropped, .x(3), .report(20), .x(4), .report(30)])
        #expect(pipe.all() == inputs([.x(1), .report(10), .x(2)]) + [.resynchronized(Timestamp(microseconds: 30))])
        #expect(pipe.state.questions == 2)
        pipe.send([.x(5), .report(40)])
        #expect(pipe.all() == inputs([.x(5), .report(40)]))
    }

    @Test("1. The frame with the drop is read to its end, however late that is")
    func damaged() {
        let pipe = Pipe()
        pipe.send([.x(1), dropped, .x(2)])
        #expect(pipe.all() == inputs([.x(1)]))
        pipe.send([.y(2)])
        #expect(pipe.all().isEmpty)
        #expect(pipe.state.questions == 0)
        pipe.send([.report(9)])
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 9))])
    }

    @Test("1. Events that arrive while the state is read are in the state already, so it is read again")
    func race() {
        let pipe = Pipe()
        pipe.state.answer = { [unowned pipe] in
            if pipe.state.questions == 1 { pipe.send([.id(7), .report(50)]) }
            return pipe.state.questions < 3
        }
        pipe.send([dropped, .report(40)])
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 50))])
        #expect(pipe.state.questions == 3)
    }

    @Test("1. The state of a device that never falls silent is finally accepted, and never within a frame")
    func flood() {
        let pipe = Pipe()
        pipe.state.answer = { [unowned pipe] in
            pipe.send([.id(7), .report(Int64(pipe.state.questions)), .id(-1), .report(Int64(pipe.state.questions))])
            return true
        }
        pipe.send([dropped, .report(0)])
        var event = pipe.reader.next()
        var turns = 0
        while event == .nothing, turns < 10 {
            event = pipe.reader.next()
            turns += 1
        }
        guard case .resynchronized = event else { return #expect(Bool(false), "\(event)") }
        #expect(pipe.state.questions < 100)
        // Every frame here begins with an id.
        guard case .input(let first) = pipe.reader.next() else { return #expect(Bool(false), "nothing was left") }
        #expect(first.code == AbsoluteAxis.trackingID)
    }

    @Test("11. At the start, queued events are discarded in favour of the state, including the rest of a frame")
    func start() {
        let pipe = Pipe(startsAnew: true)
        pipe.send([.x(1), .report(5), .x(2)])
        #expect(pipe.all().isEmpty)
        pipe.send([.report(6)])
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 6))])
        pipe.send([.x(3), .report(7)])
        #expect(pipe.all() == inputs([.x(3), .report(7)]))
    }

    @Test("3. The loss that setting the clock may cause costs only a frame")
    func clock() {
        let pipe = Pipe(startsAnew: true)
        #expect(pipe.all() == [.resynchronized(.zero)])
        // The kernel reports it with the first frame after it.
        pipe.send([dropped, .x(1), .report(5), .x(2), .report(6)])
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 6))])
        pipe.send([.x(3), .report(7)])
        #expect(pipe.all() == inputs([.x(3), .report(7)]))
    }

    @Test("20. A restart discards queued events, from the next frame or the half-read one on")
    func restart() {
        let pipe = Pipe()
        pipe.send([.x(1), .y(1), .report(5), .x(2), .report(6)])
        #expect(pipe.reader.next() == .input(Signal.x(1).event(at: .zero)))
        pipe.reader.startAnew(at: Timestamp(microseconds: 100))
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 100))])
        pipe.send([.x(3), .report(107)])
        #expect(pipe.all() == inputs([.x(3), .report(107)]))
        pipe.reader.startAnew(at: Timestamp(microseconds: 200))
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 200))])
    }

    @Test("20. A restart within an incomplete frame still reads the state, so that no older one is used")
    func stateWithinFrame() {
        let pipe = Pipe()
        pipe.send([.x(1), .y(1)])
        #expect(pipe.reader.next() == .input(Signal.x(1).event(at: .zero)))
        pipe.reader.startAnew(at: Timestamp(microseconds: 100))
        pipe.reader.takeState()
        #expect(pipe.state.questions == 1)
        pipe.send([.report(9)])
        #expect(pipe.all() == [.resynchronized(Timestamp(microseconds: 100))])
        let opened = Pipe(startsAnew: true)
        opened.send([.x(1)])
        opened.reader.takeState()
        #expect(opened.state.questions == 1)
    }

    @Test("22. A failed read is the end, with its reason, after everything before it")
    func failed() {
        let reader = EventReader(descriptor: -1, device: .touchscreen(), startsAnew: false) { false }
        #expect(reader.next() == .gone)
        #expect(reader.lossReason == EBADF)
        let pipe = Pipe()
        pipe.send([.x(1)])
        pipe.end()
        #expect(pipe.all() == inputs([.x(1)]))
        #expect(pipe.all() == [.gone])
        #expect(pipe.reader.lossReason == 0)
        #expect(pipe.reader.next() == .gone)
    }

    @Test("The rate is the median of the last frames that change an axis, whatever pauses are between them")
    func rate() {
        let pipe = Pipe()
        #expect(pipe.reader.rate.hertz == 0)
        var time: Int64 = 0
        for index in 0..<40 {
            time += index % 10 == 0 ? 900_000 : 8000
            pipe.send([.x(Int32(index)), .report(time)])
            pipe.send([.other(type: 1, code: KeyCode.touch, value: 1), .report(time + 3)])
        }
        _ = pipe.all()
        #expect(pipe.reader.rate.hertz == 125)
    }

    @Test("57. Events that are read late are counted, and reported from time to time")
    func late() {
        var lateness = Lateness()
        func note(_ time: Int64, _ age: Int64) -> Int64? {
            lateness.record(Timestamp(microseconds: time), readAt: Timestamp(microseconds: time + age))
        }
        #expect(note(1_000_000, 20_000) == nil && lateness.count == 0)
        #expect(note(1_000_000, -5_000_000) == nil && lateness.count == 0)
        #expect(note(1_000_000, 20_001) == 20_001)
        #expect(note(2_000_000, 90_000) == nil)
        #expect(note(59_000_000, 90_000) == nil)
        #expect(note(61_100_000, 30_000) == 30_000)
        #expect(lateness.count == 4)
    }
}
