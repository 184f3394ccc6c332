// What a panel's contacts have done, and what those of its clone have.

import Interception
import Touch

/// One contact, from its landing to its lift.
struct RecordedLife: Equatable {
    struct Place: Equatable, CustomStringConvertible {
        var x: Int32
        var y: Int32
        var description: String { "\(x),\(y)" }
    }

    /// Where it was, each place once in a row.
    var places: [Place] = []
    /// The number of the frame for each of them.
    var steps: [Int] = []
    /// The number of the frame with its lift.
    var end: Int?
    /// Whether it became a palm before it ended.
    var isCancelled = false

    mutating func note(_ place: Place, in step: Int) {
        guard places.last != place else { return }
        places.append(place)
        steps.append(step)
    }
}

/// The state of a device with slots, as a reader of its events has it.
struct ReadSlots {
    private var slot = 0
    private(set) var ids: [Int32]
    private var x: [Int32]
    private var y: [Int32]
    private var tools: [Int32]

    init(_ count: Int) {
        ids = Array(repeating: -1, count: count)
        x = Array(repeating: 0, count: count)
        (y, tools) = (x, x)
    }

    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteAxis.slot: slot = Int(value)
        case AbsoluteAxis.trackingID: ids[slot] = value
        case AbsoluteAxis.positionX: x[slot] = value
        case AbsoluteAxis.positionY: y[slot] = value
        case AbsoluteAxis.toolType: tools[slot] = value
        default: return
        }
    }

    /// What is down now, noted in the lives; what is not any more has ended.
    func note(in lives: inout [Int32: RecordedLife], step: Int) {
        for (slot, id) in ids.enumerated() where id >= 0 {
            if tools[slot] == ToolType.palm { lives[id, default: RecordedLife()].isCancelled = true }
            lives[id, default: RecordedLife()].note(RecordedLife.Place(x: x[slot], y: y[slot]), in: step)
        }
        for (id, life) in lives where life.end == nil && !ids.contains(id) { lives[id]?.end = step }
    }
}

/// A panel of protocol B that random fingers touch.
final class RecordedPanel {
    static let device: DeviceDescription = {
        var axes = DeviceDescription.touchscreen().axes
        axes[AbsoluteAxis.toolType] = Axis(minimum: 0, maximum: ToolType.palm)
        return DeviceDescription(
            name: "panel", properties: [DeviceProperty.direct],
            codes: [EventType.key: [KeyCode.touch], EventType.absolute: Set(axes.keys)], axes: axes)
    }()

    private(set) var lives: [Int32: RecordedLife] = [:]
    /// All events about contacts that were sent, with the ends of their frames.
    private(set) var events: [OutputEvent] = []
    private var frame: [OutputEvent] = []
    private var slots = ReadSlots(RecordedPanel.device.slotCount)
    private var fingers: [Int: Int] = [:]
    /// Fingers that landed or moved in the frame that is not complete.
    private var changed: Set<Int> = []
    private var slot = 0
    private var lastID: Int32 = 0
    private var places: [Int: RecordedLife.Place] = [:]

    func contact(inSlot slot: Int) -> Int32? { slots.ids[slot] >= 0 ? slots.ids[slot] : nil }

    /// Whether a finger would do two things within a frame.
    func needsFrame(before action: RandomList.Action) -> Bool {
        switch action {
        case .up(let finger), .cancel(let finger), .move(let finger, _): changed.contains(finger)
        case .frame, .down: true
        default: false
        }
    }

    func perform(_ action: RandomList.Action) {
        switch action {
        case .down(let finger, let place):
            // Some slots stay for contacts that are released later: without one, such a contact is lost.
            guard fingers[finger] == nil, fingers.count < slots.ids.count / 2,
                let free = slots.ids.firstIndex(where: { $0 < 0 })
            else { return }
            fingers[finger] = free
            changed.insert(finger)
            lastID += 1
            add(free, AbsoluteAxis.trackingID, lastID)
            add(free, place)
        case .move(let finger, let place):
            guard let slot = fingers[finger] else { return }
            changed.insert(finger)
            add(slot, place)
        case .up(let finger), .cancel(let finger):
            guard let slot = fingers.removeValue(forKey: finger) else { return }
            add(slot, AbsoluteAxis.trackingID, -1)
        case .frame, .wait, .meddle: return
        }
    }

    func liftAll() { for finger in fingers.keys.sorted() { perform(.up(finger)) } }

    private func add(_ slot: Int, _ place: Point) {
        // A contact that lands at 0, 0 has no place yet: the kernel's slots begin with that.
        let next = RecordedLife.Place(
            x: Int32(min(max(place.x, 1), 1999)), y: Int32(min(max(place.y, 1), 999)))
        // As the kernel: what is as it was is not sent.
        if places[slot]?.x ?? 0 != next.x { add(slot, AbsoluteAxis.positionX, next.x) }
        if places[slot]?.y ?? 0 != next.y { add(slot, AbsoluteAxis.positionY, next.y) }
        places[slot] = next
    }

    private func add(_ slot: Int, _ code: UInt16, _ value: Int32) {
        if self.slot != slot { frame.append(OutputEvent(EventType.absolute, AbsoluteAxis.slot, Int32(slot))) }
        self.slot = slot
        frame.append(OutputEvent(EventType.absolute, code, value))
        slots.take(AbsoluteAxis.slot, Int32(slot))
        slots.take(code, value)
    }

    /// The events of the frame, with its end; nothing for an empty one.
    func endFrame(at time: Timestamp) -> [InputEvent] {
        guard !frame.isEmpty else { return [] }
        frame.append(.report)
        defer {
            events += frame
            frame = []
            changed = []
        }
        return frame.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) }
    }

    /// Notes where contacts are.
    func note(in step: Int) { slots.note(in: &lives, step: step) }
}

/// A clone that keeps what it was told.
struct RecordedClone {
    private(set) var lives: [Int32: RecordedLife] = [:]
    /// All events about contacts, with the ends of their frames.
    private(set) var events: [OutputEvent] = []
    private var slots: ReadSlots
    private var check: FrameCheck

    init(of device: ClonedDevice) {
        slots = ReadSlots(device.slotCount)
        check = FrameCheck(of: device)
    }

    /// Takes whole frames; returns what is wrong with them.
    mutating func take(_ output: [OutputEvent], in step: Int) -> [String] {
        do throws(FrameFault) { try check.take(output) } catch { return ["the clone refuses \(output): \(error)"] }
        for event in output {
            if event.type != EventType.key { events.append(event) }
            if event.type == EventType.absolute { slots.take(event.code, event.value) }
            if event == .report { slots.note(in: &lives, step: step) }
        }
        return []
    }
}
