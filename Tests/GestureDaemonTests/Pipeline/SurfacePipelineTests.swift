// Tests of a pipeline that reads events late: same decisions as in time.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

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

    /// A finger lands.
    func land(_ time: Int64 = 0) {
        send(time, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
    }

    private func put(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        queue.append(InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value))
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

    @Test(
        "A lift queued behind more than one turn's events is handled first, too, as they are read before time advances")
    func latest() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        source.land()
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

    @Test("20. A finger that landed before the machine slept is ignored after it wakes up")
    func awake() throws {
        let source = try QueuedSource()
        var received: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { received.append($0.state) }
        pipeline.suspend(because: "the machine goes to sleep", at: .zero)
        source.land(1000)
        _ = pipeline.read()
        pipeline.startAnew(because: "the machine was asleep", at: Timestamp(microseconds: 300_000))
        pipeline.runOn(to: Timestamp(microseconds: 2_000_000))
        #expect(received.isEmpty)
        #expect(pipeline.isAtRest)
    }
}
