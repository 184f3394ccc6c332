// Tests of a pipeline that reads events late: same decisions as in time.

import Configuration
import Diagnosis
import GestureWire
import Gestures
import Glibc
import Linux
import Testing
import Touch
import TouchTesting

@testable import Evdev
@testable import GestureDaemon

/// A panel whose queued events all arrive at once.
private final class QueuedSource: TouchSource {
    let device: DeviceDescription
    var queue: [InputEvent] = []

    init() throws { device = try RecordingCatalogue.recording("ed-atmel-mxt").device }

    func next() -> SourceEvent { queue.isEmpty ? .nothing : .input(queue.removeFirst()) }
    func slotState(_ slot: Int) -> SlotState { SlotState() }
    var currentSlot: Int { 0 }

    func send(_ time: Int64, _ events: (UInt16, Int32)...) {
        for (code, value) in events { put(time, EventType.absolute, code, value) }
        put(time, EventType.synchronization, SynchronizationCode.report, 0)
    }

    private func put(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        queue.append(InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value))
    }
}

/// A panel whose events are read from a pipe like the kernel's.
private final class PipedSource: TouchSource {
    /// No events are lost in a pipe.
    private final class NoState: StateReading {
        func refresh() -> Bool { false }
    }

    let device = DeviceDescription.touchscreen()
    private let reader: EventReader
    private let source: Descriptor
    private let sink: Descriptor

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        // A pipe is usually smaller than the events of a turn; Glibc's module lacks F_SETPIPE_SZ.
        precondition(fcntl(ends[1], 1031, 1 << 18) >= 1 << 18)
        source = Descriptor(owning: ends[0])
        sink = Descriptor(owning: ends[1])
        reader = EventReader(descriptor: source.number, device: device, state: NoState(), startsAnew: false)
    }

    func next() -> SourceEvent { reader.next() }
    func slotState(_ slot: Int) -> SlotState { SlotState() }
    var currentSlot: Int { 0 }

    func send(_ time: Int64, _ events: (UInt16, Int32)...) {
        for (code, value) in events { put(time, EventType.absolute, code, value) }
        put(time, EventType.synchronization, SynchronizationCode.report, 0)
    }

    /// Writes the kernel's record: seconds, microseconds, type, code, value.
    func put(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        var bytes: [UInt8] = []
        for part in [time / 1_000_000, time % 1_000_000] { withUnsafeBytes(of: part) { bytes += $0 } }
        for part in [type, code] { withUnsafeBytes(of: part) { bytes += $0 } }
        withUnsafeBytes(of: value) { bytes += $0 }
        precondition(write(sink.number, bytes, bytes.count) == bytes.count)
    }
}

/// Records why recognizers failed when all were cancelled.
private final class BreakingOff: DecisionObserver {
    var reasons: [String] = []

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        if case .failed(.all(let reason)) = decision.verdict { reasons.append(reason) }
    }
}

@Suite struct SurfacePipelineTests {
    private func pipeline(
        _ source: any TouchSource, _ type: RecognizerType, rules: ContactRules = ContactRules(),
        publish: @escaping (GestureNotification) -> Void
    ) throws -> SurfacePipeline {
        let factory = SurfaceFactory(configuration: Fixtures.only("it", type))
        var result = try factory.make(recorded: source.device)
        result.rules = rules
        return SurfacePipeline(
            source: source, result: result, engine: factory.makeEngine(for: result),
            configuration: .standard, numbers: SurfacePipeline.Numbers(),
            listeners: SoleListener { if $0.state != .failed { publish($0) } })
    }

