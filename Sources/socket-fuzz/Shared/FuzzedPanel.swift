// The only panel of a fuzzed daemon, with scripted fingers and its own clock.

import Server
import Touch

@testable import GestureDaemon
@testable import GestureWire
@testable import Gestures

/// A device whose events are added by its owner.
final class ScriptedSource: TouchSource {
    let device: DeviceDescription
    private var events: [InputEvent] = []
    private var slots: [SlotState]
    private(set) var currentSlot = 0

    init(_ device: DeviceDescription, slots count: Int) {
        self.device = device
        slots = Array(repeating: SlotState(), count: count)
    }

    func next() -> SourceEvent {
        events.isEmpty ? .nothing : .input(events.removeFirst())
    }

    func slotState(_ slot: Int) -> SlotState { slots.indices.contains(slot) ? slots[slot] : SlotState() }

    /// Whether a finger is down in a slot.
    func isDown(_ slot: Int) -> Bool { slots[slot].trackingID >= 0 }

    var fingers: [Int] { slots.indices.filter(isDown) }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Timestamp) {
        events.append(InputEvent(time: time, type: type, code: code, value: value))
    }

    /// Lands a finger at a place or moves it there; lifts it when there is no place.
    func set(_ slot: Int, id: Int32, _ place: (x: Int32, y: Int32)?, at time: Timestamp) {
        send(EventType.absolute, AbsoluteAxis.slot, Int32(slot), at: time)
        currentSlot = slot
        if slots[slot].trackingID != id { send(EventType.absolute, AbsoluteAxis.trackingID, id, at: time) }
        slots[slot].trackingID = id
        if let place {
            send(EventType.absolute, AbsoluteAxis.positionX, place.x, at: time)
            send(EventType.absolute, AbsoluteAxis.positionY, place.y, at: time)
            (slots[slot].x, slots[slot].y) = place
        }
    }

    func report(at time: Timestamp) {
        send(EventType.synchronization, SynchronizationCode.report, 0, at: time)
    }
}

/// The panel in the form of the daemon's inputs.
final class FuzzedPanel: TouchInput {
    private static let slots = 5
    /// The time of the panel's own clock.
    private(set) var time = Timestamp(microseconds: 1_000_000)
    private let source: ScriptedSource
    var factory: SurfaceFactory
    private var pipeline: SurfacePipeline
    let numbers = SurfacePipeline.Numbers()
    private let listeners: any Listeners
    private var lastID: Int32 = 0
    private var isOver = false

    init(_ factory: SurfaceFactory, listeners: any Listeners) {
        source = ScriptedSource(.panel(slots: Self.slots), slots: Self.slots)
        let result: SurfaceFactory.Result
        do { result = try factory.make(recorded: source.device) } catch { fatalError("\(error)") }
        self.factory = factory
        self.listeners = listeners
        pipeline = factory.makePipeline(source, result, numbers: numbers, listeners: listeners)
    }

    // MARK: - Fingers

    /// Advances time, in milliseconds.
    func wait(_ milliseconds: Int) {
        time = Timestamp(microseconds: time.microseconds + Int64(milliseconds) * 1000)
        advance(to: time)
    }

    /// Lands a finger, or moves it.
    func touch(_ finger: Int, x: UInt8, y: UInt8) {
        let slot = finger % Self.slots
        if !source.isDown(slot) { lastID += 1 }
        let id = source.isDown(slot) ? source.slotState(slot).trackingID : lastID
        source.set(slot, id: id, (Int32(x) * 7, Int32(y) * 3), at: time)
    }

    func lift(_ finger: Int) {
        let slot = finger % Self.slots
        if source.isDown(slot) { source.set(slot, id: -1, nil, at: time) }
    }

    func liftAll() {
        for slot in source.fingers { lift(slot) }
        report()
    }

    func report() {
        source.report(at: time)
        advance(to: time)
    }

    /// The violated invariants of the engines: the configured one, and those of connections.
    func violations(of connections: [Int]) -> [String] {
        ([pipeline.root] + connections.map { pipeline.regions(seenBy: $0).root })
            .flatMap { $0.engine?.verifyInvariants() ?? [] }
    }

    // MARK: - Input

    var nextDeadline: Timestamp? { pipeline.nextDeadline }

    /// By its own clock: the real one would differ from run to run.
    func advance(to _: Timestamp) {
        if isOver { return }
        var turns = 0
        while let due = pipeline.nextDeadline, due <= time, turns < 10_000 {
            _ = pipeline.advance(to: max(due, .zero))
            turns += 1
        }
        if turns == 10_000 { fatalError("time does not go on") }
        _ = pipeline.advance(to: time)
    }

    var isAtRest: Bool { pipeline.isAtRest }

    func rotate(_ surface: String, to rotation: Rotation, at _: Timestamp) -> Bool {
        let before = factory
        factory.turns[surface] = rotation
        if remake() { return true }
        factory = before
        return false
    }

    func reconfigure(_ factory: SurfaceFactory, at _: Timestamp) {
        self.factory = factory
        _ = remake()
    }

    private func remake() -> Bool {
        guard !isOver, let result = try? factory.make(recorded: source.device) else { return false }
        pipeline.removeDevice(because: "recreated", at: time)
        pipeline = factory.makePipeline(source, result, numbers: numbers, listeners: listeners)
        return true
    }

    func close(at _: Timestamp) {
        if !isOver { pipeline.removeDevice(because: "the daemon stops", at: time) }
        isOver = true
    }

    var surfaces: [(device: String, pipeline: SurfacePipeline)] { [("panel", pipeline)] }

    var reports: [DeviceReport] {
        [
            DeviceReport(
                path: "panel", name: source.device.name, used: true, reason: "a touchscreen", vendor: 1, product: 2,
                protocol: "B", slots: Self.slots, surface: pipeline.surface.name)
        ]
    }
}

extension DeviceDescription {
    /// A panel of protocol B.
    fileprivate static func panel(slots: Int) -> DeviceDescription {
        let axes: [UInt16: Axis] = [
            AbsoluteAxis.slot: Axis(minimum: 0, maximum: Int32(slots) - 1),
            AbsoluteAxis.positionX: Axis(minimum: 0, maximum: 1999, resolution: 10),
            AbsoluteAxis.positionY: Axis(minimum: 0, maximum: 999, resolution: 10),
            AbsoluteAxis.trackingID: Axis(minimum: 0, maximum: 65535),
        ]
        return DeviceDescription(
            name: "panel", properties: [DeviceProperty.direct],
            codes: [EventType.key: [KeyCode.touch], EventType.absolute: Set(axes.keys)], axes: axes)
    }
}
