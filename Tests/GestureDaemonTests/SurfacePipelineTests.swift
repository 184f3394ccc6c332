// Does a late process decide as a punctual one? Sources in place of a kernel that has queued what was done meanwhile.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// A panel whose queued events come all at once.
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

@Suite struct SurfacePipelineTests {
    private func pipeline(
        _ source: QueuedSource, _ type: RecognizerType, publish: @escaping (GestureNotification) -> Void
    ) throws -> SurfacePipeline {
        let surface = try #require(
            Surface(name: "panel", device: source.device, settings: SurfaceSettings(), systemCalibration: nil))
        return SurfacePipeline(
            source: source, surface: surface, recognizers: [RecognizerRule(name: "it", type: type)],
            numbers: SurfacePipeline.Numbers()
        ) { if $0.state != .failed { publish($0) } }
    }

    @Test("A lift that was queued before a deadline counts before it, however late both are seen")
    func late() throws {
        let source = try QueuedSource()
        var told: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { told.append($0.state) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(300_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(told.isEmpty)
    }

    @Test("So does one that is queued behind more than one turn's events, which are read before time passes")
    func latest() throws {
        let source = try QueuedSource()
        var told: [GestureState] = []
        let pipeline = try pipeline(source, .longPress) { told.append($0.state) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        for index in 0..<5000 { source.send(Int64(index), (AbsoluteAxis.touchMajor, Int32(index % 2))) }
        source.send(300_000, (AbsoluteAxis.trackingID, -1))
        let now = Timestamp(microseconds: 60_000_000)
        var turns = 0
        while case .more = pipeline.advance(to: now) {
            turns += 1
            // Nobody tells of what the kernel has given away already, so the timer must.
            #expect(pipeline.nextDeadline == .zero)
        }
        #expect(turns > 1)
        #expect(told.isEmpty)
        #expect(pipeline.nextDeadline == nil)
    }

    @Test("A press that was held in time is one, however late it is seen")
    func held() throws {
        let source = try QueuedSource()
        var told: [(GestureState, Int64)] = []
        let pipeline = try pipeline(source, .longPress) { told.append(($0.state, $0.time)) }
        source.send(0, (AbsoluteAxis.trackingID, 1), (AbsoluteAxis.positionX, 10), (AbsoluteAxis.positionY, 10))
        source.send(700_000, (AbsoluteAxis.trackingID, -1))
        _ = pipeline.advance(to: Timestamp(microseconds: 60_000_000))
        #expect(told.map(\.0) == [.began, .ended])
        #expect(told.map(\.1) == [500_000, 700_000])
    }
}