    @Test(
        "41. A flick whose lift is held back ends as fast as one whose lift is immediate, and as soon",
        arguments: [RecognizerType.pan, .swipe])
    func heldBack(type: RecognizerType) throws {
        var outcomes: [[GestureNotification]] = []
        for joinsFlicks in [false, true] {
            let source = try QueuedSource()
            var rules = ContactRules()
            rules.joinsFlicks = joinsFlicks
            var received: [GestureNotification] = []
            let pipeline = try pipeline(source, type, rules: rules) { received.append($0) }
            for step in 0...5 as ClosedRange<Int64> {
                source.send(
                    step * 10_000, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 100 + Int32(step) * 60),
                    (AbsoluteAxis.positionY, 300))
            }
            source.send(60_000, (AbsoluteAxis.trackingID, -1))
            for time in stride(from: 0, through: 200_000 as Int64, by: 5_000) {
                _ = pipeline.advance(to: Timestamp(microseconds: time))
            }
            #expect(pipeline.isAtRest)
            outcomes.append(received)
        }
        #expect(outcomes[0].last?.state == (type == .pan ? .ended : .recognized))
        #expect(outcomes[0] == outcomes[1])
    }

    @Test("A lift queued before a deadline is handled before it, however late both are read")
    func late() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(300_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(received.isEmpty)
    }

    @Test(
        "A lift queued behind more than one turn's events is handled first, too, as they are read before time advances")
    func latest() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        for index in 0..<5000 { source.send(Int64(index), (AbsoluteAxis.touchMajor, Int32(index % 2))) }
        source.send(300_000, (AbsoluteAxis.trackingID, -1))
        let now = Timestamp(microseconds: 60_000_000)
        var turns = 0
        while case .more = pipeline.advance(to: now) {
            turns += 1
            // Events that were already taken from the kernel cause no wake-up, so the timer must.
            #expect(pipeline.nextDeadline == .zero)
        }
        #expect(turns > 1)
        #expect(received.isEmpty)
        #expect(pipeline.nextDeadline == nil)
    }

    @Test("A lift queued between two turns is handled first, too, while the last events of the first are in memory")
    func betweenTurns() throws {
        let source = PipedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        // The device never declared this code, so it is not an event of a turn, and the last read returns one event too
        // many.
        source.put(0, EventType.absolute, AbsoluteAxis.positionY + 5, 1)
        source.send(
            0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10),
            (AbsoluteAxis.touchMajor, 9))
        for index in 0..<2046 { source.send(Int64(index), (AbsoluteAxis.touchMajor, Int32(index % 2))) }
        guard case .more = pipeline.read() else {
            Issue.record("4097 events are no more than a turn")
            return
        }
        source.send(300_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(received.isEmpty)
        #expect(pipeline.nextDeadline == nil)
    }

    @Test("A press that began before a late movement began where the finger was then")
    func placed() throws {
        let source = try QueuedSource()
        var received: [GestureNotification] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(600_000, (AbsoluteAxis.positionX, 400), (AbsoluteAxis.positionY, 10))
        source.send(700_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(received.map(\.state) == [.began, .changed, .ended])
        #expect(received[0].time == 500_000 && received[0].location?.x ?? .nan < 20)
        #expect(received[1].time == 600_000 && received[1].location?.x ?? .nan > 100)
    }

    @Test("Every recording gives the same result whether deadlines are exact or everything is read at once")
    func punctual() throws {
        for name in try Fixtures.checkedNames() {
            let recording = try RecordingCatalogue.recording(name)
            let factory = SurfaceFactory(configuration: .standard)
            let result = try factory.make(recorded: recording.device)
            let source = RecordingSource(recording)
            var received: [GestureNotification] = []
            let pipeline = factory.makePipeline(
                source, result, numbers: SurfacePipeline.Numbers(), listeners: SoleListener { received.append($0) })
            var fired = 0
            while let next = source.nextTime {
                while let deadline = pipeline.nextDeadline, deadline < next {
                    source.limit = deadline
                    _ = pipeline.advance(to: deadline)
                    fired += 1
                }
                source.limit = next
                _ = pipeline.read()
            }
            pipeline.removeDevice(because: "the recording is over", at: pipeline.playToEnd(of: source))
            var atOnce: [GestureNotification] = []
            _ = try Replay.run(recording, configuration: .standard) { atOnce.append($0) }
            #expect(received == atOnce, "\(name), \(fired) deadlines")
        }
    }

    @Test("When the device is removed, waiting recognizers fail with the reason, and nothing follows")
    func gone() throws {
        let source = try QueuedSource()
        let factory = SurfaceFactory(configuration: Fixtures.only("tap", .tap))
        let result = try factory.make(recorded: source.device)
        let engine = factory.makeEngine(for: result)
        let double = TapGestureRecognizer(name: "double-tap")
        double.numberOfTapsRequired = 2
        engine.root.addGestureRecognizer(double)
        engine.root.gestureRecognizers[0].require(toFail: double)
        let reasons = BreakingOff()
        engine.decisionObserver = reasons
        var received: [GestureState] = []
        let pipeline = factory.makePipeline(
            source, result, engine: engine, numbers: SurfacePipeline.Numbers(),
            listeners: SoleListener { received.append($0.state) })
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(50_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.read()
        pipeline.removeDevice(because: "the device is gone", at: Timestamp(microseconds: 100_000))
        #expect(reasons.reasons == ["the device is gone", "the device is gone"])
        #expect(received == [.failed, .failed])
        #expect(pipeline.nextDeadline == nil)
    }

    @Test("20. A finger that landed before the machine slept is ignored after it wakes up")
    func awake() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        pipeline.suspend(because: "the machine goes to sleep", at: .zero)
        source.send(1000, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        _ = pipeline.read()
        pipeline.startAnew(because: "the machine was asleep", at: Timestamp(microseconds: 300_000))
        pipeline.runOn(to: Timestamp(microseconds: 2_000_000))
        #expect(received.isEmpty)
        #expect(pipeline.isAtRest)
    }

    @Test("48. A lift queued before a pen came is handled before it; fingers down then are cancelled")
    func pen() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .tap) { received.append($0.state) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(50_000, (AbsoluteAxis.trackingID, -1))
        pipeline.setPen(isNear: true, at: Timestamp(microseconds: 60_000))
        #expect(received == [.recognized])
        source.send(70_000, (AbsoluteAxis.trackingID, 2))
        source.send(120_000, (AbsoluteAxis.trackingID, -1))
        pipeline.setPen(isNear: false, at: Timestamp(microseconds: 130_000))
        source.send(1_000_000, (AbsoluteAxis.trackingID, 3))
        source.send(1_050_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.read()
        #expect(received == [.recognized, .recognized])
    }

    @Test("A press held in time is recognized, however late it is read")
    func held() throws {
        let source = try QueuedSource()
        var received: [(GestureState, Int64)] = []
        let pipeline = try pipeline(source, .longPress) { received.append(($0.state, $0.time)) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(700_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(received.map(\.0) == [.began, .ended])
        #expect(received.map(\.1) == [500_000, 700_000])
    }
}
