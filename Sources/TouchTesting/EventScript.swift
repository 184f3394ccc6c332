// Event scripts for tests: what a device sends, in the words of `evtest`, one call per event.

public import Touch

/// Shorthands for the events of a protocol B touchscreen.
public enum Signal: Hashable, Sendable {
    /// `ABS_MT_SLOT`.
    case slot(Int32)
    /// `ABS_MT_TRACKING_ID`.
    case id(Int32)
    /// `ABS_MT_POSITION_X`.
    case x(Int32)
    /// `ABS_MT_POSITION_Y`.
    case y(Int32)
    /// Any other event.
    case other(type: UInt16, code: UInt16, value: Int32)
    /// `SYN_REPORT` at this time in microseconds.
    case report(Int64)

    /// The event, stamped with `time` unless it has a time of its own.
    public func event(at time: Timestamp) -> InputEvent {
        func absolute(_ code: UInt16, _ value: Int32) -> InputEvent {
            InputEvent(time: time, type: EventType.absolute, code: code, value: value)
        }
        return switch self {
        case .slot(let value): absolute(AbsoluteAxis.slot, value)
        case .id(let value): absolute(AbsoluteAxis.trackingID, value)
        case .x(let value): absolute(AbsoluteAxis.positionX, value)
        case .y(let value): absolute(AbsoluteAxis.positionY, value)
        case .other(let type, let code, let value): InputEvent(time: time, type: type, code: code, value: value)
        case .report(let microseconds):
            InputEvent(
                time: Timestamp(microseconds: microseconds), type: EventType.synchronization,
                code: SynchronizationCode.report, value: 0)
        }
    }
}

extension DeviceDescription {
    /// A well-behaved touchscreen whose units are points when its surface is the identity.
    public static func touchscreen(slots: Int32 = 10, resolution: Int32 = 0) -> DeviceDescription {
        let axes: [UInt16: Axis] = [
            AbsoluteAxis.slot: Axis(minimum: 0, maximum: slots - 1),
            AbsoluteAxis.positionX: Axis(minimum: 0, maximum: 1999, resolution: resolution),
            AbsoluteAxis.positionY: Axis(minimum: 0, maximum: 999, resolution: resolution),
            AbsoluteAxis.trackingID: Axis(minimum: 0, maximum: 65535),
            AbsoluteAxis.touchMajor: Axis(minimum: 0, maximum: 255),
            AbsoluteAxis.pressure: Axis(minimum: 10, maximum: 110),
        ]
        return DeviceDescription(
            name: "touchscreen", properties: [DeviceProperty.direct],
            codes: [EventType.key: [KeyCode.touch], EventType.absolute: Set(axes.keys)], axes: axes)
    }
}
