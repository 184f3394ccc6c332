// Device without slots for tests, whose frames are recorded in words.

import TouchTesting

@testable import Touch

extension Signal {
    /// `SYN_MT_REPORT`.
    static let endOfContact = Signal.other(type: EventType.synchronization, code: 2, value: 0)
    /// `SYN_DROPPED`.
    static let dropped = Signal.other(type: EventType.synchronization, code: 3, value: 0)
    /// `BTN_TOUCH`.
    static func button(_ value: Int32) -> Signal { .other(type: EventType.key, code: KeyCode.touch, value: value) }
    /// `ABS_MT_PRESSURE`.
    static func pressure(_ value: Int32) -> Signal { .axis(AbsoluteAxis.pressure, value) }
    /// `ABS_X`.
    static func singleX(_ value: Int32) -> Signal { .axis(AbsoluteAxis.x, value) }
    /// `ABS_Y`.
    static func singleY(_ value: Int32) -> Signal { .axis(AbsoluteAxis.y, value) }
    /// Any axis.
    static func axis(_ code: UInt16, _ value: Int32) -> Signal {
        .other(type: EventType.absolute, code: code, value: value)
    }
}

/// A device without slots, and the synthesized events.
struct SlotStory {
    var synthesis: SlotSynthesis
    private(set) var audit: SlotStreamAudit
    /// The content of each frame, as in "20: 0 begins 5,6; 1 goes 7,8; 2 lifts", empty frames as "20:".
    private(set) var frames: [String] = []
    /// All events.
    private(set) var events: [InputEvent] = []
    private var frame: [String] = []

    init(_ contactProtocol: ContactProtocol, _ device: DeviceDescription) {
        synthesis = SlotSynthesis(contactProtocol, device: device)
        audit = SlotStreamAudit(slotCount: synthesis.slotCount)
    }

    /// Sends these events of the device, stamped with the time of the report that follows them, in milliseconds.
    @discardableResult
    mutating func send(_ signals: Signal...) -> SlotStory { send(signals) }

    @discardableResult
    mutating func send(_ signals: [Signal]) -> SlotStory {
        for (index, signal) in signals.enumerated() {
            let report = signals[index...].lazy.compactMap { if case .report(let time) = $0 { time } else { nil } }
                .first
            let time = Timestamp(microseconds: (report ?? 0) * 1000)
            var event = signal.event(at: time)
            event.time = time
            send(event)
        }
        return self
    }

    mutating func send(_ event: InputEvent) {
        var received: [InputEvent] = []
        synthesis.process(event) { received.append($0) }
        for event in received { take(event) }
    }

    mutating func reset() {
        synthesis.reset()
        audit.reset()
    }

    private mutating func take(_ event: InputEvent) {
        events.append(event)
        audit.take(event)
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            frames.append(
                "\(event.time.microseconds / 1000):" + (frame.isEmpty ? "" : " " + frame.joined(separator: "; ")))
            frame = []
        case (EventType.absolute, AbsoluteAxis.slot): frame.append("\(event.value)")
        case (EventType.absolute, AbsoluteAxis.trackingID): add(event.value < 0 ? " lifts" : " begins")
        case (EventType.absolute, AbsoluteAxis.positionX):
            add(frame.last?.contains(" ") == true ? " \(event.value)" : " goes \(event.value)")
        case (EventType.absolute, AbsoluteAxis.positionY): add(",\(event.value)")
        default: break
        }
    }

    private mutating func add(_ word: String) {
        if !frame.isEmpty { frame[frame.count - 1] += word }
    }
}

extension DeviceDescription {
    /// A panel without slots, in the axes of protocol A: 2000 units by 1000.
    static func list(resolution: Int32 = 0, hasNumbers: Bool = true) -> DeviceDescription {
        var device = DeviceDescription.touchscreen(resolution: resolution)
        device.axes[AbsoluteAxis.slot] = nil
        if !hasNumbers { device.axes[AbsoluteAxis.trackingID] = nil }
        device.codes[EventType.absolute] = Set(device.axes.keys)
        return device
    }

    /// A panel with one contact and these buttons.
    static func singleTouch(buttons: Set<UInt16> = [KeyCode.touch]) -> DeviceDescription {
        let axes = [
            AbsoluteAxis.x: Axis(minimum: 0, maximum: 4095), AbsoluteAxis.y: Axis(minimum: 0, maximum: 4095),
            AbsoluteAxis.singleTouchPressure: Axis(minimum: 0, maximum: 255),
        ]
        return DeviceDescription(
            name: "single", codes: [EventType.key: buttons, EventType.absolute: Set(axes.keys)], axes: axes)
    }
}
